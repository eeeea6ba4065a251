import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The server's version as it names itself, such as '15.18'. Source: experience.md, 'isp doctor'. */
export async function serverVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(db);
  return rows[0]?.version.split(' ')[0] ?? '';
}

/** The database's own clock now, to hold the application's against it; business SQL never reads it. */
export async function databaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  return rows[0]!.at;
}
