import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { makeDirectory } from '../../ports/data-directory.ts';
import {
  type ControlAnswer,
  type EmbeddedConfig,
  type EmbeddedRole,
  readLines,
  writeLine,
} from './control.ts';
import { contactOwner, newestClaim, runDirectory } from './lock.ts';
import { type Owner, startOwner } from './spawn.ts';

export type { EmbeddedRole } from './control.ts';

export interface EmbeddedConnection {
  /** Connection settings for `pg`: the host is the directory of a Unix socket, without TLS or password. */
  readonly config: EmbeddedConfig;
  /** Whether this process started the owner process that serves the database. */
  readonly owner: boolean;
  /**
   * Releases the database; end the pool first. A guest returns at once. A server stops the database even if others
   * use it. A shell that opened it waits until its guests have left.
   */
  close(): Promise<void>;
  /** Kills the owner process if this server started it: it ignores messages while it computes. Keeps what was committed. */
  forceClose(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Fail if there is no database instead of creating one. */
  mustExist?: boolean;
  /** Receives messages for the user about waits: first initialisation, other processes, a restart. */
  onWait?: (message: string) => void;
  /** Aborts waiting. The promise of `openEmbedded` rejects with its reason. */
  signal?: AbortSignal;
}

/** After this many restarts within `RESTART_WINDOW` the next one is delayed: the disk may be full for a while. */
const RESTARTS = 5;
const RESTART_WINDOW = 60_000;
const RESTART_PAUSE = 10_000;

/** A server's owner process that does not exit in this time is killed, which loses nothing. */
const CLOSE_LIMIT = 65_000;

const UNREACHABLE_TRIES = 5;
const RETRY_PAUSE = 60;

/**
 * Opens the embedded database of a data directory, creating it if needed. The first process starts the owner process
 * that serves it; later ones connect to that as guests. A server waits while a shell owns the database and then opens
 * it itself.
 * @throws AppError `database.inUse` (conflict) when another server has it, `database.unavailable` when
 * it cannot be opened, `database.missing` with `mustExist`, and the signal's reason.
 */
export async function openEmbedded(
  dataDir: string,
  role: EmbeddedRole,
  options: EmbeddedOptions = {},
): Promise<EmbeddedConnection> {
  if (options.mustExist) await assertExists(dataDir);
  await makeDirectory(runDirectory(dataDir));
  const directory = await realpath(dataDir);
  const found = await connectOrStart(directory, role, options);
  if ('guest' in found) return guestOf(found.guest, found.config);
  return role === 'server'
    ? serverOwner(directory, found, options)
    : {
        config: found.config,
        owner: true,
        close: runOnce(async () => {
          found.hold();
          found.leave();
          await found.ended;
        }),
        async forceClose() {},
      };
}

/** Copies the database of a closed data directory; tests initialise one and copy it. */
export async function copyEmbeddedTemplate(from: string, to: string): Promise<void> {
  const target = join(to, 'pg');
  if (await stat(target).catch(() => undefined)) {
    throw new AppError('conflict', 'database.exists', `There is already a database in ${to}.`);
  }
  if (await isOpen(from)) {
    throw new AppError('conflict', 'database.inUse', `The database in ${from} is open.`);
  }
  await makeDirectory(to);
  await copyTree(join(from, 'pg'), target);
}

async function isOpen(dataDir: string): Promise<boolean> {
  const { record } = await newestClaim(dataDir);
  const contact = record ? await contactOwner(record) : 'dead';
  if (typeof contact === 'object') contact.socket.destroy();
  return contact !== 'dead';
}

/** Passes if a database exists or is being created. @throws AppError `database.missing`. */
async function assertExists(dataDir: string): Promise<void> {
  try {
    await stat(join(dataDir, 'pg', 'PG_VERSION'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (await isOpen(dataDir)) return;
    throw new AppError(
      'unavailable',
      'database.missing',
      `There is no database in the data directory ${dataDir}. If ISP_DATA_DIR names the right one, isp init or isp serve makes it.`,
    );
  }
}

/** Takes a tenth of the time of `fs.cp`, which stats each of the thousand files three times. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      return entry.isDirectory()
        ? copyTree(source, target)
        : copyFile(source, target, constants.COPYFILE_FICLONE);
    }),
  );
}

interface Guest {
  guest: Socket;
  config: EmbeddedConfig;
}

/** Retries until this process is a guest or has its own owner process. */
async function connectOrStart(
  directory: string,
  role: EmbeddedRole,
  options: EmbeddedOptions,
): Promise<Guest | Owner> {
  let unreachable = 0;
  for (;;) {
    options.signal?.throwIfAborted();
    const { record } = await newestClaim(directory);
    const contact = record ? await contactOwner(record) : 'dead';
    if (contact === 'dead') {
      const owner = await startOwner(directory, role, options);
      if (owner) return owner;
    } else if (contact === 'unreachable') {
      unreachable += 1;
      if (unreachable === UNREACHABLE_TRIES) {
        throw new AppError(
          'unavailable',
          'database.unavailable',
          `The database in ${directory} is open in process ${record?.pid}, which cannot be reached from here.`,
        );
      }
    } else {
      const guest = await askOwner(contact.socket, role, options);
      if (guest) return guest;
    }
    await pause(RETRY_PAUSE);
  }
}

/** Asks a running owner for access. Returns undefined when it has exited and the caller must start over. */
function askOwner(
  socket: Socket,
  role: EmbeddedRole,
  { onWait, signal }: EmbeddedOptions,
): Promise<Guest | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      socket.destroy();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    socket.once('close', () => {
      signal?.removeEventListener('abort', giveUp);
      resolve(undefined);
    });
    readLines<ControlAnswer>(socket, (answer) => {
      if (answer.state === 'ready') {
        signal?.removeEventListener('abort', giveUp);
        resolve({ guest: socket, config: answer.config });
      } else if (answer.state === 'refused') {
        socket.destroy();
        reject(new AppError('conflict', 'database.inUse', answer.message));
      } else {
        onWait?.(answer.message);
      }
    });
    writeLine(socket, { role, pid: process.pid });
  });
}

