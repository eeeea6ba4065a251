import { createHash, randomBytes } from 'node:crypto';
import { chmod, link, lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../../ports/data-directory.ts';

/** A Unix socket's path may have 103 bytes on macOS and 107 on Linux; the longest file name used is 15. */
const LONGEST_SOCKET_DIRECTORY = 85;

/** Number of older owner records that are kept (see `claim`). */
const RECORDS_KEPT = 8;

/** What an owner records about itself. */
export interface OwnerRecord {
  /** Its control socket. A process that can connect to it knows that the owner is running. */
  socket: string;
  pid: number;
  /** Distinguishes a process from a later one with the same number; absent where the system does not provide it. */
  identity?: string;
}

export interface Claim {
  generation: number;
  record: OwnerRecord | undefined;
}

export function runDirectory(dataDir: string): string {
  return join(dataDir, 'run');
}

/**
 * The directory of the owner's sockets, accessible to this user only: in the data directory, or in the system's
 * temporary directory if that path is too long for a socket.
 */
export async function socketDirectory(dataDir: string): Promise<string> {
  const directory = socketDirectoryPath(dataDir);
  await makeDirectory(directory);
  const found = await lstat(directory);
  const self = process.getuid?.();
  if (!found.isDirectory() || (self !== undefined && found.uid !== self)) {
    throw new Error(`${directory} belongs to somebody else; the database cannot be served there.`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(directory, 0o700);
  return directory;
}

/** Where `socketDirectory` is; it may not exist. */
export function socketDirectoryPath(dataDir: string): string {
  const near = runDirectory(dataDir);
  if (Buffer.byteLength(near) <= LONGEST_SOCKET_DIRECTORY) return near;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `nimule-${name}`);
}

/** The newest owner of a data directory, running or not. */
export async function newestClaim(dataDir: string): Promise<Claim> {
  const generations = await claimedGenerations(dataDir);
  const generation = generations[0] ?? 0;
  if (generation === 0) return { generation, record: undefined };
  // Only a power cut leaves an empty record, and then its owner has ended.
  const text = await readFile(claimPath(dataDir, generation), 'utf8').catch(() => '');
  return { generation, record: parseRecord(text) };
}

function parseRecord(text: string): OwnerRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is OwnerRecord {
  const record = value as Partial<OwnerRecord> | null;
  return typeof record?.socket === 'string' && typeof record.pid === 'number';
}

function claimPath(dataDir: string, generation: number): string {
  return join(runDirectory(dataDir), `owner-${generation}`);
}

/** Newest first. */
async function claimedGenerations(dataDir: string): Promise<number[]> {
  const names = await readdir(runDirectory(dataDir)).catch(() => []);
  return names
    .map((name) => Number(/^owner-(\d+)$/.exec(name)?.[1] ?? 0))
    .filter((generation) => generation > 0)
    .sort((one, other) => other - one);
}

export type Contact = { socket: Socket } | 'dead' | 'unreachable';

/**
 * Connects to an owner's control socket. The kernel accepts the connection even if the process is busy, and refuses it
 * after the process has ended in any way, so this shows whether the owner is running.
 */
export async function contactOwner(record: OwnerRecord): Promise<Contact> {
  const outcome = await new Promise<Socket | string>((resolve) => {
    const socket = connect(record.socket);
    socket.once('connect', () => resolve(socket));
    // Never removed: the connection may break later, which its 'close' event reports.
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
  });
  if (typeof outcome !== 'string') return { socket: outcome };
  if (outcome === 'ECONNREFUSED') return 'dead';
  if (outcome !== 'ENOENT') return 'unreachable';
  // The socket's file was removed (by a cleaner of temporary files, say), which says nothing about the process.
  const living = await processIdentity(record.pid);
  return living !== undefined && living === record.identity ? 'unreachable' : 'dead';
}

/** Whether a process has the database open, or is opening it. */
export async function isOpen(dataDir: string): Promise<boolean> {
  const { record } = await newestClaim(dataDir);
  const contact = record ? await contactOwner(record) : 'dead';
  if (typeof contact === 'object') contact.socket.destroy();
  return contact !== 'dead';
}

/** Start time of a process and the machine's boot id, where /proc provides them. */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The program's name, in parentheses, may contain spaces; the start time is the 20th field after it.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return start && `${boot.trim()}/${start}`;
  } catch {
    return undefined;
  }
}

/**
 * Makes the calling process the owner, or returns false when another one is running. Its control socket
 * must be listening already.
 *
 * Each owner writes a record with the next number, by a hard link, which fails if the number is taken. The newest
 * record is never removed, so numbers only grow, and a process that finds a newer record after writing its own gives
 * up. So two processes that find the same dead owner cannot both win, and a new lock is never removed as stale.
 */
export async function claim(dataDir: string, record: OwnerRecord): Promise<boolean> {
  const draft = join(runDirectory(dataDir), `claim-${randomBytes(6).toString('hex')}`);
  await writeFile(draft, JSON.stringify(record), { mode: 0o600 });
  try {
    for (;;) {
      const newest = await newestClaim(dataDir);
      if (newest.record) {
        const contact = await contactOwner(newest.record);
        if (contact !== 'dead') {
          if (typeof contact === 'object') contact.socket.destroy();
          return false;
        }
      }
      const own = newest.generation + 1;
      try {
        await link(draft, claimPath(dataDir, own));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
        throw error;
      }
      const generations = await claimedGenerations(dataDir);
      if (generations[0] === own) {
        await forget(dataDir, generations.slice(1));
        return true;
      }
      await rm(claimPath(dataDir, own), { force: true });
    }
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes records of dead owners. A few stay, so that a directory listing that runs while owners change always
 * contains one that is at least as new as the newest at its start.
 */
async function forget(dataDir: string, generations: number[]): Promise<void> {
  for (const [index, generation] of generations.entries()) {
    const path = claimPath(dataDir, generation);
    const record = parseRecord(await readFile(path, 'utf8').catch(() => ''));
    if (record) await rm(record.socket, { force: true });
    if (index >= RECORDS_KEPT) await rm(path, { force: true });
  }
}
