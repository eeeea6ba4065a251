import { Button, Callout, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../action-button.tsx';
import formStyles from '../form/form-dialog.module.css';
import styles from '../form/stale-record.module.css';
import { softDisabled } from '../form/submit-button.tsx';
import type { Failure } from '../table/readable.ts';
import { useFailureToast } from './failure-toast.ts';
import { useReturnFocus } from './return-focus.ts';

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

/**
 * Asks before an action that cannot be undone. A form, because the question may have fields, from which Enter confirms. While
 * it is busy and after a failure its button keeps the focus, so that Escape closes it.
 */
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
  const failureToast = useFailureToast();
  const confirm = async () => {
    if (busy || disabledReason !== undefined) return;
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      setStale(error.isStale === true);
      if (!error.isStale) failureToast.show(error, failureTitle);
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
      <form
        noValidate
        className={formStyles.form}
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble out of portals to an outer form.
          event.stopPropagation();
          confirm().catch(reportError);
        }}
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
              <Button onClick={() => !busy && onClose()} {...softDisabled(busy)} autoFocus>
                {cancelLabel}
              </Button>
              <ActionButton
                disabledReason={disabledReason}
                type="submit"
                intent={destructive ? Intent.DANGER : Intent.PRIMARY}
                {...softDisabled(busy)}
                aria-busy={busy}
              >
                {busy ? 'One moment…' : confirmLabel}
              </ActionButton>
            </>
          }
        />
      </form>
    </Dialog>
  );
}
