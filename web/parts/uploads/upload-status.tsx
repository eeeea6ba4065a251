import { Button, Dialog, DialogBody, DialogFooter, Intent } from '@blueprintjs/core';
import { CloudUploadIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { useConnected } from '../../client/connection.ts';
import { counted } from '../../ui/counted.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { PendingItem } from '../attachments/pending-item.tsx';
import { isPhoto, type ShownFile } from './queued-file.ts';
import { askBeforeLeaving } from './unsent.ts';
import styles from './upload-status.module.css';
import { uploads } from './uploads.ts';
import { useUnsentFiles } from './use-uploads.ts';

function countedFiles(files: readonly ShownFile[]): string {
  return counted(files.length, files.every(isPhoto) ? 'photo' : 'file');
}

/** '1 photo still being sent', '2 files could not be stored'. */
function statusOf(files: readonly ShownFile[], isConnected: boolean): string {
  const refused = files.filter(({ state }) => state === 'refused');
  if (refused.length > 0) return `${countedFiles(refused)} could not be stored`;
  if (!isConnected) return `${countedFiles(files)} to be sent, without a connection`;
  return `${countedFiles(files)} still being sent`;
}

/** The share of all bytes that has been sent, of files that are not refused. */
function percentOf(files: readonly ShownFile[]): number {
  const sent = files.reduce((sum, { size, percent }) => sum + size * percent, 0);
  const all = files.reduce((sum, { size }) => sum + size, 0);
  return all === 0 ? 0 : Math.floor(sent / all);
}

/** What the user has sent and the server has not confirmed, in a corner of each screen; nothing if there is none. */
export function UploadStatus() {
  const files = useUnsentFiles();
  const isConnected = useConnected();
  const [isOpen, setOpen] = useState(false);
  const [leave, setLeave] = useState<() => void>();
  const count = files.length;
  useEffect(() => {
    if (isConnected) uploads().reached();
  }, [isConnected]);
  useEffect(
    () =>
      askBeforeLeaving((proceed) => {
        if (count > 0) setLeave(() => proceed);
        else proceed();
      }),
    [count],
  );
  if (count === 0) return null;
  const isRefused = files.some(({ state }) => state === 'refused');
  const isSending = files.some(({ state }) => state === 'sending');
  return (
    <div className={styles.place} role="status">
      <Button
        className={styles.status ?? ''}
        intent={isRefused ? Intent.DANGER : Intent.NONE}
        icon={isRefused ? <WarningSignIcon /> : <CloudUploadIcon />}
        onClick={() => setOpen(true)}
      >
        {statusOf(files, isConnected)}
        {isSending && !isRefused && (
          <span className="numeric" aria-hidden="true">
            {` · ${percentOf(files)}%`}
          </span>
        )}
      </Button>
      {isOpen && <FilesDialog files={files} onClose={() => setOpen(false)} />}
      {leave && (
        <ConfirmDialog
          title={`${countedFiles(files)} not sent yet`}
          confirmLabel="Sign out"
          cancelLabel="Stay"
          onConfirm={async () => leave()}
          onClose={() => setLeave(undefined)}
        >
          {files.some(({ warning }) => warning)
            ? 'What this device cannot keep is lost when you sign out. Stay until it has been sent.'
            : 'What is not sent stays on this device and is sent when you sign in here again. Nobody else sees it.'}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface FilesDialogProps {
  files: readonly ShownFile[];
  onClose: () => void;
}

function FilesDialog({ files, onClose }: FilesDialogProps) {
  return (
    <Dialog
      isOpen
      title="Files that are not sent yet"
      onClose={onClose}
      className={styles.dialog ?? ''}
    >
      <DialogBody>
        <p className="quiet">
          They are kept on this device until the server has stored them. You can go on working and
          close this page.
        </p>
        <ul aria-label="Files that are not sent yet">
          {files.map((file) => (
            <PendingItem key={file.key} file={file} about={`For ${file.recordName}`} />
          ))}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={() => uploads().retry().catch(reportError)}>Send now</Button>
            <Button onClick={onClose}>Close</Button>
          </>
        }
      />
    </Dialog>
  );
}
