import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../action-button.tsx';
import styles from '../form/stale-record.module.css';
import type { Failure } from '../table/readable.ts';
import { useReturnFocus } from './return-focus.ts';
import { toastFailure } from './toaster.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** States what is deleted or changed and what cannot be undone. */
  children: ReactNode;
  /** Verb and object: 'Delete customer'. */
  confirmLabel: string;
  /** Label of the button that does nothing, where 'Cancel' could mean the action. */
  cancelLabel?: string;
  /** If it fails, a toast is shown and the dialog stays open. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  disabledReason?: string | undefined;
  destructive?: boolean;
  failureTitle?: string;
  width?: number;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error;
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  onConfirm,
  onClose,
  disabledReason,
  destructive = false,
  failureTitle = 'Error',
  width,
}: ConfirmDialogProps) {
  useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [isStale, setStale] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      setStale(error.isStale === true);
      if (!error.isStale) toastFailure(error, failureTitle);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={() => !busy && onClose()}
      canOutsideClickClose={false}
      role="alertdialog"
      {...(width === undefined ? {} : { style: { width: `min(${width}px, 100% - 24px)` } })}
    >
      <DialogBody>
        {isStale && (
          <Callout compact intent={Intent.WARNING} role="alert" className={styles.callout ?? ''}>
            Somebody else has changed this meanwhile, so nothing was done. It has been read again;
            confirm once more if you still want to.
          </Callout>
        )}
        {children}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {/* Has the focus, so that Enter does not confirm. */}
            <Button onClick={onClose} disabled={busy} autoFocus>
              {cancelLabel}
            </Button>
            <ActionButton
              disabledReason={disabledReason}
              intent={destructive ? Intent.DANGER : Intent.PRIMARY}
              loading={busy}
              onClick={confirm}
            >
              {confirmLabel}
            </ActionButton>
          </>
        }
      />
    </Dialog>
  );
}
