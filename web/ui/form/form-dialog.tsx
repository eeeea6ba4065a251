import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import { useReturnFocus } from '../overlay/return-focus.ts';
import type { Failure } from '../table/reading.ts';
import { useDiscardQuestion } from './discard-question.tsx';
import { type Boxes, FormDisabled, FormSchema, useContractForm } from './form.tsx';
import styles from './form-dialog.module.css';
import { SubmitButton } from './held-back.tsx';
import { ChangesMeanwhile, type CurrentRecord, useStaleRecord } from './stale-record.tsx';

interface FormProps<S extends z.ZodObject> {
  /** A schema of the contract: it judges the boxes before the server does, in the same words. */
  schema: S;
  initial: Boxes<S>;
  submitLabel: string;
  busyLabel?: string;
  /** `error` of the mutation: fields are marked, anything else becomes a toast. */
  submitError: Failure | undefined;
  failureTitle?: string;
  /** A failure that belongs to fields is toasted as well. */
  toastsFields?: boolean;
  /** Sends what was typed; the rejection of a call is shown through `submitError`. */
  onSubmit: (input: z.input<S>) => Promise<unknown>;
  children: ReactNode;
}

export interface FormDialogProps<S extends z.ZodObject> extends FormProps<S> {
  title: string;
  description?: ReactNode;
  /** Called after a success, and when the dialog is given up. */
  onClose: () => void;
  /** For a record with versions: reads the current one, offered when somebody else was faster. */
  reload?: () => Promise<CurrentRecord<S>>;
  width?: number;
  /** Its button is red: what it does cannot be undone. */
  destructive?: boolean;
}

function focusFirstField(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>(
    'input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled])',
  );
  first?.focus();
  // A proposed amount is taken with Enter or replaced by typing.
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
 * A form over a contract schema in a dialog. The first field has focus, Enter submits, Escape closes and
 * asks when something was typed, errors stand beside their fields. Mount it to open it.
 */
export function FormDialog<S extends z.ZodObject>(props: FormDialogProps<S>) {
  const { title, description, submitLabel, busyLabel, onClose, width = 560, children } = props;
  useReturnFocus();
  const { ask, question } = useDiscardQuestion(title);
  const formRef = useRef<HTMLFormElement>(null);
  const form = useContractForm({
    ...props,
    failureTitle: props.failureTitle ?? 'Error',
    onDone: onClose,
    isModal: true,
    askToLeave: (goOn) =>
      ask(() => {
        discard();
        goOn();
      }),
  });
  const discard = () => {
    form.letGo();
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
      // Not once it has opened: that would tear the focus from who types at once.
      onOpening={() => focusFirstField(formRef.current)}
      canOutsideClickClose={false}
      style={{ width: `min(${width}px, 100% - 24px)` }}
    >
      <FormProvider {...form.methods}>
        <FormSchema value={form.schema}>
          <form
            ref={formRef}
            noValidate
            className={styles.form}
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              // A form inside a portal still bubbles to the React form around it.
              event.stopPropagation();
              form.submit().catch(reportError);
            }}
          >
            <DialogBody>
              {description && <p className={styles.description}>{description}</p>}
              {stale.callout}
              <RootError message={form.methods.formState.errors.root?.message} />
              <ChangesMeanwhile value={stale.changes}>
                <div className={styles.fields}>{children}</div>
              </ChangesMeanwhile>
            </DialogBody>
            <DialogFooter
              actions={
                <>
                  <Button onClick={close} disabled={form.busy}>
                    Cancel
                  </Button>
                  <SubmitButton
                    label={submitLabel}
                    busy={form.busy}
                    busyLabel={busyLabel ?? 'Saving…'}
                    disabled={stale.mustLoad}
                    intent={props.destructive ? Intent.DANGER : Intent.PRIMARY}
                  />
                </>
              }
            />
          </form>
        </FormSchema>
      </FormProvider>
      {question}
    </Dialog>
  );
}

interface FormPanelProps<S extends z.ZodObject> extends FormProps<S> {
  /** Names the form for those who do not see its surroundings. */
  label: string;
  /** Boxes and button are shown and take nothing; say beside it why. */
  disabled?: boolean;
  /** What is typed chooses what is shown, and nothing is lost with it. */
  savesNothing?: boolean;
  /** The boxes after a success; without it they go back to `initial`. */
  afterwards?: () => Boxes<S>;
}

/** The same form standing in a page. After a success it starts afresh. */
export function FormPanel<S extends z.ZodObject>(props: FormPanelProps<S>) {
  const { label, submitLabel, busyLabel, initial, afterwards, disabled = false, children } = props;
  const { ask, question } = useDiscardQuestion(label);
  const form = useContractForm({
    ...props,
    failureTitle: props.failureTitle ?? 'Error',
    isModal: false,
    askToLeave: (goOn) =>
      ask(() => {
        form.letGo();
        form.methods.reset();
        goOn();
      }),
    onDone: () => form.methods.reset({ ...(afterwards?.() ?? initial) }),
  });
  return (
    <FormProvider {...form.methods}>
      <FormSchema value={form.schema}>
        <form
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
            <SubmitButton
              label={submitLabel}
              busy={form.busy}
              busyLabel={busyLabel ?? 'Saving…'}
              disabled={disabled}
            />
          </div>
        </form>
        {question}
      </FormSchema>
    </FormProvider>
  );
}
