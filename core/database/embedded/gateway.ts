import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createReader, fatalMessage, settleAnswer, startupMessage, type Unit } from './protocol.ts';
import { execute, rollBack, type Session } from './session.ts';

export interface GatewayOptions {
  user: string;
  database: string;
  /** The session is in an unknown state: the process must exit; the write-ahead log recovers the data. */
  onBroken: (reason: string) => void;
  maxConnections?: number;
  /** How long a connection may be idle in a transaction while others wait, in milliseconds. */
  idleTimeout?: number;
}

export interface Gateway {
  listen(path: string): Promise<void>;
  /** Runs work on the session when its turn comes, between the transactions of the connections. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Waits for the session's turn, then sends every connection `reason`, an error of SQLSTATE 57P03, and refuses new ones
   * with it, until the function that it returns is called. The caller may use the session meanwhile.
   */
  hold(reason: string): Promise<() => void>;
  /** Number of units that the session has executed. */
  executed(): number;
  /** True while a connection holds the session or waits for it. */
  busy(): boolean;
  /** Gives the open transaction `timeout` milliseconds to end, then sends every connection the reason. */
  close(reason: string, timeout: number): Promise<void>;
}

interface Client {
  socket: Socket;
  units: Unit[];
  started: boolean;
  /** Between the first message of an extended query and its Sync. */
  extended: boolean;
  /** After an error the session skips everything until the next Sync. */
  skipping: boolean;
  gone: boolean;
}

type QueueItem = Client | { run: () => Promise<void> };

const MAX_CONNECTIONS = 100;
const IDLE_TIMEOUT = 60_000;
/** SQLSTATE: try again later. */
const CANNOT_CONNECT_NOW = '57P03';
/** How long a connection may take to receive the last message. */
const LAST_WRITE_TIMEOUT = 500;

/**
 * Serves one PGlite session to many connections. A connection holds the session from the first message of a query
 * until it is outside a transaction and past its Sync; the others wait in a queue. Replaces pglite-socket's server,
 * which switches connections after each message and passes on a duplicate ReadyForQuery
 * (docs/embedded-database.md).
 */
