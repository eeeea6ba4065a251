import { Button, Intent, ProgressBar } from '@blueprintjs/core';
import { DownloadIcon, PaperclipIcon, TrashIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useConnected } from '../../client/connection.ts';
import { save } from '../../client/download.ts';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import type { ShownFile } from '../uploads/queued-file.ts';
import { uploads } from '../uploads/uploads.ts';
import styles from './attachments.module.css';

interface PendingItemProps {
  file: ShownFile;
  /** What it is, or is for. */
  about: string;
}

async function saveFile({ key, name }: ShownFile): Promise<void> {
  const content = await uploads().content(key);
  if (content) save(content, name);
}

/** A file that is not on the server yet, in a list of files. */
export function PendingItem({ file, about }: PendingItemProps) {
  const { key, name, state, recordName, refusal, trouble, warning } = file;
  const [isDiscarding, setDiscarding] = useState(false);
  const why = refusal ?? trouble;
  return (
    <li className={styles.file}>
      <span className={styles.link}>
        <span className={styles.thumbnail}>
          <PaperclipIcon size={24} />
        </span>
        <span className={styles.name}>
          {name}
          <span className={`quiet ${styles.purpose}`}>{about}</span>
        </span>
      </span>
      <span className={styles.about}>
        {why === undefined ? (
          <Progress file={file} />
        ) : (
          <span role="alert" className={refusal === undefined ? 'quiet' : styles.failed}>
            {why}
          </span>
        )}
        {warning && (
          <span role="alert" className={styles.failed}>
            {warning}
          </span>
        )}
      </span>
      <span className={styles.buttons}>
        {why !== undefined && (
          <Button size="small" onClick={() => uploads().retry(key).catch(reportError)}>
            Try again
          </Button>
        )}
        {state === 'refused' && (
          <Button
            variant="minimal"
            icon={<DownloadIcon />}
            aria-label={`Save ${name} on this device`}
            title="Save on this device"
            onClick={() => saveFile(file).catch(reportError)}
          />
        )}
        {state !== 'sending' && (
          <Button
            variant="minimal"
            icon={<TrashIcon />}
            aria-label={`Do not attach ${name}`}
            title="Do not attach"
            onClick={() => setDiscarding(true)}
          />
        )}
      </span>
      {isDiscarding && (
        <ConfirmDialog
          title={`Do not attach ${name}?`}
          confirmLabel="Do not attach"
          destructive
          onConfirm={() => uploads().discard(key)}
          onClose={() => setDiscarding(false)}
        >
          {name} is not sent to {recordName}, and the portal no longer keeps it on this device. This
          cannot be undone.
        </ConfirmDialog>
      )}
    </li>
  );
}

function Progress({ file: { name, state, percent } }: { file: ShownFile }) {
  const isConnected = useConnected();
  return (
    <span role="status">
      <ProgressBar
        value={percent / 100}
        intent={Intent.PRIMARY}
        animate={state === 'sending'}
        stripes={state === 'sending'}
        aria-label={`Upload of ${name}`}
      />
      <span className="quiet numeric">
        {state === 'sending'
          ? `${percent}% sent`
          : isConnected
            ? 'Waits to be sent'
            : 'Waits for a connection'}
      </span>
    </span>
  );
}
