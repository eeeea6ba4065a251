import {
  type ConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type QueryResult,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { watchClients } from './cancel.ts';
import type { Tables } from './tables.ts';
import { readTimestamp } from './timestamps.ts';

export type Db = Kysely<Tables> | Transaction<Tables>;
export type Database = Kysely<Tables>;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the database answered ${text}, past what a number holds`);
  return value;
}

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ = 1184;

function unbrace(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [DATE, (text) => text],
  [INT8_ARRAY, (text) => unbrace(text).map(safeInteger)],
  [DATE_ARRAY, unbrace],
  [TIMESTAMPTZ, readTimestamp],
]);

/** The driver's parsers, except bigint as a checked number, a date as its text (never a local Date) and a faster one of timestamps. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export interface PoolSettings {
  url?: string;
  host?: string;
  port?: number;
  user?: string;
  database?: string;
  /** Options of the session, such as `-c role=owner`. */
  options?: string;
  max: number;
}

/** Opens a pool on a PostgreSQL URL or the embedded database's socket. */
export function createPool(settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    ...(settings.url ? { connectionString: settings.url } : settings),
    ...(settings.options ? { options: settings.options } : {}),
    max: settings.max,
    types,
    application_name: 'nimule',
    connectionTimeoutMillis: 60_000,
  });
  watchClients(pool);
  // A connection that breaks while idle is replaced on next use; without a listener the event would end the process.
  pool.on('error', () => {});
  // One that breaks while in use fails its query; the event carries no more information.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

// Shared by all databases: how statements are compiled and transactions begun.
const dialect = new PostgresDialect({
  pool: async () => {
    throw new Error('there is no pool behind this database');
  },
});
const driver = dialect.createDriver();
const compiler = dialect.createQueryCompiler();
const adapter = dialect.createAdapter();

/** A database on the connections of `provider`; much cheaper to create than one with its own pool. */
export function databaseOn(provider: ConnectionProvider): Database {
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
}

/** Converts the driver's result for the query builder. */
export function resultOf<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const isChange = command !== 'SELECT' && rowCount !== null;
  return { rows, ...(isChange ? { numAffectedRows: BigInt(rowCount) } : {}) };
}
