import { DownloadIcon, EndorsedIcon, HistoryIcon, TrashIcon } from '@blueprintjs/icons';
import type { Backup } from '@nimule/core/backups/schema';
import { useId } from 'react';
import { download } from '../../client/download.ts';
import { ClientError } from '../../client/errors.ts';
import { useRead } from '../../client/use-read.ts';
import { useRefusal } from '../../ui/allowed.tsx';
import { TwoLines } from '../../ui/layout.tsx';
import { useDialogs } from '../../ui/overlay/dialogs.ts';
import { toast, toastFailure } from '../../ui/overlay/toaster.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { instantColumn } from '../../ui/table/columns.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { pageOf, useListState } from '../../ui/table/list-state.ts';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { Label, StatusTag } from '../../ui/tags.tsx';
import { Id } from '../../ui/values.tsx';
import { DeleteBackupDialog, ProblemsDialog, RestoreDialog } from './backup-dialogs.tsx';
import { formatMegabytes, typeLabels, verificationLabels } from './backup-words.ts';
import styles from './backups.module.css';
import { type BackupWork, LIST_POLL_MS } from './use-backup-work.ts';

function columnsWith(onProblems: (backup: Backup) => void): readonly Column<Backup>[] {
  return [
    {
      id: 'filename',
      header: 'File name',
      kind: 'id',
      priority: 1,
      cell: ({ filename, created }) => (
        <TwoLines quiet={relativeTime(created, new Date()) ?? 'Unknown'}>
          <Id value={filename} plain />
        </TwoLines>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      kind: 'tag',
      // Type and time are also in the file name.
      lesser: true,
      cell: ({ type }) => <Label>{typeLabels[type]}</Label>,
    },
    {
      id: 'verification',
      header: 'Verification',
      kind: 'tag',
      cell: (backup) => <Verification backup={backup} onProblems={() => onProblems(backup)} />,
    },
    {
      id: 'size',
      header: 'Size (MB)',
      kind: 'count',
      cell: ({ size }) => formatMegabytes(size),
    },
    instantColumn('created', 'Created', { lesser: true }),
  ];
}

interface VerificationProps {
  backup: Backup;
  onProblems: () => void;
}

function Verification({ backup, onProblems }: VerificationProps) {
  const { filename, verification, verifiedAt, problems } = backup;
  const tag = <StatusTag status={verification} label={verificationLabels[verification]} />;
  if (problems.length === 0)
    return <span title={verifiedAt ? undefined : 'It has not been restored yet.'}>{tag}</span>;
  return (
    <span className={styles.verification}>
      {tag}
      <button
        type="button"
        className={styles.link}
        aria-label={`What differs in ${filename}`}
        onClick={onProblems}
      >
        What differs
      </button>
    </span>
  );
}

/** Backup History (seeds/001 2): at most some forty files, read at once and paged here. */
export function BackupsTable({ work }: { work: BackupWork }) {
  const list = useListState({ sort: '-created', pageSize: 50 });
  const read = useRead('listBackups', undefined, { pollMs: LIST_POLL_MS });
  const mayNot = useRefusal()('backup.manage');
  const { open, dialog } = useDialogs({
    restore: (backup: Backup, close) => (
      <RestoreDialog
        backup={backup}
        refusal={work.refusal}
        onConfirm={() => work.restore(backup)}
        onClose={close}
      />
    ),
    delete: (backup: Backup, close) => <DeleteBackupDialog backup={backup} onClose={close} />,
    problems: (backup: Backup, close) => <ProblemsDialog backup={backup} onClose={close} />,
  });
  const save = ({ filename }: Backup) => {
    toast('Download Started', `${filename} holds all data: keep it where only you can read it.`);
    download('downloadBackup', { params: { filename } }, filename).catch((error) => {
      if (error instanceof ClientError) toastFailure(error, 'Download Failed');
      else reportError(error);
    });
  };
  const actions = (backup: Backup): RowAction[] => [
    {
      label: 'Restore',
      isGrave: true,
      icon: <HistoryIcon />,
      prominent: true,
      onClick: () => open('restore', backup),
      disabledReason: work.refusal,
    },
    {
      label: 'Verify',
      icon: <EndorsedIcon />,
      prominent: true,
      onClick: () => work.verify(backup),
      disabledReason: work.refusal,
    },
    {
      label: 'Download',
      icon: <DownloadIcon />,
      prominent: true,
      onClick: () => save(backup),
      disabledReason: mayNot,
    },
    {
      label: 'Delete',
      icon: <TrashIcon />,
      prominent: true,
      destructive: true,
      onClick: () => open('delete', backup),
      disabledReason: work.refusal,
    },
  ];
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.history}>
      <h2 id={headingId} className={styles.heading}>
        Backup History
      </h2>
      <DataTable
        label="Backups"
        columns={columnsWith((backup) => open('problems', backup))}
        rowKey={({ filename }) => filename}
        rowName={({ filename }) => filename}
        read={{
          ...read,
          // The polls do not dim the rows.
          isRefreshing: false,
          data: read.data && pageOf(read.data, list),
        }}
        list={list}
        empty={{
          title: 'No backups found',
          description: 'Create your first backup to get started',
        }}
        actions={actions}
      />
      {dialog}
    </section>
  );
}
