/**
 * The process that opens and serves the embedded database; started by embedded.ts, not by hand:
 * `node embedded-owner.js <data directory> <role of the parent>`.
 */
import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { unusableDataDirectory } from '../../ports/data-directory.ts';
import {
  type EmbeddedConfig,
  type EmbeddedRole,
  type Hello,
  type LeaveMessage,
  type OwnerMessage,
  readLines,
  writeLine,
} from './control.ts';
import type { Gateway } from './gateway.ts';
import { claim, processIdentity, socketDirectory } from './lock.ts';

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
  gateway: Gateway;
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

async function serve(dataDir: string, directory: string): Promise<Served> {
  const [
    { openEngine, EMBEDDED_DATABASE, EMBEDDED_USER },
    { createGateway },
    { startMaintenance },
  ] = await Promise.all([
    import('./engine.ts'),
    import('./gateway.ts'),
    import('./maintenance.ts'),
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
  await gateway.listen(join(directory, `.s.PGSQL.${PORT}`));
  return {
    gateway,
    config: { host: directory, port: PORT, user: EMBEDDED_USER, database: EMBEDDED_DATABASE },
    async close(reason) {
      stopMaintenance();
      await gateway.close(reason, CLOSING_TIMEOUT);
      await db.exec('checkpoint');
      await db.close();
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

  /** Exits when no process needs the database any more; which ones count depends on who opened it. */
  function exitIfUnused() {
    // No process is waiting for it, and a kill during opening is harmless.
    if (state === 'opening' && parent === 'gone' && guests.size === 0) process.exit(0);
    if (state !== 'ready' || parent === 'present') return;
    const endsAtOnce = role === 'server' && (parent === 'leaving' || graceOver);
    if (endsAtOnce || guests.size === 0) void end();
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

  function receive(socket: Socket, hello: Hello) {
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
      waitingServers.delete(socket);
      exitIfUnused();
    });
    readLines<Hello>(socket, (hello) => receive(socket, hello));
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

  served = await serve(dataDir, directory);
  state = 'ready';
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
  sendToParent({ type: 'failed', message: describeError(error, dataDir) });
  exitSoon(1);
});