export async function createGateway(session: Session, options: GatewayOptions): Promise<Gateway> {
  const idleTimeout = options.idleTimeout ?? IDLE_TIMEOUT;
  const maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  const greeting = await execute(session, startupMessage(options.user, options.database));
  const clients = new Set<Client>();
  const queue: QueueItem[] = [];
  let holder: Client | undefined;
  let running = false;
  let broken = false;
  let executed = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  let closing: { resolve: () => void } | undefined;
  let held: string | undefined;

  function fail(reason: string) {
    if (broken) return;
    broken = true;
    for (const client of clients) {
      client.socket.end(
        fatalMessage('57P02', 'The embedded database has to start again after an internal error.'),
      );
    }
    options.onBroken(reason);
  }

  function disconnect(client: Client) {
    client.gone = true;
    client.socket.end();
  }

  async function runUnit(client: Client, unit: Unit) {
    if (unit.end === 'terminate') return disconnect(client);
    executed += 1;
    const awaitsReady = unit.end !== 'flush';
    const answer = settleAnswer(await execute(session, unit.bytes), awaitsReady);
    if (!client.socket.destroyed) {
      client.socket.cork();
      for (const part of answer.parts) client.socket.write(part);
      client.socket.uncork();
    }
    for (const other of clients) {
      if (other === client || !other.started) continue;
      for (const message of answer.notifications) other.socket.write(message);
    }
    const skipped = unit.end === 'query' && client.skipping;
    if (answer.fatal || (awaitsReady && !answer.ready && !skipped)) {
      return fail('the session did not come back from a statement');
    }
    client.skipping = unit.end === 'sync' ? false : client.skipping;
    if (unit.end === 'flush' && answer.failed) client.skipping = true;
    client.extended = unit.end === 'flush' || client.skipping;
    holder = client.extended || session.isInTransaction() ? client : undefined;
    if (!holder && client.units.length > 0) queue.push(client);
  }

  async function pump() {
    if (running) return;
    running = true;
    clearTimeout(idleTimer);
    try {
      while (!broken) {
        if (!holder && closing) break;
        const item = holder ?? queue.shift();
        if (!item) break;
        if ('run' in item) await item.run();
        else {
          const unit = item.gone ? undefined : item.units.shift();
          if (unit) await runUnit(item, unit);
          if (item.gone && holder === item) {
            if (!(await rollBack(session))) fail('a transaction could not be rolled back');
            holder = undefined;
          } else if (!unit && holder === item) break;
        }
        // Nothing above waits for I/O: without this, sockets would not be served.
        await new Promise(setImmediate);
      }
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    } finally {
      running = false;
    }
    if (closing && !holder) closing.resolve();
    if (holder && queue.length > 0) watchHolder(holder);
  }

  function watchHolder(client: Client) {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      if (holder !== client || client.units.length > 0) return;
      client.gone = true;
      client.socket.end(
        fatalMessage(
          '25P03',
          'A transaction held the embedded database without a statement while others waited; it was rolled back.',
        ),
      );
      void pump();
    }, idleTimeout);
    idleTimer.unref();
  }

  function accept(socket: Socket) {
    const client: Client = {
      socket,
      units: [],
      started: false,
      extended: false,
      skipping: false,
      gone: false,
    };
    function refuse(code: string, words: string) {
      client.gone = true;
      socket.end(fatalMessage(code, words));
      if (holder === client) void pump();
    }
    // A 'close' event always follows and is handled below.
    socket.on('error', () => {});
    socket.on('close', () => {
      clients.delete(client);
      client.gone = true;
      if (holder === client) void pump();
    });
    if (held !== undefined) return refuse(CANNOT_CONNECT_NOW, held);
    if (closing || clients.size >= maxConnections) {
      return refuse('53300', 'sorry, too many clients already');
    }
    clients.add(client);
    const read = createReader({
      encryptionAsked: () => void socket.write('N'),
      started() {
        client.started = true;
        socket.write(greeting);
      },
      // A statement cannot be interrupted.
      cancelAsked: () => void socket.end(),
      violation: (message) => refuse('08P01', message),
      unit(unit) {
        // Not queued, so that a client that has left does not receive the message of `close`.
        if (unit.end === 'terminate' && client.units.length === 0) return disconnect(client);
        client.units.push(unit);
        if (client.units.length === 1 && holder !== client) queue.push(client);
      },
    });
    socket.on('data', (chunk) => {
      if (client.gone) return;
      read(chunk);
      void pump();
    });
  }

  function sendAndClose(client: Client, finalMessage: Buffer): Promise<void> {
    const { gone, socket } = client;
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      if (!gone) socket.write(finalMessage);
      client.gone = true;
      socket.destroySoon();
      setTimeout(() => socket.destroy(), LAST_WRITE_TIMEOUT).unref();
    });
  }

  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      queue.push({ run: () => work().then(resolve, reject) });
      void pump();
    });
  }

  async function disconnectAll(finalMessage: Buffer) {
    // Lets each socket be read once: the last messages of a pool that has just ended may have arrived.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await Promise.all([...clients].map((client) => sendAndClose(client, finalMessage)));
  }

  const server = createServer(accept);

  return {
    async listen(path) {
      // Only the owner of the data directory runs this: an existing socket is stale.
      await rm(path, { force: true });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(path, resolve);
      });
      await chmod(path, 0o600);
    },
    exclusively,
    hold(reason) {
      return new Promise((resolve, reject) => {
        exclusively(async () => {
          held = reason;
          await disconnectAll(fatalMessage(CANNOT_CONNECT_NOW, reason));
          await new Promise<void>((release) => resolve(release));
          held = undefined;
        }).catch(reject);
      });
    },
    executed: () => executed,
    busy: () => holder !== undefined || queue.length > 0,
    async close(reason, timeout) {
      server.close();
      await new Promise<void>((resolve) => {
        closing = { resolve };
        setTimeout(resolve, timeout).unref();
        void pump();
      });
      clearTimeout(idleTimer);
      await disconnectAll(fatalMessage('57P01', reason));
    },
  };
}
