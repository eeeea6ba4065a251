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

export interface OwnerRights {
  role: string;
  /** It may create databases: verify and restore load a backup into a new one. */
  createsDatabases: boolean;
  /** It owns the database in use, which restore and move rename. */
  ownsDatabase: boolean;
  /** It may end the sessions of the application's role, which restore does. */
  endsSessions: boolean;
}

/**
 * What the role of `owner` may do with the database, where `application` is the role that the program uses. Sessions of
 * a superuser are ended by a superuser alone.
 */
export async function ownerRights(owner: pg.Pool, application: string): Promise<OwnerRights> {
  const { rows } = await owner.query<OwnerRights>(
    `select o.rolname as role,
       o.rolsuper or o.rolcreatedb as "createsDatabases",
       pg_has_role(o.oid, d.datdba, 'usage') as "ownsDatabase",
       o.rolsuper or (not a.rolsuper and
         (pg_has_role(o.oid, a.oid, 'usage') or pg_has_role(o.oid, 'pg_signal_backend', 'usage'))) as "endsSessions"
     from pg_roles o, pg_roles a, pg_database d
     where o.rolname = current_user and a.rolname = $1 and d.datname = current_database()`,
    [application],
  );
  return rows[0]!;
}

/** The role of a connection. */
export async function currentRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}
