import type { ConnectionProvider, DatabaseConnection } from 'kysely';
import type pg from 'pg';
import { AppError } from '../kernel/errors.ts';
import { breakOff, cancelQuery } from './cancel.ts';
import { type Database, databaseOn, resultOf } from './connect.ts';

/** How long a person's read may take. */
const READ_LIMIT_MS = 30_000;
/** Whoever leaves has mostly typed the next letter: what takes no longer than this costs less than its cancelling. */
const GRACE_MS = 500;

export interface ReadLimit {
  /** Aborted when the caller goes. */
  signal?: AbortSignal | undefined;
  limitMs?: number;
}

/**
 * Gives `read` a database on which its queries are cancelled when they take longer than 30 seconds, or when the caller
 * goes; what still waits for a connection then gets none. Each connection is held until the server has answered its
 * cancel, so that repeats cannot pile up more queries than the pool has connections. Needs no setting of the session
 * and no additional round trip. PostgreSQL alone: the embedded database cannot be interrupted.
 * @throws AppError unavailable for what was cancelled.
 */
export async function withinReadLimit<T>(
  pool: pg.Pool,
  { signal, limitMs = READ_LIMIT_MS }: ReadLimit,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const reads = new LimitedReads(pool);
  const limit = setTimeout(() => reads.stop(tookTooLong(limitMs)), limitMs);
  let grace: NodeJS.Timeout | undefined;
  const leave = () => {
    reads.dismissWaiting(callerGone());
    grace = setTimeout(() => reads.stop(callerGone()), GRACE_MS);
  };
  if (signal?.aborted) leave();
  else signal?.addEventListener('abort', leave, { once: true });
  try {
    return await read(databaseOn(reads));
  } catch (error) {
    throw reads.reason ?? error;
  } finally {
    clearTimeout(limit);
    clearTimeout(grace);
    signal?.removeEventListener('abort', leave);
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

/** How long a cancelled query may go on before its connection is broken off. */
const ANSWER_MS = 10_000;

/** Connections of the pool for one read. */
class LimitedReads implements ConnectionProvider {
  readonly #pool: pg.Pool;
  readonly #waiting = new Set<(reason: AppError) => void>();
  readonly #running = new Set<pg.PoolClient>();
  readonly #cancelled = new Map<pg.PoolClient, Promise<void>>();
  /** Why no further connection is taken. */
  #dismissal: AppError | undefined;
  /** Why nothing is run any more. */
  reason: AppError | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (this.#dismissal) throw this.#dismissal;
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
    // A transaction may be open on it, and the cancel may reach it late.
    void (this.#cancelled.get(client) ?? Promise.resolve()).then(() => client.release(true));
  }

  dismissWaiting(reason: AppError): void {
    this.#dismissal ??= reason;
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
  }

  stop(reason: AppError): void {
    this.reason ??= reason;
    this.dismissWaiting(this.reason);
    for (const client of this.#running) {
      this.#cancelled.set(client, cancelQuery(client));
      setTimeout(() => {
        if (this.#running.has(client)) breakOff(client);
      }, ANSWER_MS).unref();
    }
  }
}
