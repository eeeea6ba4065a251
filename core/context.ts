import type pg from 'pg';
import type { Config } from './config.ts';
import { constraints } from './constraints.ts';
import type { Database, Db } from './database/connect.ts';
import { mayRetry, toAppError } from './database/errors.ts';
import type { Actor } from './identity/actor.ts';
import { dateInJuba, type IsoDate } from './kernel/dates.ts';
import { AppError } from './kernel/errors.ts';
import type { AssistantPort } from './ports/assistant/types.ts';
import type { EmailPort } from './ports/email.ts';
import type { NetworkPort } from './ports/network.ts';
import type { PaymentsPort } from './ports/payments/types.ts';
import type { RadiusPort } from './ports/radius.ts';
import type { Random } from './ports/random.ts';
import type { Secrets } from './ports/secrets.ts';
import type { SmsPort } from './ports/sms.ts';

export interface Log {
  info(data: object, message: string): void;
  warn(data: object, message: string): void;
  error(data: object, message: string): void;
}

export interface Ports {
  email: EmailPort;
  sms: SmsPort;
  payments: PaymentsPort;
  network: NetworkPort;
  radius: RadiusPort;
  assistant: AssistantPort;
  secrets: Secrets;
}

/** Set while a restore replaces the database. One object per process, shared by all copies of its `App`. */
export interface Maintenance {
  /** What is happening, for the user; undefined while calls are served. */
  message: string | undefined;
}

const MAINTENANCE_RETRY_SECONDS = 10;

/**
 * Refuses a call while the database is being replaced. Calls that have already begun are not affected.
 * @throws AppError unavailable `server.maintenance`.
 */
export function refuseInMaintenance({ maintenance }: Pick<App, 'maintenance'>): void {
  if (maintenance.message === undefined) return;
  throw new AppError('unavailable', 'server.maintenance', maintenance.message, {
    retryAfter: MAINTENANCE_RETRY_SECONDS,
  });
}

/** What exists once per process. It is passed explicitly; there is no global state. */
export interface App {
  db: Database;
  pool: pg.Pool;
  /** True for the embedded database, where all connections share one session. */
  embedded: boolean;
  /** Whether this process has opened the embedded database, and is no guest of another one. */
  isDatabaseOwner?: boolean;
  clock: () => Date;
  random: Random;
  ports: Ports;
  config: Config;
  log: Log;
  maintenance: Maintenance;
  /** Aborted when the process is asked to stop: imports stop after the current batch. */
  stopping?: AbortSignal;
}

export interface Origin {
  /** The address of a request; the machine's name for the shell. */
  ip: string;
  userAgent?: string;
  /** The name and port by which the page was opened, as far as a proxy passes it on. */
  host?: string;
  requestId?: string;
  idempotencyKey?: string;
  /** Aborted when the caller disconnects before it has the answer. */
  signal?: AbortSignal;
  /** Calls the listener then, at once if the caller has left; its answer ends that. It costs a read less than `signal`. */
  onLeave?(listener: () => void): () => void;
  /** Where the host stores the caller's session; used by sign-in and sign-out. */
  session?: { set(token: string): void; clear(): void };
  /** The token by which the caller's browser is known again; undefined where it has none. Set by sign-in. */
  device?: { token: string | undefined; set(token: string): void };
}

/** App, actor, and the current transaction, if any. The first argument of every service. */
export interface Ctx extends Omit<App, 'db'> {
  db: Db;
  actor: Actor;
  origin: Origin;
  /** The time of the whole operation, so that all its records carry the same one. */
  now: Date;
  /** The business date of `now`. */
  today: IsoDate;
  /** A second person has accepted what runs (decision 54). */
  isAccepted?: boolean;
  /** What the fields of the accepted change were when it was asked for. */
  asked?: Readonly<Record<string, unknown>>;
}

/** The context of a call on the app's database, or on `db`. */
export function createContext(
  app: App,
  actor: Actor,
  origin: Origin = { ip: '' },
  db: Db = app.db,
): Ctx {
  const now = app.clock();
  return { ...app, db, actor, origin, now, today: dateInJuba(now) };
}

/**
 * Runs reads in one snapshot of the database, so that all that they answer is of one moment: in the current transaction, or in
 * a new one that changes nothing. It holds a connection, of the embedded database the only one: nothing slow is awaited in it.
 */
export async function inSnapshot<T>(ctx: Ctx, read: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return read(ctx);
  try {
    return await ctx.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((trx) => read({ ...ctx, db: trx }));
  } catch (error) {
    throw toAppError(error, constraints);
  }
}

/** How often a transaction is tried when it conflicts with another one. */
export const MAX_TRIES = 5;

/**
 * Runs `work` in a transaction: the current one (services compose), or a new one, which is retried after a
 * deadlock. Database errors become AppErrors where the user can act on them.
 */
export async function transact<T>(ctx: Ctx, work: (tx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.db.transaction().execute((trx) => work({ ...ctx, db: trx }));
    } catch (error) {
      if (attempt < MAX_TRIES && mayRetry(error)) continue;
      throw toAppError(error, constraints);
    }
  }
}
