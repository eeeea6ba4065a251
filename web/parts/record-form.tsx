import { isWaiting } from '@nimule/core/approvals/schema';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { CallInput, CallOutput, WriteOperation } from '../client/call.ts';
import { useMutation } from '../client/use-mutation.ts';
import type { FormValues } from '../ui/form/form.tsx';
import { FormDialog, type FormDialogProps } from '../ui/form/form-dialog.tsx';
import { useRecord } from '../ui/form/stale-record.tsx';
import { toast } from '../ui/overlay/toaster.tsx';
import { useClosing } from './operation-dialog.tsx';
import { type Question, useQuestion } from './question.ts';

/** A value, or a function of the edited record. */
type From<T, V> = V | ((record: T) => V);

interface RecordFormProps<S extends z.ZodObject, O extends WriteOperation, T>
  extends Pick<
    FormDialogProps<S>,
    | 'title'
    | 'submitLabel'
    | 'busyLabel'
    | 'failureTitle'
    | 'width'
    | 'destructive'
    | 'toastsFields'
    | 'onInvalid'
    | 'needs'
    | 'isReady'
    | 'onClose'
  > {
  operation: O;
  /** Message for errors without one for the user. */
  failure: string;
  /** Puts `failure` before the server's message too. */
  saysReason?: boolean;
  schema: From<T, S>;
  initial: From<T, FormValues<S>>;
  /** Input of the operation; `record` is the latest version read. May ask for confirmation first. */
  send: (typed: z.input<S>, record: T) => CallInput<O> | Promise<CallInput<O>>;
  /** Called after a success, once the dialog is closed: where it leads to another address, back does not reopen it. */
  done: (answer: CallOutput<O>, typed: z.input<S>, record: T) => void;
  /** Called instead where it waits for another person. */
  asked?: (typed: z.input<S>) => void;
  /** `done` shows another dialog in its place: after a success `onClose` is not called. */
  isReplaced?: boolean;
  /** The edited record; omitted for a new one. */
  record?: T;
  /** Reads the current version, offered after a version conflict. */
  read?: () => Promise<T>;
  /** Overrides of merged values that the current record determines. */
  settle?: (merged: FormValues<S>, current: T) => Partial<FormValues<S>>;
  description?: From<T, ReactNode>;
  question?: Question<CallInput<O>>;
  children: From<T, ReactNode>;
}

type Run<O extends WriteOperation> = (input: CallInput<O>) => Promise<CallOutput<O>>;

function resolve<T, V>(value: From<T, V>, record: T): V {
  return typeof value === 'function' ? (value as (record: T) => V)(record) : value;
}

/**
 * Dialog that creates or edits a record: calls the operation, shows errors at their fields and, if `read` is given,
 * merges the current version after a version conflict.
 * @example
 * <RecordForm title="Add Supplier" operation="createSupplier" failure="Failed to create supplier."
 *   schema={supplierInput} initial={{ name: '' }} send={(body) => ({ body })}
 *   done={({ name }) => toast('Supplier added', name)} submitLabel="Add supplier" onClose={onClose}>
 *   <TextField name="name" label="Name" />
 * </RecordForm>
 */
export function RecordForm<S extends z.ZodObject, O extends WriteOperation, T = undefined>({
  operation,
  failure,
  saysReason = false,
  schema,
  initial,
  send,
  done,
  asked: askedFor,
  record: opened,
  read,
  settle,
  description,
  question,
  isReplaced,
  children,
  ...dialog
}: RecordFormProps<S, O, T>) {
  const { run, error } = useMutation(operation, { failure, saysReason });
  const { record, reload } = useRecord(opened as T, () => read?.() ?? Promise.resolve(opened as T));
  const { isAsked, sendAsked, dialog: asked } = useQuestion(question);
  const closing = useClosing(dialog.onClose, isReplaced);
  const formValuesOf = (of: T) => resolve(initial, of);
  return (
    <>
      <FormDialog
        {...dialog}
        onClose={closing.close}
        schema={resolve(schema, record)}
        initial={formValuesOf(opened as T)}
        submitError={isAsked(error) ? undefined : error}
        description={resolve(description, record)}
        onSubmit={async (typed) => {
          const answer = await sendAsked(run as Run<O>, await send(typed, record));
          closing.followWith(() => {
            if (isWaiting(answer)) {
              toast('Asked for approval', answer.message);
              askedFor?.(typed);
            } else done(answer, typed, record);
          });
        }}
        {...(read && {
          reload: async () => {
            const current = await reload();
            return {
              values: formValuesOf(current),
              settled: (merged: FormValues<S>) => settle?.(merged, current) ?? {},
            };
          },
        })}
      >
        {resolve(children, record)}
      </FormDialog>
      {asked}
    </>
  );
}
