/**
 * The process that opens and serves the embedded database; started by embedded.ts, not by hand:
 * `node embedded-owner.js <data directory> <role of the parent>`.
 */
import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { AppError } from '../../kernel/errors.ts';
import { unusableDataDirectory } from '../../ports/data-directory.ts';
import {
  type EmbeddedConfig,
  type EmbeddedRole,
  EXIT_REPLACED,
  type Hello,
  type LeaveMessage,
  type OwnerMessage,
  type OwnerRequest,
  readLines,
  writeLine,
} from './control.ts';
import { claim, processIdentity, socketDirectory } from './lock.ts';
import type { Requests } from './requests.ts';

const PORT = 5432;

/** How long guests of a killed server may continue before the next server takes over. */
const ORPHAN_GRACE = 10_000;

/** How long an open transaction may take to end when the server stops. */
const CLOSING_TIMEOUT = 5_000;

const ENDING_LIMIT = 60_000;

/** Exit code after an internal error of the database (EX_SOFTWARE). */
const INTERNAL_ERROR = 70;

type State = 'opening' | 'ready' | 'ending';
type Parent = 'present' | 'leaving' | 'gone';

interface Served {
  requests: Requests;
  config: EmbeddedConfig;
  /** Ends the sessions, writes a checkpoint and closes the files. */
  close(reason: string): Promise<void>;
}

function sendToParent(message: OwnerMessage): void {
  // The parent may exit at any moment; the 'disconnect' event handles that, not this callback.
  if (process.connected) process.send?.(message, () => {});
}

/** Ends the process after a moment in which the sockets send their last messages. */
function exitSoon(code: number): void {
  setTimeout(() => process.exit(code), 50);
}

/** WASI errno for a full disk. */
const NO_SPACE = 51;

/** The engine's file system throws objects that are not Errors. */
function describeError(error: unknown, dataDir: string): string {
  if (error instanceof Error) return unusableDataDirectory(dataDir, error).message;
  if (typeof error === 'string') return error;
  const { errno } = (error ?? {}) as { errno?: unknown };
  if (errno === NO_SPACE) return 'The disk with the data directory is full.';
  return `The files of the database cannot be used (${errno ?? String(error)}).`;
}

function reportError(error: unknown): void {
  const isOurBug = error instanceof Error && !('code' in error);
  process.stderr.write(
    `${isOurBug ? (error.stack ?? error.message) : describeError(error, dataDir ?? '')}\n`,
  );
}

async function serve(
  dataDir: string,
  directory: string,
  onSwapBegun: () => void,
  onSwapEnded: (error?: unknown) => void,
): Promise<Served> {
  const [
    { openEngine, EMBEDDED_DATABASE, EMBEDDED_USER },
    { createGateway },
    { startMaintenance },
    { createRequests },
  ] = await Promise.all([
    import('./engine.ts'),
    import('./gateway.ts'),
    import('./maintenance.ts'),
    import('./requests.ts'),
  ]);
  const db = await openEngine(dataDir, (message) => sendToParent({ type: 'progress', message }));
  const gateway = await createGateway(db, {
    user: EMBEDDED_USER,
    database: EMBEDDED_DATABASE,
    onBroken(reason) {
      reportError(`The embedded database broke: ${reason}`);
      exitSoon(INTERNAL_ERROR);
    },
  });
  const stopMaintenance = startMaintenance(db, gateway, reportError);
  async function closeEngine() {
    stopMaintenance();
    await db.exec('checkpoint');
    await db.close();
  }
  const requests = createRequests({ dataDir, db, gateway, closeEngine, onSwapBegun, onSwapEnded });
  await gateway.listen(join(directory, `.s.PGSQL.${PORT}`));
  return {
    requests,
    config: { host: directory, port: PORT, user: EMBEDDED_USER, database: EMBEDDED_DATABASE },
    async close(reason) {
      stopMaintenance();
      requests.stop();
      await gateway.close(reason, CLOSING_TIMEOUT);
      await closeEngine();
    },
  };
}

