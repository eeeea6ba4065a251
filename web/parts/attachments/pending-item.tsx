import { Button, Intent, ProgressBar } from '@blueprintjs/core';
import { CrossIcon, PaperclipIcon } from '@blueprintjs/icons';
import styles from './attachments.module.css';
import type { PendingFile, Uploads } from './use-uploads.ts';

/** A file that is being sent, waits or failed, in a list of files. */
export function PendingItem({ pending, uploads }: { pending: PendingFile; uploads: Uploads }) {
  const { key, file, state, percent, error } = pending;
  return (
    <li className={styles.file}>
      <span className={styles.link}>
        <span className={styles.thumbnail}>
          <PaperclipIcon size={24} />
        </span>
        <span className={styles.name}>{file.name}</span>
      </span>
      {state === 'failed' ? (
        <>
          <span role="alert" className={styles.failed}>
            {error}
          </span>
          <span className={styles.buttons}>
            <Button size="small" onClick={() => uploads.retry(key)}>
              Try again
            </Button>
            <Button
              variant="minimal"
              icon={<CrossIcon />}
              aria-label={`Do not attach ${file.name}`}
              onClick={() => uploads.dismiss(key)}
            />
          </span>
        </>
      ) : (
        <span className={styles.about} role="status">
          <ProgressBar
            value={percent / 100}
            intent={Intent.PRIMARY}
            aria-label={`Upload of ${file.name}`}
          />
          <span className="quiet numeric">
            {state === 'waiting' ? 'Waits for the others' : `${percent}% sent`}
          </span>
        </span>
      )}
    </li>
  );
}
