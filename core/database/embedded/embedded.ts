import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { makeDirectory } from '../../ports/data-directory.ts';
import { connectOrStart, type Guest, RETRY_PAUSE } from './admission.ts';
import type { EmbeddedConfig, EmbeddedRole } from './control.ts';
import { copyTree } from './files.ts';
import { isOpen, runDirectory } from './lock.ts';
import { refuseMoved } from './moved.ts';
import type { End, Owner } from './spawn.ts';
import { readSwap } from './swap.ts';

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

/** After a swap the server opens the database again, which a guest must not do before it. */
const SERVER_FIRST = 2_000;

/**
 * Opens the embedded database of a data directory, creating it if needed. The first process starts the owner process
 * that serves it; later ones connect to that as guests. A server waits while a shell owns the database and then opens
 * it itself.
 * @throws AppError `database.inUse` (conflict) when another server has it, `database.unavailable` when
 * it cannot be opened, `database.missing` with `mustExist`, `database.moved`, and the signal's reason.
 */
export async function openEmbedded(
  dataDir: string,
  role: EmbeddedRole,
  options: EmbeddedOptions = {},
): Promise<EmbeddedConnection> {
  if (options.mustExist) await assertExists(dataDir);
  await makeDirectory(runDirectory(dataDir));
  const directory = await realpath(dataDir);
  await refuseMoved(directory);
  const found = await connectOrStart(directory, role, options);
  return role === 'server' && !('guest' in found)
    ? serverOwner(directory, found, options)
    : shellConnection(directory, found, options);
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

/** Passes if a database exists or is being created. @throws AppError `database.missing`. */
async function assertExists(dataDir: string): Promise<void> {
  try {
    await stat(join(dataDir, 'pg', 'PG_VERSION'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if ((await readSwap(dataDir)) || (await isOpen(dataDir))) return;
    throw new AppError(
      'unavailable',
      'database.missing',
      `There is no database in the data directory ${dataDir}. If ISP_DATA_DIR names the right one, isp init or isp serve makes it.`,
    );
  }
}

/** A shell's connection, as a guest or with an owner process of its own; opened again when the database was replaced. */
function shellConnection(
  directory: string,
  first: Guest | Owner,
  { onWait }: EmbeddedOptions,
): EmbeddedConnection {
  const stop = new AbortController();
  let current = first;
  let reopening: Promise<void> | undefined;

  function follow() {
    if (!('guest' in current)) {
      void current.ended.then(({ replaced }) => replaced && reopen(0));
      return;
    }
    // The connection only registers this process as a guest; it must not keep it from exiting.
    current.guest.unref();
    void current.replaced.then((replaced) => replaced && reopen(SERVER_FIRST));
  }

  function reopen(delay: number) {
    const work = async () => {
      await pause(delay, undefined, { ref: false, signal: stop.signal });
      current = await connectOrStart(directory, 'shell', { onWait, signal: stop.signal });
      follow();
    };
    if (stop.signal.aborted) return;
    reopening = work().catch((error: unknown) => {
      if (!stop.signal.aborted) onWait?.(error instanceof Error ? error.message : String(error));
    });
  }

  follow();
  return {
    config: first.config,
    owner: !('guest' in first),
    close: runOnce(async () => {
      stop.abort();
      await reopening;
      if ('guest' in current) {
        current.guest.ref();
        current.guest.destroy();
        await current.replaced;
      } else {
        current.hold();
        current.leave();
        await current.ended;
      }
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
    void owner.ended.then((end) => {
      if (!stop.signal.aborted) restarting = restart(end);
    });
  }

  async function restart({ output, replaced }: End) {
    onWait?.(
      replaced
        ? 'The embedded database was replaced by a restored backup and is opened again.'
        : `The embedded database ended unexpectedly and is started again. ${output}`.trim(),
    );
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
