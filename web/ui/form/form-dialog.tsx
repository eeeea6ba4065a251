import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useReturnFocus } from '../overlay/return-focus.ts';
import type { Failure } from '../table/readable.ts';
import { useDiscardQuestion } from './discard-question.tsx';
import { blankFields, FormDisabled, FormFields, type FormValues, useSchemaForm } from './form.tsx';
import styles from './form-dialog.module.css';
import { ConcurrentChanges, type CurrentRecord, useStaleRecord } from './stale-record.tsx';
import { SubmitButton, type SubmitButtonProps } from './submit-button.tsx';

interface FormProps<S extends z.ZodObject> {
  /** Contract schema; validates the input with the same messages as the server. */
  schema: S;
  initial: FormValues<S>;
  /** A function says what this input would do: 'Void 3 vouchers'. */
  submitLabel: string | ((values: FormValues<S>) => string);
  busyLabel?: string;
  /** `error` of the mutation: shown at its fields, otherwise as a toast. */
  submitError: Failure | undefined;
  failureTitle?: string;
  /** Shows a toast for field errors too. */
  toastsFields?: boolean;
  /** Called with the values when the input is refused, in addition to the errors at the fields. */
  onInvalid?: (values: FormValues<S>) => void;
  /** Sends the input; a failed call is shown through `submitError`. */
  onSubmit: (input: z.input<S>) => Promise<unknown>;
  children: ReactNode;
}

export interface FormDialogProps<S extends z.ZodObject> extends FormProps<S> {
  title: string;
  description?: ReactNode;
  /** Called after a success and on cancel. */
  onClose: () => void;
  /** Reads the current version of the record, offered after a version conflict. */
  reload?: () => Promise<CurrentRecord<S>>;
  width?: number;
  /** Red submit button, for actions that cannot be undone. */
  destructive?: boolean;
  /** The submit button is disabled while one of these fields is blank. */
  needs?: readonly (keyof FormValues<S> & string)[];
  /** The submit button is disabled while this is false for the values of the form. */
  isReady?: (values: FormValues<S>) => boolean;
  /** Enter and Ctrl+Enter send it also while it is not ready: `onSubmit` refuses it and says why. */
  refusesItself?: boolean;
}

function focusFirstField(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>(
    'input:not([disabled]):not([readonly]):not([type=hidden]), select:not([disabled]), textarea:not([disabled])',
  );
  first?.focus();
  // Select a default amount, so that typing replaces it.
  if (first instanceof HTMLInputElement && first.inputMode === 'decimal') first.select();
}

function RootError({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Callout intent={Intent.DANGER} compact role="alert">
      {message}
    </Callout>
  );
}

/**
 * A dialog with a form for a contract schema. Focuses the first field; Enter and Ctrl+Enter send it (`sendFormsByKey`);
 * Escape closes it, with a confirmation if there is unsaved input. Mount it to open it.
 */
