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
  /** What `pg` takes to reach the database: the host is the directory of a Unix socket, without TLS or password. */
  readonly config: EmbeddedConfig;
  /** This process started the process that serves the database. */
  readonly owner: boolean;
  /**
   * Lets go of the database; end the pool first. A guest is through at once. A server stops the
   * database, whoever else uses it. A shell that opened it waits until its guests have left.
   */
  close(): Promise<void>;
  /**
   * Kills the process that serves the database, if it is a server that started it: it cannot be asked anything while it
   * computes. Loses nothing that was committed.
   */
  breakOff(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where there is no database, none is made. */
  mustExist?: boolean;
  /** Told in words for a person what takes time: the first preparation, waiting for others, a restart. */
  onWait?: (message: string) => void;
  /** Gives up waiting. The promise of `openEmbedded` rejects with its reason. */
  signal?: AbortSignal;
}

/** After this many restarts within `RESTART_WINDOW` the next one waits: the disk may be full, and have room again. */
const RESTARTS = 5;
const RESTART_WINDOW = 60_000;
const RESTART_PAUSE = 10_000;

/** A server's owner process that does not end by itself is killed, which loses nothing. */
const CLOSE_LIMIT = 65_000;

const UNREACHABLE_TRIES = 5;
const RETRY_PAUSE = 60;

/**
 * Opens the embedded database of a data directory, making it where there is none. The first process to
 * come starts the one that serves it; later ones use that as guests. A server that finds the database
 * opened by a shell waits for its end and then opens it itself.
 * @throws AppError `database.inUse` (conflict) when another server has it, `database.unavailable` when
 * it cannot be opened, `database.missing` where it must exist and does not, and the signal's reason.
 */
export async function openEmbedded(
  dataDir: string,
  role: EmbeddedRole,
  options: EmbeddedOptions = {},
): Promise<EmbeddedConnection> {
  if (options.mustExist) await assertExists(dataDir);
  await makeDirectory(runDirectory(dataDir));
  const directory = await realpath(dataDir);
  const found = await obtain(directory, role, options);
  if ('guest' in found) return guestOf(found.guest, found.config);
  return role === 'server'
    ? serverOwner(directory, found, options)
    : {
        config: found.config,
        owner: true,
        close: once(async () => {
          found.hold();
          found.leave();
          await found.ended;
        }),
        async breakOff() {},
      };
}

/** Copies the database of a closed data directory; tests prepare one and copy it instead of preparing each. */
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

/** There is a database, or somebody is making it just now. @throws AppError `database.missing`. */
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

/** A tenth of the time of `fs.cp`, which asks each of the thousand files three times what it is. */
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

/** Until this process is a guest or has an owner process of its own. */
async function obtain(
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

/** Asks a living owner to be let in. Answers undefined when it has ended and all may be different now. */
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
  // The connection only says that this process is here; it must not keep it from ending.
  socket.unref();
  const gone = new Promise<void>((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
  return {
    config,
    owner: false,
    close: once(async () => {
      socket.ref();
      socket.destroy();
      await gone;
    }),
    async breakOff() {},
  };
}

/** Keeps the owner process of a server alive until the server closes it. */
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
    const told = new Set<string>();
    /** What goes on for hours is told once. */
    const tell = (message: string) => {
      if (!told.has(message)) onWait?.(message);
      told.add(message);
    };
    const rest = (milliseconds: number) =>
      pause(milliseconds, undefined, { ref: false, signal: stop.signal }).catch(() => {});
    while (!stop.signal.aborted) {
      const now = Date.now();
      while (restarts[0] !== undefined && restarts[0] < now - RESTART_WINDOW) restarts.shift();
      if (restarts.length >= RESTARTS) {
        tell('The embedded database keeps ending; it is started again every 10 seconds.');
        await rest(RESTART_PAUSE);
      }
      restarts.push(now);
      try {
        const found = await obtain(directory, 'server', { onWait: tell, signal: stop.signal });
        // A server is never let in as a guest.
        if ('guest' in found) return void found.guest.destroy();
        owner = found;
        return watch();
      } catch (error) {
        if (stop.signal.aborted) return;
        tell(error instanceof Error ? error.message : String(error));
        await rest(RETRY_PAUSE * 2 ** Math.min(restarts.length, RESTARTS));
      }
    }
  }

  watch();
  return {
    config: first.config,
    owner: true,
    close: once(async () => {
      stop.abort();
      await restarting;
      owner.hold();
      owner.leave();
      const limit = setTimeout(owner.kill, CLOSE_LIMIT);
      await owner.ended;
      clearTimeout(limit);
    }),
    async breakOff() {
      stop.abort();
      owner.hold();
      owner.kill();
      await owner.ended;
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
