import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { copyFile, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withoutSecrets } from '../config.ts';
import type { Ctx } from '../context.ts';
import type { Dumped, Report } from '../database/dump/engine.ts';
import { hashFile, manifestEnd, manifestStart } from '../database/dump/manifest.ts';
import { actorName } from '../identity/actor.ts';
import { AppError } from '../kernel/errors.ts';
import { programVersion } from '../kernel/version.ts';
import { audit } from '../records/audit.ts';
import { keyOfBackup } from '../reports/secret-key/service.ts';
import { backupName, jubaTime } from './rules.ts';
import type { BackupType } from './schema.ts';
import { engineOf } from './service-engine.ts';
import { megabytes, prune, removeDrafts, syncDirectory } from './service-files.ts';
import { writeJournal } from './service-journal.ts';
import { explainFault, type Held, onlyForward, withBackupLock } from './service-lock.ts';

export interface MadeBackup {
  filename: string;
  /** In MB. */
  size: number;
  /** How long others waited for the database; 0 on PostgreSQL. */
  waitedMs: number;
}

/** Makes a backup of the whole database (seeds/001 4). @throws AppError conflict `backup.busy`, unavailable. */
export async function createBackup(
  ctx: Ctx,
  type: BackupType = 'manual',
  onReport?: Report,
): Promise<MadeBackup> {
  return withBackupLock(ctx, 'backup', async (held) => {
    const secretKey = await keyOfBackup(ctx);
    const made = await writeBackup(ctx, { type, secretKey }, reportingAlso(held, onReport));
    await prune(ctx);
    await audit(ctx, {
      action: 'backup.create',
      entity: 'backup',
      entityId: made.filename,
      facts: { size: made.size, type },
    });
    return made;
  });
}

/** Reports to those who ask, and to the caller. */
export function reportingAlso(held: Held, onReport?: Report): Held {
  const tell = onReport && onlyForward(onReport);
  return {
    ...held,
    report(step, percent) {
      held.report(step, percent);
      tell?.(step, percent);
    },
  };
}

interface Named {
  type: BackupType;
  /** The fingerprint of the key that the data are encrypted with (`keyOfBackup`). */
  secretKey: string;
}

type Dump = (file: string, report: Report) => Promise<Dumped>;

/**
 * Writes a backup file under a temporary name, syncs and renames it. Only for the holder of the lock, who then prunes old
 * ones, but not during a restore or a move: the file that is restored may be the oldest.
 */
export async function writeBackup(
  ctx: Ctx,
  { type, secretKey }: Named,
  held: Held,
  dump: Dump = engineOf(ctx).dump,
): Promise<MadeBackup> {
  const { backupDir } = ctx.config;
  await removeDrafts(backupDir);
  const createdAt = ctx.clock();
  const draft = join(backupDir, `${backupName(jubaTime(createdAt), type)}.tmp`);
  try {
    held.report('Writing the database');
    const contents = await dump(draft, held.report);
    held.report('Signing the file', 95);
    const { bytes, sha256 } = await appendManifest(ctx, draft, {
      type,
      secretKey,
      createdAt,
      contents,
    });
    const filename = await putInPlace(backupDir, draft, jubaTime(createdAt), type);
    held.name(filename);
    await writeJournal(ctx, { event: 'backup.created', file: filename, type, bytes, sha256 });
    return { filename, size: megabytes(bytes), waitedMs: contents.waitedMs };
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const fault = explainFault(error);
    const reason = fault instanceof Error ? fault.message : String(fault);
    await writeJournal(ctx, { event: 'backup.failed', type, reason }).catch(() => {});
    throw fault;
  }
}

interface Described extends Named {
  createdAt: Date;
  contents: Dumped;
}

