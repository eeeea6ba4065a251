import { lstat, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '../context.ts';
import { notFound } from '../kernel/errors.ts';
import { backupsToPrune, createdAtOf, parseBackupName } from './rules.ts';
import type { Backup, BackupType } from './schema.ts';
import { type JournalLine, readJournal, writeJournal } from './service-journal.ts';

/** A backup file as the directory shows it. */
export interface BackupFile {
  filename: string;
  path: string;
  type: BackupType;
  at: string;
  bytes: number;
}

/** The backup files of a directory: regular files with names of ours, nothing else. */
export async function findFiles(directory: string): Promise<BackupFile[]> {
  const names = await readdir(directory).catch((error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names.map(async (filename) => {
      const name = parseBackupName(filename);
      if (!name) return [];
      const path = join(directory, filename);
      const state = await lstat(path).catch(() => undefined);
      return state?.isFile() ? [{ ...name, path, bytes: state.size }] : [];
    }),
  );
  return found.flat();
}

/**
 * The file of a backup.
 * @throws AppError notFound for any other name, a link, or a file that does not exist.
 */
export async function findFile(ctx: Ctx, filename: string): Promise<BackupFile> {
  const name = parseBackupName(filename);
  const path = join(ctx.config.backupDir, name?.filename ?? '');
  const state = name && (await lstat(path).catch(() => undefined));
  if (!name || !state?.isFile()) return notFound('Backup', filename);
  return { ...name, path, bytes: state.size };
}

/**
 * Files from the newest to the oldest: by the order in which the journal says they were made, which the clock does not
 * change; those that it does not know by the time in their names, as the oldest.
 */
function newestFirst(files: readonly BackupFile[], journal: readonly JournalLine[]): BackupFile[] {
  const place = new Map<string, number>();
  for (const [index, line] of journal.entries()) {
    if (line.event === 'backup.created') place.set(line.file, index);
  }
  const placeOf = ({ filename }: BackupFile) => place.get(filename) ?? -1;
  return [...files].sort(
    (one, other) => placeOf(other) - placeOf(one) || (one.at < other.at ? 1 : -1),
  );
}

/** The result of the last verification of a file of this size. */
function verificationOf(
  file: BackupFile,
  journal: readonly JournalLine[],
): Pick<Backup, 'verification' | 'verifiedAt' | 'problems'> {
  const last = journal.findLast(
    (line) =>
      (line.event === 'backup.verified' || line.event === 'backup.differs') &&
      line.file === file.filename,
  );
  if (last?.event === 'backup.verified' && last.bytes === file.bytes) {
    return { verification: 'verified', verifiedAt: new Date(last.at), problems: [] };
  }
  if (last?.event === 'backup.differs') {
    return { verification: 'failed', verifiedAt: new Date(last.at), problems: last.problems };
  }
  return { verification: 'unverified', verifiedAt: null, problems: [] };
}

/** All backups, newest first. */
export async function readBackups(directory: string): Promise<Backup[]> {
  const [files, journal] = await Promise.all([findFiles(directory), readJournal(directory)]);
  return newestFirst(files, journal).map((file) => ({
    filename: file.filename,
    created: createdAtOf(file),
    size: megabytes(file.bytes),
    type: file.type,
    ...verificationOf(file, journal),
  }));
}

export function megabytes(bytes: number): number {
  return Math.round((bytes / 1024 ** 2) * 100) / 100;
}

/** Removes what is beyond the retention, and returns the names. */
export async function prune(ctx: Ctx): Promise<string[]> {
  const { backupDir } = ctx.config;
  const backups = await readBackups(backupDir);
  const names = backupsToPrune(
    backups.map(({ filename, type, verification }) => ({
      filename,
      type,
      verified: verification === 'verified',
    })),
  );
  for (const filename of names) {
    await rm(join(backupDir, filename), { force: true });
    await writeJournal(ctx, { event: 'backup.deleted', file: filename, reason: 'pruned' });
  }
  return names;
}

/** Temporary files of backups begin like this; one that a killed process left is removed. */
const DRAFT = /^nimule-[0-9a-z-]{1,50}\.sql\.tmp$/;

/** Removes the drafts that killed processes have left. Only for the holder of the lock. */
export async function removeDrafts(directory: string): Promise<void> {
  const names = await readdir(directory);
  const drafts = names.filter((name) => name.length <= 80 && DRAFT.test(name));
  await Promise.all(drafts.map((name) => rm(join(directory, name), { force: true })));
}

/** Makes renames and removals in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