async function main(dataDir: string, role: EmbeddedRole): Promise<void> {
  const guests = new Set<Socket>();
  const waitingServers = new Set<Socket>();
  let state: State = 'opening';
  let parent: Parent = process.connected ? 'present' : 'gone';
  let served: Served | undefined;
  let graceOver = false;
  /** Connections with requests: work for them is not interrupted where guests may stay. */
  const requesters = new Set<Socket>();
  let onServed: (served: Served) => void;
  const whenServed = new Promise<Served>((resolve) => {
    onServed = resolve;
  });

  /** Exits when no process needs the database any more; which ones count depends on who opened it. */
  function exitIfUnused() {
    // No process is waiting for it, and a kill during opening is harmless.
    if (state === 'opening' && parent === 'gone' && guests.size === 0) process.exit(0);
    if (state !== 'ready' || parent === 'present') return;
    const endsAtOnce = role === 'server' && (parent === 'leaving' || graceOver);
    if (endsAtOnce || guests.size + requesters.size === 0) void end();
  }

  async function end() {
    state = 'ending';
    // Deleted files can make PGlite hang; a hard exit loses no committed data.
    setTimeout(() => process.exit(INTERNAL_ERROR), ENDING_LIMIT);
    try {
      await served?.close('The program that served the embedded database is stopping.');
    } catch (error) {
      reportError(error);
      process.exit(INTERNAL_ERROR);
    }
    // The control socket stays open until the exit: before that no other owner may open the directory.
    process.exit(0);
  }

  function onSwapBegun() {
    state = 'ending';
    setTimeout(() => process.exit(INTERNAL_ERROR), ENDING_LIMIT);
  }

  function onSwapEnded(error?: unknown) {
    if (error !== undefined) reportError(error);
    for (const guest of guests) writeLine(guest, { state: 'replaced' });
    exitSoon(EXIT_REPLACED);
  }

  function receive(socket: Socket, hello: Hello | OwnerRequest) {
    if ('request' in hello) {
      requesters.add(socket);
      return void whenServed.then(({ requests }) => requests.receive(socket, hello));
    }
    if (hello.role === 'server') {
      if (role === 'server' && parent === 'present' && state !== 'ending') {
        return writeLine(socket, {
          state: 'refused',
          message: `Another server (process ${process.ppid}) already uses the data directory ${dataDir}.`,
        });
      }
      waitingServers.add(socket);
      const message =
        role === 'shell'
          ? 'Waiting for an `isp` command that is using the database…'
          : 'Waiting for the previous server to let go of the database…';
      return writeLine(socket, { state: 'wait', message });
    }
    const stopping = state === 'ending' || (role === 'server' && parent !== 'present');
    if (stopping || waitingServers.size > 0) {
      const message = stopping
        ? 'Waiting for the database to be closed by its previous user…'
        : 'Waiting for a server that is about to start…';
      return writeLine(socket, { state: 'wait', message });
    }
    guests.add(socket);
    if (served) writeLine(socket, { state: 'ready', config: served.config });
    else writeLine(socket, { state: 'opening', message: 'Waiting for the database to open…' });
  }

  const control = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('close', () => {
      guests.delete(socket);
      requesters.delete(socket);
      waitingServers.delete(socket);
      exitIfUnused();
    });
    readLines<Hello | OwnerRequest>(socket, (hello) => receive(socket, hello));
  });

  process.on('message', (message: LeaveMessage) => {
    if (message.type !== 'leave') return;
    parent = 'leaving';
    if (role === 'shell' && guests.size > 0) {
      const message = 'Waiting for another command that is still using the database…';
      sendToParent({ type: 'progress', message });
    }
    exitIfUnused();
  });
  process.on('disconnect', () => {
    parent = 'gone';
    if (role === 'server') {
      setTimeout(() => {
        graceOver = true;
        exitIfUnused();
      }, ORPHAN_GRACE);
    }
    exitIfUnused();
  });

  const directory = await socketDirectory(dataDir);
  const socketPath = join(directory, `c-${randomBytes(4).toString('hex')}`);
  await new Promise<void>((resolve, reject) => {
    control.once('error', reject);
    control.listen(socketPath, resolve);
  });
  await chmod(socketPath, 0o600);
  const won = await claim(dataDir, {
    socket: socketPath,
    pid: process.pid,
    identity: await processIdentity(process.pid),
  });
  if (!won) {
    control.close();
    sendToParent({ type: 'taken' });
    return exitSoon(0);
  }

  served = await serve(dataDir, directory, onSwapBegun, onSwapEnded);
  state = 'ready';
  onServed!(served);
  sendToParent({ type: 'ready', config: served.config });
  for (const guest of guests) writeLine(guest, { state: 'ready', config: served.config });
  exitIfUnused();
}

// Ctrl-C and a service stop signal every process of the group; this one ends after its users.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
// The parent reads it and may have exited.
process.stderr.on('error', () => {});
// Database files and sockets are accessible to this user only.
process.umask(0o077);

const [dataDir, role] = process.argv.slice(2);
if (!dataDir || (role !== 'server' && role !== 'shell')) {
  throw new Error('usage: embedded-owner <data directory> server|shell');
}
main(dataDir, role).catch((error: unknown) => {
  reportError(error);
  const { code } = error instanceof AppError ? error : {};
  sendToParent({ type: 'failed', message: describeError(error, dataDir), code });
  exitSoon(1);
});
