import type { ConnectionProvider, DatabaseConnection } from 'kysely';
import type pg from 'pg';
import { AppError } from '../kernel/errors.ts';
import { cancelQuery, destroyConnection } from './cancel.ts';
import { type Database, databaseOn, resultOf } from './connect.ts';

/** The time limit of a user's read. */
const READ_LIMIT_MS = 30_000;
/** Callers mostly leave because they typed another letter: a query that ends within this time is not cancelled. */
const GRACE_MS = 500;

/** How long a read may take, and how its caller says that it has left: by a function if it has one, else by the signal. */
export interface ReadLimit {
  signal?: AbortSignal;
  onLeave?(listener: () => void): () => void;
  limitMs?: number;
}

function listenTo(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal?.aborted) listener();
  else signal?.addEventListener('abort', listener, { once: true });
  return () => signal?.removeEventListener('abort', listener);
}

/**
 * Gives `read` a database whose queries are cancelled after 30 seconds or when the caller disconnects; reads that still
 * wait for a connection are then rejected. Each connection is held until the server has confirmed the cancel, so that
 * retries cannot run more queries than the pool has connections. Needs no session setting and no additional round trip.
 * PostgreSQL only: the embedded database cannot be interrupted.
 * @throws AppError unavailable when cancelled.
 */
export async function withinReadLimit<T>(
  pool: pg.Pool,
  caller: ReadLimit,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const reads = new LimitedReads(pool);
  const { limitMs = READ_LIMIT_MS } = caller;
  const limit = setTimeout(() => reads.stop(tookTooLong(limitMs)), limitMs);
  let grace: NodeJS.Timeout | undefined;
  const onLeave = () => {
    reads.rejectWaiting(callerGone());
    grace = setTimeout(() => reads.stop(callerGone()), GRACE_MS);
  };
  const endListening = caller.onLeave ? caller.onLeave(onLeave) : listenTo(caller.signal, onLeave);
  try {
    return await read(databaseOn(reads));
  } catch (error) {
    throw reads.reason ?? error;
  } finally {
    clearTimeout(limit);
    clearTimeout(grace);
    endListening();
  }
}

function tookTooLong(limitMs: number): AppError {
  return new AppError(
    'unavailable',
    'database.tooSlow',
    `This took longer than ${limitMs / 1000} seconds and was stopped. Ask for less at a time, a shorter period for example, or try again later.`,
  );
}

function callerGone(): AppError {
  return new AppError('unavailable', 'request.left', 'The caller did not wait for the answer.');
}

/** How long a cancelled query may continue before its connection is destroyed. */
const CANCEL_TIMEOUT_MS = 10_000;

/** The pool's connections for one read. */
class LimitedReads implements ConnectionProvider {
  readonly #pool: pg.Pool;
  readonly #waiting = new Set<(reason: AppError) => void>();
  readonly #running = new Set<pg.PoolClient>();
  readonly #cancelled = new Map<pg.PoolClient, Promise<void>>();
  /** Set when no further connection may be taken. */
  #rejection: AppError | undefined;
  /** Set when no further query may run. */
  reason: AppError | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#rejection) throw this.#rejection;
    const client = await this.#connect();
    try {
      return await consumer(this.#connectionOf(client));
    } finally {
      this.#release(client);
    }
  }

  #connect(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      this.#pool.connect().then(
        (client) => {
          if (this.#waiting.delete(reject)) resolve(client);
          else client.release();
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  #connectionOf(client: pg.PoolClient): DatabaseConnection {
    return {
      executeQuery: async ({ sql, parameters }) => {
        if (this.reason) throw this.reason;
        this.#running.add(client);
        try {
          return resultOf(await client.query(sql, parameters as unknown[]));
        } finally {
          this.#running.delete(client);
        }
      },
      streamQuery() {
        throw new Error('a limited read is not streamed');
      },
    };
  }

  #release(client: pg.PoolClient): void {
    if (!this.reason) {
      client.release();
      return;
    }
    // A transaction may be open on it, and the cancel request may arrive late.
    void (this.#cancelled.get(client) ?? Promise.resolve()).then(() => client.release(true));
  }

  rejectWaiting(reason: AppError): void {
    this.#rejection ??= reason;
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
  }

  stop(reason: AppError): void {
    this.reason ??= reason;
    this.rejectWaiting(this.reason);
    for (const client of this.#running) {
      this.#cancelled.set(client, cancelQuery(client));
      setTimeout(() => {
        if (this.#running.has(client)) destroyConnection(client);
      }, CANCEL_TIMEOUT_MS).unref();
    }
  }
}
