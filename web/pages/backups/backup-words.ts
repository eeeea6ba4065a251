import type { Backup, BackupProgress, BackupType } from '@nimule/core/backups/schema';

export const typeLabels: Record<BackupType, string> = { manual: 'Manual', scheduled: 'Scheduled' };

export const verificationLabels: Record<Backup['verification'], string> = {
  verified: 'Verified',
  unverified: 'Not verified',
  failed: 'Failed',
};

const megabytes = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** '1,234.50'. */
export function formatMegabytes(size: number): string {
  return megabytes.format(size);
}

/** Work that is under way; `work` is set. */
export type RunningWork = BackupProgress & { work: NonNullable<BackupProgress['work']> };

export function isRunning(progress: BackupProgress | undefined): progress is RunningWork {
  return progress !== undefined && progress.work !== null;
}

const titles: Record<RunningWork['work'], string> = {
  backup: 'Making a backup',
  verify: 'Verifying a backup',
  restore: 'Restoring a backup',
  move: 'Moving the data to a server',
};

export function titleOfWork({ work, filename }: RunningWork): string {
  return filename ? `${titles[work]}: ${filename}` : titles[work];
}

const reasons: Record<RunningWork['work'], string> = {
  backup: 'A backup is being made',
  verify: 'A backup is being verified',
  restore: 'A backup is being restored',
  move: 'The data are being moved to a server',
};

/** Why nothing else can be started: 'A backup is being verified by Grace Akol.' */
export function reasonOfWork({ work, by }: RunningWork): string {
  return by ? `${reasons[work]} by ${by}.` : `${reasons[work]}.`;
}
