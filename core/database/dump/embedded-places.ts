import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { systemFault } from '../../ports/system-faults.ts';
import { openEmbedded } from '../embedded/embedded.ts';
import {
  copyTree,
  exists,
  MAJOR_VERSION,
  renameDurably,
  sizeOfTree,
  syncTree,
} from '../embedded/files.ts';
import { isOpen, processIdentity, socketDirectoryPath } from '../embedded/lock.ts';
import { REPLACED_PREFIX, readSwap } from '../embedded/swap.ts';

/**
 * Temporary data directories inside the data directory: a copy of the files, from which a dump is written, or a new
 * database. `<purpose>-<process id>-<fingerprint of the process>-<random>`: of which process it is can be seen before
 * there is an owner of its database.
 */
export type Purpose = 'copy' | 'scratch';

const PLACE = /^(?:copy|scratch)-(\d{1,10})-([0-9a-f]{8})-[0-9a-f]{8}$/;
/** Being removed; so that nothing can take a half-removed directory for a whole one. */
const REMOVED_PREFIX = 'removed-';

/** Space that has to remain for the database itself. */
const MARGIN = 64 * 1024 * 1024;
/** Files of an empty database. */
const EMPTY_DATABASE = 48 * 1024 * 1024;

/**
 * Makes a temporary data directory, 0700. @throws AppError `disk.full` (unavailable) when there is no space for it, which
 * would also take the space of the database in use; other faults of the disk.
 */
export async function makePlace(dataDir: string, purpose: Purpose): Promise<string> {
  try {
    const root = await realpath(dataDir);
    await assertRoom(
      root,
      purpose === 'copy' ? await sizeOfTree(join(root, 'pg')) : EMPTY_DATABASE,
    );
    const maker = `${process.pid}-${await fingerprint(process.pid)}`;
    const place = join(root, `${purpose}-${maker}-${randomBytes(4).toString('hex')}`);
    await mkdir(place, { mode: 0o700 });
    return place;
  } catch (error) {
    throw systemFault(error as NodeJS.ErrnoException) ?? error;
  }
}

async function assertRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  const [left, needed] = [bavail * bsize, bytes + MARGIN].map((size) =>
    Math.ceil(size / 1024 ** 2),
  );
  if (left! >= needed!) return;
  throw new AppError(
    'unavailable',
    'disk.full',
    `The disk with the data directory ${directory} has ${left} MB left, and this needs ${needed} MB for a while. Make room, then try again.`,
  );
}

/** A database without anything in it: initialising one takes seconds, copying it a fraction of one. */
const EMPTY = `pg.empty-${MAJOR_VERSION}`;

/**
 * Puts an empty database into a temporary data directory; the first one of a data directory is kept to be copied. Two may
 * be the first at once.
 */
export async function makeEmptyDatabase(dataDir: string, place: string): Promise<void> {
  const [empty, target] = [join(dataDir, EMPTY), join(place, 'pg')];
  if (await exists(empty)) return copyTree(empty, target);
  await (await openEmbedded(place, 'shell')).close();
  // In the place, with which it is removed if this process ends before.
  const draft = join(place, `${EMPTY}.new`);
  await copyTree(target, draft);
  await syncTree(draft);
  try {
    await renameDurably(draft, empty);
  } catch (error) {
    if (!isTaken(error)) throw error;
    await rm(draft, { recursive: true, force: true });
  }
}

/** Whether a directory was not renamed because another one with files has the name. */
function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Removes a temporary data directory, or another entry of the data directory, and what its database left elsewhere. */
export async function removePlace(place: string): Promise<void> {
  const removed = join(place, '..', `${REMOVED_PREFIX}${randomBytes(4).toString('hex')}`);
  try {
    await rename(place, removed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const sockets = socketDirectoryPath(place);
  if (!sockets.startsWith(place)) await rm(sockets, { recursive: true, force: true });
  await rm(removed, { recursive: true, force: true });
}

/**
 * Removes temporary data directories whose process and owner process have ended, and with `replaced` the databases that
 * restores have replaced.
 */
export async function removeLeftovers(
  dataDir: string,
  { replaced }: { replaced: boolean },
): Promise<void> {
  const root = await realpath(dataDir);
  const swap = await readSwap(root);
  for (const name of await readdir(root)) {
    if (name === swap?.replaced || name === swap?.from) continue;
    const path = join(root, name);
    if (name.startsWith(REMOVED_PREFIX)) await rm(path, { recursive: true, force: true });
    else if ((replaced && name.startsWith(REPLACED_PREFIX)) || (await isAbandoned(path, name))) {
      if ((await stat(path)).isDirectory()) await removePlace(path);
    }
  }
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const [, pid, maker] = (name.length < 60 && PLACE.exec(name)) || [];
  if (pid === undefined) return false;
  return (await fingerprint(Number(pid))) !== maker && !(await isOpen(path));
}

/** Distinguishes a running process from earlier ones with its number; of processes that have ended, all zeros. */
async function fingerprint(pid: number): Promise<string> {
  const identity = (await processIdentity(pid)) ?? (isRunning(pid) ? String(pid) : undefined);
  if (identity === undefined) return '0'.repeat(8);
  return createHash('sha256').update(identity).digest('hex').slice(0, 8);
}

/** Where the system does not provide start times. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
