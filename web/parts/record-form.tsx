import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { CallInput, CallOutput, WriteOperation } from '../client/call.ts';
import { useMutation } from '../client/use-mutation.ts';
import type { Boxes } from '../ui/form/form.tsx';
import { FormDialog, type FormDialogProps } from '../ui/form/form-dialog.tsx';
import { useRecord } from '../ui/form/stale-record.tsx';

/** A value, or how it follows from the record that is edited. */
type From<T, V> = V | ((record: T) => V);

interface RecordFormProps<S extends z.ZodObject, O extends WriteOperation, T>
  extends Pick<
    FormDialogProps<S>,
    'title' | 'submitLabel' | 'busyLabel' | 'width' | 'destructive' | 'toastsFields' | 'onClose'
  > {
  /** The operation that creates, changes or does it. */
  operation: O;
  /** Said when it fails and the server has no words for it. */
  failure: string;
  /** What is typed, as the contract judges it. */
  schema: From<T, S>;
  /** What stands in the boxes at first. */
  initial: From<T, Boxes<S>>;
  /** What is sent; `record` is the latest version that was read. May ask something first. */
  send: (typed: z.input<S>, record: T) => CallInput<O> | Promise<CallInput<O>>;
  /** Says that it is done, before the dialog closes. */
  done: (answer: CallOutput<O>, typed: z.input<S>, record: T) => void;
  /** The record that is edited; nothing for a new one. */
  record?: T;
  /** Reads the record again, offered when somebody else has changed it meanwhile. */
  read?: () => Promise<T>;
  /** Boxes that the current record decides, once what was typed is merged with it. */
  settle?: (merged: Boxes<S>, current: T) => Partial<Boxes<S>>;
  description?: From<T, ReactNode>;
  /** The fields. */
  children: From<T, ReactNode>;
}

type Run<O extends WriteOperation> = (input: CallInput<O>) => Promise<CallOutput<O>>;

function resolve<T, V>(value: From<T, V>, record: T): V {
  return typeof value === 'function' ? (value as (record: T) => V)(record) : value;
}

/**
 * The dialog in which a record is made or changed: calls the operation, shows the server's errors at their fields and,
 * where `read` is given, loads the version of whoever was faster beneath what was typed.
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
  schema,
  initial,
  send,
  done,
  record: opened,
  read,
  settle,
  description,
  children,
  ...dialog
}: RecordFormProps<S, O, T>) {
  const { run, error } = useMutation(operation, { failure });
  const { record, reload } = useRecord(opened as T, () => read?.() ?? Promise.resolve(opened as T));
  const boxesOf = (of: T) => resolve(initial, of);
  return (
    <FormDialog
      {...dialog}
      schema={resolve(schema, record)}
      initial={boxesOf(opened as T)}
      submitError={error}
      description={resolve(description, record)}
      onSubmit={async (typed) => {
        const answer = await (run as Run<O>)(await send(typed, record));
        done(answer, typed, record);
      }}
      {...(read && {
        reload: async () => {
          const current = await reload();
          return {
            boxes: boxesOf(current),
            settled: (merged: Boxes<S>) => settle?.(merged, current) ?? {},
          };
        },
      })}
    >
      {resolve(children, record)}
    </FormDialog>
  );
}
