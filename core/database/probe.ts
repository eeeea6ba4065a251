import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './connect.ts';

/** The server's version, such as '15.18'. Source: experience.md, 'isp doctor'. */
export async function serverVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(' ')[0] ?? '';
}

/** The database's encoding, such as 'UTF8', which is chosen at its creation. */
export async function serverEncoding(db: Db): Promise<string> {
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  return rows[0]?.encoding ?? '';
}

/** The database's clock, for comparison with the application's; business SQL does not read it. */
export async function databaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]!.at;
}

/** A text that two connections share only if they reach the same database of the same server. */
export async function databaseIdentity(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(
    `select concat_ws(' ', oid, datname, extract(epoch from pg_postmaster_start_time())) as identity
     from pg_database where datname = current_database()`,
  );
  return rows[0]?.identity ?? '';
}