async function appendManifest(
  ctx: Ctx,
  path: string,
  { type, secretKey, createdAt, contents }: Described,
): Promise<{ bytes: number; sha256: string }> {
  const start = manifestStart({
    format: 1,
    program: programVersion,
    database: contents.database,
    type,
    createdAt: createdAt.toISOString(),
    createdBy: actorName(ctx.actor),
    secretKey,
    schemaVersion: contents.schemaVersion,
    tables: contents.tables,
    trialBalanceCents: contents.trialBalanceCents,
    ...(contents.auditSeal !== undefined && { auditSeal: contents.auditSeal }),
  });
  const hash = createHash('sha256');
  await hashFile(hash, path, (await stat(path)).size);
  const sha256 = hash.update(start).digest('hex');
  const file = await open(path, 'a');
  try {
    await file.appendFile(start + manifestEnd(sha256));
    await file.sync();
    return { bytes: (await file.stat()).size, sha256 };
  } finally {
    await file.close();
  }
}

/** Gives the draft the first free name of its second; an existing file is never overwritten. */
async function putInPlace(
  directory: string,
  draft: string,
  localTime: string,
  type: BackupType,
): Promise<string> {
  for (let number = 0; ; number += 1) {
    const filename = backupName(localTime, type, number);
    try {
      await link(draft, join(directory, filename));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    await rm(draft);
    await syncDirectory(directory);
    return filename;
  }
}

/** A copy over a slow line may take this long. */
const COPY_LIMIT_MS = 6 * 60 * 60_000;

/**
 * Copies a verified file to ISP_BACKUP_COPY: into a directory, or by a command that gets its path as the last argument.
 * @throws AppError unavailable `backup.copyFailed` with the reason; it is in the journal too.
 */
export async function copyElsewhere(ctx: Ctx, filename: string): Promise<void> {
  const target = ctx.config.backupCopy;
  if (!target) return;
  const path = join(ctx.config.backupDir, filename);
  try {
    const place = await stat(target).catch(() => undefined);
    if (place?.isDirectory()) await copyInto(target, path);
    else if (/^\/\S+$/.test(target) && !place) {
      throw new Error(`There is no ${target}. If it is a directory of a disk, mount the disk.`);
    } else await runCommand(target, path);
    await writeJournal(ctx, { event: 'backup.copied', file: filename });
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : String(error);
    await writeJournal(ctx, { event: 'backup.copyFailed', file: filename, reason });
    const message = `The backup ${filename} is whole, but its copy elsewhere failed: ${reason}`;
    throw new AppError('unavailable', 'backup.copyFailed', message, { cause: error });
  }
}

async function copyInto(directory: string, path: string): Promise<void> {
  const target = join(directory, basename(path));
  await removeOldParts(directory);
  // A name of its own: two programs may copy the same file at once.
  const part = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await copyFile(path, part);
    const file = await open(part, 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

const PART = /^nimule-[0-9a-z-]{1,50}\.sql(?:\.[0-9a-f]{8})?\.tmp$/;

/** Removes the parts of copies that killed programs have left; no copy takes longer than the limit. */
async function removeOldParts(directory: string): Promise<void> {
  const names = await readdir(directory);
  for (const name of names.filter((one) => one.length <= 80 && PART.test(one))) {
    const state = await stat(join(directory, name)).catch(() => undefined);
    if (state && Date.now() - state.mtimeMs > COPY_LIMIT_MS) {
      await rm(join(directory, name), { force: true });
    }
  }
}

function runCommand(command: string, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = withoutSecrets(process.env);
    const options = { timeout: COPY_LIMIT_MS, maxBuffer: 1024 * 1024, env };
    execFile(
      '/bin/sh',
      ['-c', `${command} "$1"`, 'nimule', path],
      options,
      (error, _out, stderr) => {
        if (!error) return resolve();
        const last = stderr.trim().split('\n').at(-1);
        // The shell names itself and the number of the line.
        const reason = last?.replace(/^nimule: (?:line )?\d{1,3}: /, '');
        reject(new Error(reason || `the command ended with ${error.code ?? error.signal}`));
      },
    );
  });
}
