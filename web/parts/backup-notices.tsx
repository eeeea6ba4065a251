import { Callout, Intent } from '@blueprintjs/core';
import type { Pause } from '@nimule/core/backups/schema';
import { formatInstant } from '@nimule/core/kernel/dates';
import type { ReactNode } from 'react';
import { Spread } from '../ui/layout.tsx';

interface NoticeProps {
  intent: Intent;
  title: string;
  children: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
}

/** A notice above a page's content, with what to do about it. */
export function Notice({ intent, title, children, action }: NoticeProps) {
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
export function BackupAlert({ alert, action }: BackupAlertProps) {
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
export function PausedNotice({ pause: { since, by, filename }, action }: PausedNoticeProps) {
  return (
    <Notice intent={Intent.WARNING} title="Jobs and outgoing messages are paused" action={action}>
      Since {formatInstant(since)}, when {by} restored {filename}.
    </Notice>
  );
}