export function FormDialog<S extends z.ZodObject>(props: FormDialogProps<S>) {
  const { title, description, submitLabel, busyLabel, onClose, width = 560, children } = props;
  useReturnFocus();
  const { ask, question } = useDiscardQuestion(title);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useSchemaForm({
    ...props,
    failureTitle: props.failureTitle ?? 'Error',
    onDone: onClose,
    isModal: true,
    confirmLeave: (proceed) =>
      ask(() => {
        discard();
        proceed();
      }),
  });
  const discard = () => {
    form.release();
    onClose();
  };
  const stale = useStaleRecord({ ...props, reload: props.reload, methods: form.methods });
  const close = () => {
    if (form.busy) return;
    if (form.isDirty) ask(discard);
    else onClose();
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={close}
      // Not in onOpened, which would move the focus after the user started typing.
      onOpening={() => focusFirstField(formRef.current)}
      canOutsideClickClose={false}
      style={{ width: `min(${width}px, 100% - 24px)` }}
    >
      <FormFields form={form}>
        <form
          ref={formRef}
          noValidate
          className={styles.form}
          aria-label={title}
          onSubmit={(event) => {
            event.preventDefault();
            // React events bubble out of portals to an outer form.
            event.stopPropagation();
            if (!stale.mustLoad) form.submit().catch(reportError);
          }}
        >
          <DialogBody>
            {description && <p className={styles.description}>{description}</p>}
            {stale.callout}
            <RootError message={form.methods.formState.errors.root?.message} />
            <ConcurrentChanges value={stale.changes}>
              <div className={styles.fields}>{children}</div>
            </ConcurrentChanges>
          </DialogBody>
          <DialogFooter
            actions={
              <>
                <Button onClick={close} disabled={form.busy}>
                  Cancel
                </Button>
                <NeedySubmit
                  needs={props.needs ?? []}
                  isReady={props.isReady as NeedySubmitProps['isReady']}
                  label={submitLabel as NeedySubmitProps['label']}
                  busy={form.busy}
                  busyLabel={busyLabel ?? 'Saving…'}
                  disabled={stale.mustLoad}
                  intent={props.destructive ? Intent.DANGER : Intent.PRIMARY}
                />
              </>
            }
          />
        </form>
      </FormFields>
      {question}
    </Dialog>
  );
}

interface FormPanelProps<S extends z.ZodObject> extends FormProps<S> {
  /** Accessible name. */
  label: string;
  /** Disables all fields and the button; show the reason next to the form. */
  disabled?: boolean;
  /** The input only selects what is shown: no confirmation before it is discarded. */
  savesNothing?: boolean;
  /** The form is the whole view: its first field gets the focus when it is opened. */
  focuses?: boolean;
  /** Values after a success; defaults to `initial`. */
  resetTo?: () => FormValues<S>;
  /** The submit button is disabled while one of these fields is blank. */
  needs?: readonly (keyof FormValues<S> & string)[];
}

interface NeedySubmitProps extends Omit<SubmitButtonProps, 'label'> {
  label: string | ((values: Record<string, unknown>) => string);
  needs: readonly string[];
  isReady?: ((values: Record<string, unknown>) => boolean) | undefined;
}

/** Disables the submit button while one of the fields is blank, or the form is not ready. */
function NeedySubmit({ needs, isReady, label, ...button }: NeedySubmitProps) {
  const all: Record<string, unknown> = useWatch();
  const isDisabled =
    button.disabled === true || blankFields(needs, all).length > 0 || isReady?.(all) === false;
  const shown = typeof label === 'function' ? label(all) : label;
  return <SubmitButton {...button} label={shown} disabled={isDisabled} />;
}

/** The same form inside a page. It is reset after a success. */
export function FormPanel<S extends z.ZodObject>(props: FormPanelProps<S>) {
  const {
    label,
    submitLabel,
    busyLabel,
    initial,
    resetTo,
    disabled = false,
    focuses = false,
    needs,
    children,
  } = props;
  const shown = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focuses) focusFirstField(shown.current);
  }, [focuses]);
  const { ask, question } = useDiscardQuestion(label);
  const form = useSchemaForm({
    ...props,
    failureTitle: props.failureTitle ?? 'Error',
    isModal: false,
    confirmLeave: (proceed) =>
      ask(() => {
        form.release();
        form.methods.reset();
        proceed();
      }),
    onDone: () => form.methods.reset({ ...(resetTo?.() ?? initial) }),
  });
  const button = {
    label: submitLabel as NeedySubmitProps['label'],
    busy: form.busy,
    busyLabel: busyLabel ?? 'Saving…',
    disabled,
  };
  return (
    <FormFields form={form}>
      <form
        ref={shown}
        noValidate
        aria-label={label}
        className={styles.panelForm}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit().catch(reportError);
        }}
      >
        <RootError message={form.methods.formState.errors.root?.message} />
        <FormDisabled value={disabled}>
          <div className={styles.fields}>{children}</div>
        </FormDisabled>
        <div>
          <NeedySubmit {...button} needs={needs ?? []} />
        </div>
      </form>
      {question}
    </FormFields>
  );
}
