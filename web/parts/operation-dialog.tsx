import type { ReactNode } from 'react';
import type { CallInput, CallOutput, WriteOperation } from '../client/call.ts';
import { useMutation } from '../client/use-mutation.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/overlay/confirm-dialog.tsx';

interface OperationDialogProps<O extends WriteOperation>
  extends Omit<ConfirmDialogProps, 'onConfirm'> {
  operation: O;
  input: CallInput<O>;
  /** Said when it fails and the server has no words for it. */
  failure: string;
  /** Says that it is done, before the dialog closes. */
  done: (answer: CallOutput<O>) => void;
}

type Run<O extends WriteOperation> = (input: CallInput<O>) => Promise<CallOutput<O>>;

/** Asks before an operation, calls it and tells what came of it; a refusal leaves the dialog open. */
export function OperationDialog<O extends WriteOperation>({
  operation,
  input,
  failure,
  done,
  ...dialog
}: OperationDialogProps<O>) {
  const { run } = useMutation(operation, { failure });
  return <ConfirmDialog {...dialog} onConfirm={async () => done(await (run as Run<O>)(input))} />;
}

/** Operations that delete one record by its id. */
type DeleteOperation = {
  [O in WriteOperation]: { params: { id: number } } extends CallInput<O> ? O : never;
}[WriteOperation];

interface DeleteDialogProps<O extends DeleteOperation>
  extends Pick<ConfirmDialogProps, 'title' | 'confirmLabel' | 'onClose'> {
  operation: O;
  id: number;
  failure: string;
  done: (answer: CallOutput<O>) => void;
  /** Names what is deleted and what cannot be undone. */
  children: ReactNode;
}

/** Asks before a record is deleted. */
export function DeleteDialog<O extends DeleteOperation>({ id, ...dialog }: DeleteDialogProps<O>) {
  return <OperationDialog {...dialog} input={{ params: { id } } as CallInput<O>} destructive />;
}
