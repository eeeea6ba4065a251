import { Button, Callout, Intent } from '@blueprintjs/core';
import { PlusIcon, RefreshIcon } from '@blueprintjs/icons';
import { BACKUPS_KEPT, type BackupStats, type Pause } from '@nimule/core/backups/schema';
import { formatInstant } from '@nimule/core/kernel/dates';
import { type ReactNode, useState } from 'react';
import { titleOf } from '../../app/modules.ts';
import { useRevalidate } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useAdding } from '../../parts/shown-record.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useRefusal } from '../../ui/allowed.tsx';
import { Spread } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { ProgressPanel } from '../../ui/progress-panel.tsx';
import { relativeTime } from '../../ui/relative-time.ts';
import { Figures } from '../../ui/stat-card.tsx';
import { Id, InstantText } from '../../ui/values.tsx';
import { CreateBackupDialog, ResumeDialog } from './backup-dialogs.tsx';
import { formatMegabytes, titleOfWork } from './backup-words.ts';
import { BackupsTable } from './backups-table.tsx';
import styles from './backups.module.css';
import {
  type BackupWork,
  LIST_POLL_MS,
  useBackupWork,
  type WorkFailure,
} from './use-backup-work.ts';

/** Database Backup & Recovery (seeds/001 2). */
export function BackupsPage() {
  const stats = useRead('getBackupStats', undefined, { pollMs: LIST_POLL_MS });
  const work = useBackupWork();
  const revalidate = useRevalidate();
  const asking = useAdding('backup');
  return (
    <Page
      title={titleOf('backups')}
      description="Copies of all data, and the way back."
      actions={
        <>
          <ActionButton
            icon={<RefreshIcon />}
            loading={stats.isRefreshing}
            onClick={() => revalidate(['backups'])}
          >
            Refresh
          </ActionButton>
          <ActionButton
            intent={Intent.PRIMARY}
            icon={<PlusIcon />}
            disabledReason={work.refusal}
            onClick={work.create}
          >
            Create Manual Backup
          </ActionButton>
        </>
      }
    >
      <Notices stats={stats.data} work={work} />
      <Figures
        title="Backups in figures"
        read={stats}
        figures={[
          {
            title: 'Total Backups',
            value: ({ totalBackups }) => totalBackups,
            subtitle: `the last ${BACKUPS_KEPT} are kept`,
          },
          {
            title: 'Total Size (MB)',
            value: ({ totalSizeMB }) => formatMegabytes(totalSizeMB),
            subtitle: 'of all files',
          },
          {
            title: 'Last Backup',
            value: ({ lastBackup }) =>
              lastBackup ? (relativeTime(lastBackup, new Date()) ?? 'Unknown') : 'None',
            subtitle: ({ lastBackup }) =>
              lastBackup ? <InstantText at={lastBackup} /> : 'no backup yet',
          },
          {
            title: 'Auto Backups',
            value: () => 'Daily at 2:00 AM',
            subtitle: 'Juba time, then verified',
          },
        ]}
      />
      <AboutBackups stats={stats.data} />
      <BackupsTable work={work} />
      {asking.isOpen && <CreateBackupDialog work={work} onClose={asking.close} />}
    </Page>
  );
}

interface NoticesProps {
  stats: BackupStats | undefined;
  work: BackupWork;
}

/** What needs attention, and what runs. */
function Notices({ stats, work }: NoticesProps) {
  const [isResuming, setResuming] = useState(false);
  const mayNot = useRefusal()('backup.manage');
  const { running, failure } = work;
  return (
    <>
      {failure && <FailureNotice failure={failure} onDismiss={work.dismissFailure} />}
      {stats?.alert && <BackupAlert alert={stats.alert} />}
      {stats?.pause && (
        <PausedNotice
          pause={stats.pause}
          action={
            <ActionButton disabledReason={mayNot} onClick={() => setResuming(true)}>
              Resume
            </ActionButton>
          }
        />
      )}
      {running ? (
        <ProgressPanel
          title={titleOfWork(running)}
          state="running"
          percent={running.percent}
          detail={`${running.step}${running.by ? ` · started by ${running.by}` : ''} · You can leave this page; the work goes on.`}
        />
      ) : (
        work.isStarting && <ProgressPanel title="Starting" state="running" />
      )}
      {isResuming && <ResumeDialog onClose={() => setResuming(false)} />}
    </>
  );
}

interface FailureNoticeProps {
  failure: WorkFailure;
  onDismiss: () => void;
}

function FailureNotice({ failure: { title, filename, reasons }, onDismiss }: FailureNoticeProps) {
  return (
    <Notice
      intent={Intent.DANGER}
      title={filename ? `${title}: ${filename}` : title}
      action={
        <Button onClick={onDismiss} aria-label={`Dismiss '${title}'`}>
          Dismiss
        </Button>
      }
    >
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** How the backups are made and kept (seeds/001 2). */
function AboutBackups({ stats }: { stats: BackupStats | undefined }) {
  return (
    <section aria-label="How backups are made" className={styles.aboutPart}>
      <ul className={styles.about}>
        <li>Automatic backups run daily at 2:00 AM.</li>
        <li>The last {BACKUPS_KEPT} backups are kept.</li>
        <li>
          They are stored in the server backup directory
          {stats ? (
            <>
              : <Id value={stats.directory} plain />
            </>
          ) : (
            '.'
          )}
        </li>
        <li>The format is PostgreSQL dump files (.sql).</li>
        <li>Manual backups are instant, full dumps with the same retention.</li>
        {stats && (
          <li>
            {stats.copiedTo
              ? `Each verified backup is copied to ${stats.copiedTo}.`
              : 'No copy is kept on another machine. The guide says how to set one up.'}
          </li>
        )}
      </ul>
    </section>
  );
}

interface NoticeProps {
  intent: Intent;
  title: string;
  children: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
}

/** A notice above a page's content, with what to do about it. */
function Notice({ intent, title, children, action }: NoticeProps) {
  return (
    <Callout compact intent={intent} role={intent === Intent.DANGER ? 'alert' : 'status'}>
      <Spread>
        <div>
          <strong>{title}</strong>
          <div>{children}</div>
        </div>
        {action}
      </Spread>
    </Callout>
  );
}

interface BackupAlertProps {
  /** `alert` of the backups' stats. */
  alert: string;
  action?: ReactNode;
}

/** A failed or missing backup, or a copy that failed. */
function BackupAlert({ alert, action }: BackupAlertProps) {
  return (
    <Notice intent={Intent.DANGER} title="The backups need attention" action={action}>
      {alert}
    </Notice>
  );
}

interface PausedNoticeProps {
  pause: Pause;
  action?: ReactNode;
}

/** Jobs and outgoing messages stand still after a restore. */
function PausedNotice({ pause: { since, by, filename }, action }: PausedNoticeProps) {
  return (
    <Notice intent={Intent.WARNING} title="Jobs and outgoing messages are paused" action={action}>
      Since {formatInstant(since)}, when {by} restored {filename}.
    </Notice>
  );
}
