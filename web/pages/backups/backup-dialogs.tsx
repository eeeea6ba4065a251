import {
  Button,
  Callout,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  Intent,
} from '@blueprintjs/core';
import type { Backup } from '@nimule/core/backups/schema';
import { useId, useState } from 'react';
import { OperationDialog } from '../../parts/operation-dialog.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { toast } from '../../ui/overlay/toaster.tsx';
import { InstantText, KeyValues } from '../../ui/values.tsx';
import { formatMegabytes, typeLabels, verificationLabels } from './backup-words.ts';
import styles from './backups.module.css';
import type { BackupWork } from './use-backup-work.ts';

interface BackupDialogProps {
  backup: Backup;
  onClose: () => void;
}

const CONFIRMING_WORD = 'RESTORE';

interface RestoreDialogProps extends BackupDialogProps {
  onConfirm: () => void;
  /** Why it cannot be started now. */
  refusal: string | undefined;
}

/** Asks before all data are replaced (seeds/001 2), and says what happens next. The work goes on after it is closed. */
export function RestoreDialog({ backup, refusal, onConfirm, onClose }: RestoreDialogProps) {
  const [word, setWord] = useState('');
  const inputId = useId();
  const isTyped = word.trim().toUpperCase() === CONFIRMING_WORD;
  const unconfirmed = isTyped ? undefined : `Type ${CONFIRMING_WORD} first.`;
  return (
    <ConfirmDialog
      title="Restore Database"
      confirmLabel="Restore database"
      destructive
      disabledReason={refusal ?? unconfirmed}
      onConfirm={async () => onConfirm()}
      onClose={onClose}
    >
      <div className={styles.restore}>
        <Callout compact intent={Intent.DANGER}>
          This will replace ALL current data with the backup data. This action cannot be undone.
        </Callout>
        <p className={styles.breaking}>
          <strong>{backup.filename}</strong>
        </p>
        <KeyValues
          items={[
            { label: 'Created', value: <InstantText at={backup.created} /> },
            { label: 'Size', value: `${formatMegabytes(backup.size)} MB` },
            { label: 'Type', value: typeLabels[backup.type] },
            { label: 'Verification', value: verificationLabels[backup.verification] },
          ]}
        />
        <div>
          <strong>What happens next</strong>
          <ol className={styles.steps}>
            <li>A backup of the present data is made first.</li>
            <li>Everybody else is signed out, and nobody can work meanwhile.</li>
            <li>Jobs and outgoing messages stay paused until you resume them on this page.</li>
          </ol>
        </div>
        <FormGroup label={`Type ${CONFIRMING_WORD} to confirm`} labelFor={inputId}>
          <InputGroup
            id={inputId}
            value={word}
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setWord(event.target.value)}
          />
        </FormGroup>
      </div>
    </ConfirmDialog>
  );
}

/** Asks before a file is deleted (seeds/001 2). */
export function DeleteBackupDialog({ backup: { filename }, onClose }: BackupDialogProps) {
  return (
    <OperationDialog
      title="Delete Backup"
      confirmLabel="Delete backup"
      destructive
      operation="deleteBackup"
      input={{ params: { filename } }}
      failure="Failed to delete backup"
      failureTitle="Delete Failed"
      done={({ message }) => toast('Backup Deleted', message)}
      onClose={onClose}
    >
      <p className={styles.breaking}>
        Are you sure you want to delete {filename}? This action cannot be undone.
      </p>
    </OperationDialog>
  );
}

interface CreateBackupDialogProps {
  work: BackupWork;
  onClose: () => void;
}

/** Asks before a backup is made by an address, which may have been followed by mistake. */
export function CreateBackupDialog({ work, onClose }: CreateBackupDialogProps) {
  return (
    <ConfirmDialog
      title="Back up now?"
      confirmLabel="Create backup"
      disabledReason={work.refusal}
      onConfirm={async () => work.create()}
      onClose={onClose}
    >
      <p>A copy of all data is made and verified. You can go on working meanwhile.</p>
    </ConfirmDialog>
  );
}

/** Says what runs again before it does. */
export function ResumeDialog({ onClose }: { onClose: () => void }) {
  return (
    <OperationDialog
      title="Resume Jobs and Messages"
      confirmLabel="Resume"
      operation="resumeAfterRestore"
      input={{}}
      failure="Failed to resume jobs and messages"
      failureTitle="Resume Failed"
      done={({ message }) => toast('Jobs and Messages Resumed', message)}
      onClose={onClose}
    >
      <p>
        First record the payments that were received after the backup was made. Otherwise customers
        who have paid may be disconnected.
      </p>
      <ul className={styles.steps}>
        <li>
          Scheduled jobs run again, and those that are due run now: monthly billing, and the
          disconnection of customers with overdue invoices.
        </li>
        <li>Billing runs and disconnections can be started by hand again.</li>
        <li>
          E-mails of invoices are not sent again by this. Those that are shown as Unknown were being
          sent when the backup was made: ask the customer before you send them again.
        </li>
      </ul>
    </OperationDialog>
  );
}

/** What the last verification found. */
export function ProblemsDialog({ backup, onClose }: BackupDialogProps) {
  useReturnFocus();
  return (
    <Dialog isOpen title="Verification Failed" onClose={onClose}>
      <DialogBody>
        <p className={styles.breaking}>
          <strong>{backup.filename}</strong>, verified <InstantText at={backup.verifiedAt} />
        </p>
        <ul className={styles.steps}>
          {backup.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter actions={<Button onClick={onClose}>Close</Button>} />
    </Dialog>
  );
}
