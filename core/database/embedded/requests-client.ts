import { statfs } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { systemFault } from '../../ports/system-faults.ts';
import type { CopyBlock } from '../dump/engine.ts';
import {
  type OwnerRequest,
  type RequestAnswer,
  type RequestFailure,
  readLines,
  writeLine,
} from './control.ts';
import { contactOwner, newestClaim } from './lock.ts';

/** A server's owner that has just ended is started again within this time. */
const CONTACT_TRIES = 40;
const CONTACT_PAUSE = 250;

/** The engine cannot write its log with less space left; it then ends without saying why. */
const ROOM_TO_WORK = 48 * 1024 * 1024;

const DISK_FULL = '53100';

/** The database while everybody else is disconnected. */
export interface HeldDatabase {
  /** Copies its files to `<to>/pg`; returns for how many milliseconds that took. */
  copy(to: string): Promise<number>;
  /**
   * Replaces it by the closed database of a scratch directory and ends its owner process; returns before it is opened
   * again. Once begun, the next opening completes it.
   */
  swap(scratch: string): Promise<void>;
  /** Lets the others in again; harmless after a swap. */
  release(): void;
}

/**
 * Copies the files of the open database of a data directory to `<to>/pg`; `to` exists. Others wait meanwhile.
 * @returns for how many milliseconds they waited.
 * @throws AppError `disk.full` and other faults of the disk, `database.beingReplaced`, `database.unavailable`.
 */
export function copyFiles(dataDir: string, to: string): Promise<number> {
  return oneRequest(dataDir, { request: 'copy', to });
}

/**
 * Loads rows into a table of the open database of a data directory, in pieces of some MB, each in a transaction.
 * @throws PostgreSQL's error with `code`, `detail` and `where`, and as `copyFiles`.
 */
export async function loadRows(dataDir: string, block: CopyBlock): Promise<void> {
  const { table, columns, file, from, to } = block;
  await oneRequest(dataDir, { request: 'load', table, columns, file, from, to });
}

/** Writes the open database of a data directory as SQL to a new file (0600), synced. Others wait. @throws as `loadRows`. */
export async function dumpToFile(dataDir: string, file: string): Promise<void> {
  await oneRequest(dataDir, { request: 'dump', file });
}

/**
 * Waits until no transaction is open and disconnects everybody from the database of a data directory, until `release`,
 * `swap` or the end of this process.
 * @throws AppError `database.beingReplaced` (conflict) when another process holds it.
 */
export async function holdDatabase(dataDir: string): Promise<HeldDatabase> {
  const connection = await connectToOwner(dataDir);
  await connection.ask({ request: 'hold' }).catch((error: unknown) => {
    connection.close();
    throw error;
  });
  return {
    copy: (to) => connection.ask({ request: 'copy', to }),
    async swap(scratch) {
      await connection.ask({ request: 'swap', with: scratch });
      connection.close();
    },
    release: () => connection.close(),
  };
}

async function oneRequest(dataDir: string, request: OwnerRequest): Promise<number> {
  const connection = await connectToOwner(dataDir);
  try {
    return await connection.ask(request);
  } finally {
    connection.close();
  }
}

interface OwnerConnection {
  /** Returns the milliseconds that others waited. */
  ask(request: OwnerRequest): Promise<number>;
  close(): void;
}

async function connectToOwner(dataDir: string): Promise<OwnerConnection> {
  const socket = await contact(dataDir);
  let pending: ((answer: RequestAnswer | undefined) => void) | undefined;
  readLines<RequestAnswer>(socket, (answer) => pending?.(answer));
  socket.once('close', () => pending?.(undefined));
  return {
    async ask(request) {
      const answer = await new Promise<RequestAnswer | undefined>((resolve) => {
        pending = resolve;
        if (socket.destroyed) resolve(undefined);
        else writeLine(socket, request);
      });
      if (!answer) throw await lostOwner(dataDir);
      if ('failed' in answer) throw errorOf(answer.failed);
      return answer.waitedMs ?? 0;
    },
    close: () => void socket.destroy(),
  };
}

async function contact(dataDir: string): Promise<Socket> {
  for (let tries = 1; ; tries += 1) {
    const { record } = await newestClaim(dataDir);
    const found = record ? await contactOwner(record) : 'dead';
    if (typeof found === 'object') return found.socket;
    if (tries === CONTACT_TRIES) throw await lostOwner(dataDir);
    await pause(CONTACT_PAUSE);
  }
}

/** An owner that ends within a request has usually no space for its log. */
async function lostOwner(dataDir: string): Promise<AppError> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < ROOM_TO_WORK) return diskFull();
  return new AppError(
    'unavailable',
    'database.unavailable',
    `The database in ${dataDir} was closed meanwhile. Try again in a moment.`,
  );
}

function diskFull(cause?: unknown): AppError {
  const error = Object.assign(new Error('the disk is full', { cause }), {
    code: 'ENOSPC',
    syscall: 'write',
  });
  return systemFault(error)!;
}

function errorOf({ kind, ...failure }: RequestFailure): Error {
  const { message, code } = failure;
  if (kind) return new AppError(kind, code ?? 'database.unavailable', message);
  const error = Object.assign(new Error(message), failure);
  if (code === DISK_FULL) return diskFull(error);
  return systemFault(error) ?? error;
}
