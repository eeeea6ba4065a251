import type { Ctx } from '../context.ts';
import type { Report, Scratch } from '../database/dump/engine.ts';
import { loadDump } from '../database/dump/load.ts';
import { type CheckedFile, checkFile } from '../database/dump/manifest.ts';
import { migrate } from '../database/migrate.ts';
import { AppError, isAppError } from '../kernel/errors.ts';
import { audit } from '../records/audit.ts';
import { checkStoredBooks } from '../reports/checks/service.ts';
import { keyOfBackup, recordedKeyOf } from '../reports/secret-key/service.ts';
import type { VerifyResult } from './schema.ts';
import { copyElsewhere, reportingAlso, writeBackup } from './service-create.ts';
import { engineOf, onScratch, parallelOf } from './service-engine.ts';
import { type BackupFile, findFile, prune } from './service-files.ts';
import { readJournal, writeJournal } from './service-journal.ts';
import { explainFault, type Held, withBackupLock, within } from './service-lock.ts';

export interface Loaded {
  scratch: Scratch;
  checked: CheckedFile;
  /** What differs from the manifest, and unsound books; empty for a whole backup. */
  problems: string[];
}

/**
 * Checks a backup file and loads it into a scratch database at this program's schema version, compared and with its
 * books checked. The caller drops the scratch database; one that is not disposable may replace the present one.
 * @throws AppError rule `backup.broken` when the file is no whole backup.
 */
export async function loadBackup(
  ctx: Ctx,
  file: BackupFile,
  { isDisposable, report }: { isDisposable: boolean; report: Report },
): Promise<Loaded> {
  report('Checking the file', 0);
  const checked = await checkFile(file.path, (read, of) =>
    report('Checking the file', (10 * read) / of),
  );
  // Killed attempts may have filled the disk.
  await engineOf(ctx).removeScratch();
  const scratch = await engineOf(ctx).createScratch(report);
  try {
    const problems = await loadDump(scratch, file.path, checked, {
      parallel: parallelOf(ctx),
      isDisposable,
      report,
    });
    report('Bringing the schema forward', 99);
    await migrate(scratch.pool);
    const restored = onScratch(ctx, scratch);
    const key = await recordedKeyOf(restored.db);
    if (key !== undefined && key !== checked.manifest.secretKey)
      problems.push(
        `Its data are encrypted with the key of fingerprint ${key}, its manifest names ${checked.manifest.secretKey}.`,
      );
    report('Checking the books', 99);
    const books = await checkStoredBooks(restored, parallelOf(ctx));
    for (const { name, isSound, detail } of books.checks) {
      if (!isSound) problems.push(`The books are not sound: ${name}. ${detail}`);
    }
    return { scratch, checked, problems };
  } catch (error) {
    await scratch.drop().catch(() => {});
    throw error;
  }
}

/**
 * Restores a backup into a scratch database, compares every table with its manifest and checks the books.
 * @throws AppError notFound, conflict `backup.busy`, unavailable when it could not be tried.
 */
export async function verifyBackup(
  ctx: Ctx,
  filename: string,
  onReport?: Report,
): Promise<VerifyResult> {
  const result = await withBackupLock(ctx, 'verify', async (held) => {
    held.name(filename);
    return verifyFile(ctx, await findFile(ctx, filename), reportingAlso(held, onReport));
  });
  await audit(ctx, {
    action: 'backup.verify',
    entity: 'backup',
    entityId: filename,
    facts: { verified: result.verified, problems: result.problems },
  });
  // Without the lock: a copy may take hours, and a restore must not wait for it.
  if (result.verified) await copyElsewhere(ctx, filename);
  return result;
}

