import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../action-button.tsx';
import styles from '../form/stale-record.module.css';
import type { Failure } from '../table/reading.ts';
import { useReturnFocus } from './return-focus.ts';
import { toastFailure } from './toaster.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** Names what is destroyed or changed, and what cannot be undone. */
  children: ReactNode;
  /** The deed as a verb and its object: 'Delete customer'. */
  confirmLabel: string;
  /** Does it; a failure is told in a toast and leaves the dialog open. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Why it cannot be done now. */
  disabledReason?: string | undefined;
  destructive?: boolean;
  failureTitle?: string;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  onConfirm,
  onClose,
  disabledReason,
  destructive = false,
  failureTitle = 'Error',
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
            {/* Whoever presses Enter without reading has done nothing yet. */}
            <Button onClick={onClose} disabled={busy} autoFocus>
              Cancel
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
