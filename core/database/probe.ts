import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The server's version as it names itself, such as '15.18'. Source: experience.md, 'isp doctor'. */
export async function serverVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(' ')[0] ?? '';
}

/** How the database keeps text, such as 'UTF8'; it is chosen when the database is made. */
export async function serverEncoding(db: Db): Promise<string> {
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  return rows[0]?.encoding ?? '';
}

/** The database's own clock now, to hold the application's against it; business SQL never reads it. */
export async function databaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]!.at;
}