function guestOf(socket: Socket, config: EmbeddedConfig): EmbeddedConnection {
  // The connection only registers this process as a guest; it must not keep it from exiting.
  socket.unref();
  const gone = new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
  return {
    config,
    owner: false,
    close: runOnce(async () => {
      socket.ref();
      socket.destroy();
      await gone;
    }),
    async forceClose() {},
  };
}

/** Keeps a server's owner process running until the server closes it. */
function serverOwner(
  directory: string,
  first: Owner,
  { onWait }: EmbeddedOptions,
): EmbeddedConnection {
  const stop = new AbortController();
  const restarts: number[] = [];
  let owner = first;
  let restarting: Promise<void> | undefined;

  function watch() {
    void owner.ended.then((cause) => {
      if (!stop.signal.aborted) restarting = restart(cause);
    });
  }

  async function restart(cause: string) {
    onWait?.(`The embedded database ended unexpectedly and is started again. ${cause}`.trim());
    const reported = new Set<string>();
    /** Reports each message once, since the cause may last for hours. */
    const report = (message: string) => {
      if (!reported.has(message)) onWait?.(message);
      reported.add(message);
    };
    const wait = (milliseconds: number) =>
      pause(milliseconds, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    while (!stop.signal.aborted) {
      const now = Date.now();
      while (restarts[0] !== undefined && restarts[0] < now - RESTART_WINDOW) restarts.shift();
      if (restarts.length >= RESTARTS) {
        report('The embedded database keeps ending; it is started again every 10 seconds.');
        await wait(RESTART_PAUSE);
      }
      restarts.push(now);
      try {
        const found = await connectOrStart(directory, 'server', {
          onWait: report,
          signal: stop.signal,
        });
        // Servers are not admitted as guests.
        if ('guest' in found) return void found.guest.destroy();
        owner = found;
        return watch();
      } catch (error) {
        if (stop.signal.aborted) return;
        report(error instanceof Error ? error.message : String(error));
        await wait(RETRY_PAUSE * 2 ** Math.min(restarts.length, RESTARTS));
      }
    }
  }

  watch();
  return {
    config: first.config,
    owner: true,
    close: runOnce(async () => {
      stop.abort();
      await restarting;
      owner.hold();
      owner.leave();
      const limit = setTimeout(owner.kill, CLOSE_LIMIT);
      await owner.ended;
      clearTimeout(limit);
    }),
    async forceClose() {
      stop.abort();
      owner.hold();
      owner.kill();
      await owner.ended;
    },
  };
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
