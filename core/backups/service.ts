import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Ctx, transact } from '../context.ts';
import { getInstalledAt } from '../database/migrate.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { formatInstant } from '../kernel/dates.ts';
import { AppError } from '../kernel/errors.ts';
import { audit } from '../records/audit.ts';
import { clearPause, getPause } from '../records/pause.ts';
import { NIGHT_LIMIT_HOURS } from './rules.ts';
import type { Backup, BackupProgress, BackupStats } from './schema.ts';
import { findFile, findFiles, megabytes, readBackups, syncDirectory } from './service-files.ts';
import { type JournalLine, readJournal, writeJournal } from './service-journal.ts';
import { readProgress, withBackupLock } from './service-lock.ts';

/** All backups, newest first (seeds/001 7). */
export function listBackups(ctx: Ctx): Promise<Backup[]> {
  return readBackups(ctx.config.backupDir);
}

export function getBackupProgress(ctx: Ctx): Promise<BackupProgress> {
  return readProgress(ctx.config.backupDir);
}

/** Totals of the backups and what is wrong with them (seeds/001 7). */
export async function getBackupStats(ctx: Ctx): Promise<BackupStats> {
  const { backupDir, backupCopy } = ctx.config;
  const [files, backups, health, pause] = await Promise.all([
    findFiles(backupDir),
    readBackups(backupDir),
    findBackupHealth(ctx),
    getPause(ctx.db),
  ]);
  return {
    totalBackups: files.length,
    totalSizeMB: megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0)),
    lastBackup: backups[0]?.created ?? null,
    directory: backupDir,
    alert: health.alert ?? null,
    // Of a command its name: the rest may hold a password.
    copiedTo: backupCopy?.split(' ')[0] ?? null,
    pause: pause ?? null,
  };
}

export interface BackupHealth {
  lastSuccess?: Date;
  lastVerified?: Date;
  /** A failed or missing night, or a failed copy: a sentence for the user. */
  alert?: string;
}

/** When the last backups succeeded, and what is wrong, from the journal in the backup directory. */
export async function findBackupHealth(ctx: Ctx): Promise<BackupHealth> {
  const journal = await readJournal(ctx.config.backupDir);
  const last = (wanted: (line: JournalLine) => boolean) => journal.findLast(wanted);
  const success = last(({ event }) => event === 'backup.created');
  const verified = last(({ event }) => event === 'backup.verified');
  return {
    ...(success ? { lastSuccess: new Date(success.at) } : {}),
    ...(verified ? { lastVerified: new Date(verified.at) } : {}),
    alert: nightAlert(journal) ?? (await missingNight(ctx, journal)),
  };
}

/** What failed since the last scheduled backup that was verified and copied. */
function nightAlert(journal: readonly JournalLine[]): string | undefined {
  const scheduled = journal.findLastIndex((line) => 'type' in line && line.type === 'scheduled');
  const night = journal[scheduled];
  if (!night) return undefined;
  const when = formatInstant(new Date(night.at));
  if (night.event === 'backup.failed') {
    return `The automatic backup of ${when} failed: ${night.reason}`;
  }
  if (night.event !== 'backup.created') return undefined;
  const results = journal
    .slice(scheduled)
    .filter((line) => 'file' in line && line.file === night.file);
  const result = results.findLast(({ event }) => /^backup\.(?:verified|differs)$/.test(event));
  if (result?.event === 'backup.differs') {
    return `The verification of ${night.file} failed: ${result.problems[0]}`;
  }
  const copy = results.findLast(({ event }) => /^backup\.cop(?:ied|yFailed)$/.test(event));
  if (copy?.event === 'backup.copyFailed') {
    return `The copy of ${night.file} elsewhere failed: ${copy.reason}`;
  }
  return undefined;
}

const HOUR_MS = 60 * 60_000;

async function missingNight(
  ctx: Ctx,
  journal: readonly JournalLine[],
): Promise<string | undefined> {
  const limit = ctx.clock().getTime() - NIGHT_LIMIT_HOURS * HOUR_MS;
  const night = journal.findLast(
    (line) => line.event === 'backup.created' && line.type === 'scheduled',
  );
  if (night) {
    const at = new Date(night.at);
    if (at.getTime() >= limit) return undefined;
    return `There has been no automatic backup since ${formatInstant(at)}.`;
  }
  const installedAt = await getInstalledAt(ctx.db);
  if (installedAt.getTime() >= limit) return undefined;
  return 'There has been no automatic backup yet. The server must run at 2:00 AM, or later that day.';
}

/**
 * Deletes a backup (seeds/001 4).
 * @throws AppError notFound, conflict `backup.busy`.
 */
export async function deleteBackup(ctx: Ctx, filename: string): Promise<{ message: string }> {
  await findFile(ctx, filename);
  await withBackupLock(ctx, 'backup', async (held) => {
    held.name(filename);
    held.report('Deleting');
    const { path } = await findFile(ctx, filename);
    await rm(path);
    await syncDirectory(ctx.config.backupDir);
    await writeJournal(ctx, { event: 'backup.deleted', file: filename, reason: 'asked' });
  });
  await audit(ctx, { action: 'backup.delete', entity: 'backup', entityId: filename });
  return { message: `${filename} was deleted.` };
}

/** The file of a backup, streamed. @throws AppError notFound. */
export async function downloadBackup(ctx: Ctx, filename: string): Promise<FileAnswer> {
  const { path } = await findFile(ctx, filename);
  await audit(ctx, { action: 'backup.download', entity: 'backup', entityId: filename });
  return { filename, contentType: 'application/sql', body: createReadStream(path) };
}

/**
 * Lets jobs and outgoing messages run again after a restore (decision 38).
 * @throws AppError rule `backup.notPaused`.
 */
export async function resumeAfterRestore(ctx: Ctx): Promise<{ message: string }> {
  const pause = await transact(ctx, async (tx) => {
    const found = await getPause(tx.db);
    if (!found) {
      throw new AppError('rule', 'backup.notPaused', 'Jobs and messages are not paused.');
    }
    await clearPause(tx);
    await audit(tx, { action: 'backup.resume', entity: 'backup', entityId: found.filename });
    return found;
  });
  await writeJournal(ctx, { event: 'pause.ended', file: pause.filename });
  return { message: 'Jobs and outgoing messages run again.' };
}