async function verifyFile(ctx: Ctx, file: BackupFile, held: Held): Promise<VerifyResult> {
  const begun = Date.now();
  const { filename, bytes } = file;
  const loading = loadBackup(ctx, file, { isDisposable: true, report: held.report });
  const loaded = await loading.catch((error: unknown) => {
    if (isAppError(error) && error.code === 'backup.broken') return error;
    throw error;
  });
  const seconds = () => Math.round((Date.now() - begun) / 100) / 10;
  if (loaded instanceof AppError) {
    const problems = [loaded.message];
    await writeJournal(ctx, {
      event: 'backup.differs',
      file: filename,
      sha256: '',
      bytes,
      problems,
    });
    return { filename, verified: false, problems, tables: 0, rows: 0, seconds: seconds() };
  }
  const { scratch, checked, problems } = loaded;
  // A restore would fail by the rights of the database as well.
  const refused = await scratch.takeRights().finally(() => scratch.drop());
  const tables = Object.values(checked.manifest.tables);
  const { sha256 } = checked;
  if (problems.length > 0) {
    await writeJournal(ctx, { event: 'backup.differs', file: filename, sha256, bytes, problems });
  } else {
    await writeJournal(ctx, {
      event: 'backup.verified',
      file: filename,
      sha256,
      bytes,
      ...(refused.length > 0 ? { toSetAgain: refused } : {}),
    });
    if (await isOfPresentData(ctx, filename, sha256)) await engineOf(ctx).removeReplaced();
  }
  return {
    filename,
    verified: problems.length === 0,
    problems,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    seconds: seconds(),
  };
}

/**
 * Whether a backup was made after the last restore, so that it shows that the restored database can be backed up and
 * loaded. Until such a one is verified, the replaced database stays: the only copy after a restore without a safety
 * backup.
 */
async function isOfPresentData(ctx: Ctx, filename: string, sha256: string): Promise<boolean> {
  const journal = await readJournal(ctx.config.backupDir);
  // Whatever it says of a restore: one that was killed may have replaced the database without a line `restore.done`.
  const restored = journal.findLastIndex(({ event }) => event.startsWith('restore.'));
  const created = journal.findLastIndex(
    (line) => line.event === 'backup.created' && line.file === filename && line.sha256 === sha256,
  );
  return created > restored;
}

/** How long the nightly backup waits for other work in the backup directory. */
const WAIT_LIMIT_MS = 2 * 60 * 60_000;
const WAIT_STEP_MS = 10_000;

/**
 * The nightly backup: makes one, verifies it, copies it elsewhere (seeds/001 4 and 9).
 * @throws AppError when any of it fails, so that the job is recorded as failed.
 */
export async function runScheduledBackup(ctx: Ctx): Promise<string> {
  const until = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    try {
      const { filename, size, seconds } = await withBackupLock(ctx, 'backup', (held) =>
        makeVerified(ctx, held),
      );
      await copyElsewhere(ctx, filename);
      return `${filename}, ${size} MB, verified in ${seconds} s`;
    } catch (error) {
      const isBusy = isAppError(error) && error.code === 'backup.busy';
      if (!isBusy || Date.now() > until || ctx.stopping?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
    }
  }
}

/** Makes a scheduled backup and verifies it; the journal tells when the file was made and could not be verified. */
async function makeVerified(
  ctx: Ctx,
  held: Held,
): Promise<{ filename: string; size: number; seconds: number }> {
  const secretKey = await keyOfBackup(ctx);
  const made = { type: 'scheduled', secretKey } as const;
  const { filename, size } = await writeBackup(ctx, made, within(held, 0, 50));
  try {
    await prune(ctx);
    const file = await findFile(ctx, filename);
    const { verified, problems, seconds } = await verifyFile(ctx, file, within(held, 50, 100));
    if (verified) return { filename, size, seconds };
    throw new AppError(
      'rule',
      'backup.differs',
      `The backup ${filename} was made, but its verification failed: ${problems[0]}`,
    );
  } catch (error) {
    const fault = explainFault(error);
    // Differences are in the journal already.
    if (!(isAppError(fault) && fault.code === 'backup.differs')) {
      const reason = fault instanceof Error ? fault.message : String(fault);
      await writeJournal(ctx, {
        event: 'backup.failed',
        type: 'scheduled',
        file: filename,
        reason,
      }).catch(() => {});
    }
    throw fault;
  }
}
