import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { PendingItem } from '../../../parts/attachments/pending-item.tsx';
import { useUploads } from '../../../parts/attachments/use-uploads.ts';
import { useReturnFocus } from '../../../ui/overlay/return-focus.ts';

/** The receipts that were chosen for an expense before it was saved. */
export interface NewReceipts {
  id: number;
  transactionId: string;
  files: readonly File[];
}

interface ReceiptsDialogProps {
  receipts: NewReceipts;
  onClose: () => void;
}

/** Sends receipts after their expense has been saved; stays open for those that fail. */
export function ReceiptsDialog({ receipts, onClose }: ReceiptsDialogProps) {
  useReturnFocus();
  const { id, transactionId } = receipts;
  const uploads = useUploads('expense', id);
  const state = useRef<'new' | 'started' | 'shown'>('new');
  useEffect(() => {
    if (state.current === 'new') {
      state.current = 'started';
      uploads.add(receipts.files);
    } else if (uploads.files.length > 0) {
      state.current = 'shown';
    } else if (state.current === 'shown') {
      onClose();
    }
  }, [uploads, receipts.files, onClose]);
  const left = uploads.files.length;
  return (
    <Dialog
      isOpen
      title={`Receipts of ${transactionId}`}
      onClose={onClose}
      canOutsideClickClose={false}
      canEscapeKeyClose={false}
      isCloseButtonShown={false}
    >
      <DialogBody>
        <p className="quiet">
          The expense is saved. Keep this page open until its receipts are sent.
        </p>
        <ul aria-label={`Receipts that are sent for ${transactionId}`}>
          {uploads.files.map((pending) => (
            <PendingItem key={pending.key} pending={pending} uploads={uploads} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <Button onClick={onClose}>
            {left > 1 ? `Go on without these ${left}` : 'Go on without it'}
          </Button>
        }
      />
    </Dialog>
  );
}
