import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import {
  createReader,
  fatalMessage,
  queryMessage,
  settleAnswer,
  startupMessage,
  syncMessage,
  type Unit,
} from './protocol.ts';

/** What the gateway uses of PGlite. */
export interface Session {
  execProtocolRawStream(
    message: Uint8Array,
    options: { onRawData: (data: Uint8Array) => void },
  ): Promise<void>;
  isInTransaction(): boolean;
}

export interface GatewayOptions {
  user: string;
  database: string;
  /** The session is in an unknown state; the process must end, and the write-ahead log will put things right. */
  onBroken: (reason: string) => void;
  maxConnections?: number;
  /** How long a connection may sit idle in a transaction while others wait, in milliseconds. */
  patience?: number;
}

export interface Gateway {
  listen(path: string): Promise<void>;
  /** Runs work on the session in its turn, between the transactions of the connections. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** How many units the session has executed. */
  executed(): number;
  /** True while a connection holds the session or waits for it. */
  busy(): boolean;
  /** Lets the running transaction end for `patience` milliseconds, then tells every connection why it ends. */
  close(reason: string, patience: number): Promise<void>;
}

interface Client {
  socket: Socket;
  units: Unit[];
  started: boolean;
  /** Between the first message of an extended query and its Sync. */
  extended: boolean;
  /** An error happened since the last Sync: the session skips everything until the next one. */
  skipping: boolean;
  gone: boolean;
}

type Turn = Client | { run: () => Promise<void> };

const MAX_CONNECTIONS = 100;
const IDLE_PATIENCE = 60_000;
/** How long a connection may take to fetch the last message. */
const LAST_WRITE = 500;

/**
 * Serves one PGlite session to many connections. The session belongs to one connection from the first
 * message of a query until it is outside of a transaction and past its Sync; the others wait in line.
 * Takes the place of pglite-socket's server, which hands the session over message by message and lets
 * a doubled ReadyForQuery through (docs/embedded-database.md).
 */
export async function createGateway(session: Session, options: GatewayOptions): Promise<Gateway> {
  const patience = options.patience ?? IDLE_PATIENCE;
  const maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  const greeting = await execute(startupMessage(options.user, options.database));
  const clients = new Set<Client>();
  const line: Turn[] = [];
  let holder: Client | undefined;
  let running = false;
  let broken = false;
  let executed = 0;
  let impatience: NodeJS.Timeout | undefined;
  let closing: { free: () => void } | undefined;

  async function execute(bytes: Uint8Array): Promise<Buffer> {
    const chunks: Buffer[] = [];
    await session.execProtocolRawStream(bytes, {
      // The bytes are a view of PGlite's memory and change with the next statement.
      onRawData: (data) => void chunks.push(Buffer.from(data)),
    });
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  }

  function breakDown(reason: string) {
    if (broken) return;
    broken = true;
    for (const client of clients) {
      client.socket.end(
        fatalMessage('57P02', 'The embedded database has to start again after an internal error.'),
      );
    }
    options.onBroken(reason);
  }

  async function abandon() {
    // The first ends an implicit transaction before Sync would commit it; after an error it is skipped,
    // and the second ends what the Sync leaves open.
    await execute(
      Buffer.concat([queryMessage('rollback'), syncMessage(), queryMessage('rollback')]),
    );
    if (session.isInTransaction()) breakDown('a transaction could not be rolled back');
  }

  function dismiss(client: Client) {
    client.gone = true;
    client.socket.end();
  }

  async function take(client: Client, unit: Unit) {
    if (unit.end === 'terminate') return dismiss(client);
    executed += 1;
    const awaitsReady = unit.end !== 'flush';
    const answer = settleAnswer(await execute(unit.bytes), awaitsReady);
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
      return breakDown('the session did not come back from a statement');
    }
    client.skipping = unit.end === 'sync' ? false : client.skipping;
    if (unit.end === 'flush' && answer.failed) client.skipping = true;
    client.extended = unit.end === 'flush' || client.skipping;
    holder = client.extended || session.isInTransaction() ? client : undefined;
    if (!holder && client.units.length > 0) line.push(client);
  }

  async function pump() {
    if (running) return;
    running = true;
    clearTimeout(impatience);
    try {
      while (!broken) {
        if (!holder && closing) break;
        const turn = holder ?? line.shift();
        if (!turn) break;
        if ('run' in turn) await turn.run();
        else {
          const unit = turn.gone ? undefined : turn.units.shift();
          if (unit) await take(turn, unit);
          if (turn.gone && holder === turn) {
            await abandon();
            holder = undefined;
          } else if (!unit && holder === turn) break;
        }
        // Everything above is synchronous at heart: without this, sockets would starve.
        await new Promise(setImmediate);
      }
    } catch (error) {
      breakDown(error instanceof Error ? error.message : String(error));
    } finally {
      running = false;
    }
    if (closing && !holder) closing.free();
    if (holder && line.length > 0) watchHolder(holder);
  }

  function watchHolder(client: Client) {
    clearTimeout(impatience);
    impatience = setTimeout(() => {
      if (holder !== client || client.units.length > 0) return;
      client.gone = true;
      client.socket.end(
        fatalMessage(
          '25P03',
          'A transaction held the embedded database without a statement while others waited; it was rolled back.',
        ),
      );
      void pump();
    }, patience);
    impatience.unref();
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
    // Its 'close' event always follows, and says all there is to know.
    socket.on('error', () => {});
    socket.on('close', () => {
      clients.delete(client);
      client.gone = true;
      if (holder === client) void pump();
    });
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
      // A statement cannot be interrupted: the session computes it without looking up.
      cancelAsked: () => void socket.end(),
      violation: (message) => refuse('08P01', message),
      unit(unit) {
        // Without waiting in line, so that whoever has left is not told that the database ends.
        if (unit.end === 'terminate' && client.units.length === 0) return dismiss(client);
        client.units.push(unit);
        if (client.units.length === 1 && holder !== client) line.push(client);
      },
    });
    socket.on('data', (chunk) => {
      if (client.gone) return;
      read(chunk);
      void pump();
    });
  }

  function sendOff({ gone, socket }: Client, farewell: Buffer): Promise<void> {
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      if (!gone) socket.write(farewell);
      socket.destroySoon();
      setTimeout(() => socket.destroy(), LAST_WRITE).unref();
    });
  }

  const server = createServer(accept);

  return {
    async listen(path) {
      // Only the owner of the data directory comes here: whatever lies there is left over.
      await rm(path, { force: true });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(path, resolve);
      });
      await chmod(path, 0o600);
    },
    exclusively(work) {
      return new Promise((resolve, reject) => {
        line.push({ run: () => work().then(resolve, reject) });
        void pump();
      });
    },
    executed: () => executed,
    busy: () => holder !== undefined || line.length > 0,
    async close(reason, patience) {
      server.close();
      await new Promise<void>((resolve) => {
        closing = { free: resolve };
        setTimeout(resolve, patience).unref();
        void pump();
      });
      clearTimeout(impatience);
      // One look at every socket: what a pool that has just ended sent last is there already.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      const farewell = fatalMessage('57P01', reason);
      await Promise.all([...clients].map((client) => sendOff(client, farewell)));
    },
  };
}
