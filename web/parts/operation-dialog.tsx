import { type ReactNode, useRef } from 'react';
import type { CallInput, CallOutput, WriteOperation } from '../client/call.ts';
import { useMutation } from '../client/use-mutation.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/overlay/confirm-dialog.tsx';

interface OperationDialogProps<O extends WriteOperation>
  extends Omit<ConfirmDialogProps, 'onConfirm'> {
  operation: O;
  input: CallInput<O>;
  /** Message for errors without one for the user. */
  failure: string;
  /** Puts `failure` before the server's message too. */
  saysReason?: boolean;
  /** Called after a success, once the dialog is closed. */
  done: (answer: CallOutput<O>) => void;
}

/**
 * Closes a dialog, and then does what was put off until it is closed. `isReplaced`: that shows another dialog in its place, so
 * that after a success nothing is closed.
 */
export function useClosing(onClose: () => void, isReplaced = false) {
  const after = useRef<() => void>(undefined);
  return {
    /** What the next closing is followed by. */
    followWith: (act: () => void) => {
      after.current = act;
    },
    close: () => {
      const act = after.current;
      after.current = undefined;
      if (!act || !isReplaced) onClose();
      act?.();
    },
  };
}

type Run<O extends WriteOperation> = (input: CallInput<O>) => Promise<CallOutput<O>>;

/** Confirms and calls an operation; an error leaves the dialog open. */
export function OperationDialog<O extends WriteOperation>({
  operation,
  input,
  failure,
  saysReason = false,
  done,
  ...dialog
}: OperationDialogProps<O>) {
  const { run } = useMutation(operation, { failure, saysReason });
  const closing = useClosing(dialog.onClose);
  return (
    <ConfirmDialog
      {...dialog}
      onClose={closing.close}
      onConfirm={async () => {
        const answer = await (run as Run<O>)(input);
        closing.followWith(() => done(answer));
      }}
    />
  );
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
  /** States what is deleted and what cannot be undone. */
  children: ReactNode;
}

/** Confirms and deletes a record. */
export function DeleteDialog<O extends DeleteOperation>({ id, ...dialog }: DeleteDialogProps<O>) {
  return <OperationDialog {...dialog} input={{ params: { id } } as CallInput<O>} destructive />;
}
