import pg from 'pg';
import type { PoolSettings } from '../connect.ts';

export type Address = Omit<PoolSettings, 'max'>;

/** The same server and user with another database. */
export function withDatabase(address: Address, database: string): Address {
  if (!address.url) return { ...address, database };
  const url = new URL(address.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { ...address, url: url.href };
}

/** Opens a connection of its own, without limits of time. */
export async function connect(address: Address): Promise<pg.Client> {
  const client = new pg.Client({
    ...(address.url ? { connectionString: address.url } : address),
    application_name: 'nimule backup',
    connectionTimeoutMillis: 30_000,
  });
  // One that breaks fails its query; without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect();
  // A dump holds a transaction open for long.
  await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  return client;
}

export async function withConnection<T>(
  address: Address,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(address);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The longest part of a database's name that ours begin with; names have at most 63 bytes. */
const LONGEST_PREFIX = 36;

export function scratchPrefix(database: string): string {
  return `${database.slice(0, LONGEST_PREFIX)}_scratch_`;
}

/** The comment that marks scratch and replaced databases as those of this database. */
export function databaseTag(database: string): string {
  return `nimule ${database}`;
}

export function replacedPrefix(database: string): string {
  return `${database.slice(0, LONGEST_PREFIX)}_replaced_`;
}
