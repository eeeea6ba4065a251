import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { AppError } from '../kernel/errors.ts';
import type { Db } from './connect.ts';
import { grantMissing, isGrantMissing } from './errors.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** In the source tree the folder is next to this file; from dist it is one level up. */
async function migrationsFolder(): Promise<string> {
  for (const place of ['./migrations/', '../../database/migrations/']) {
    const folder = fileURLToPath(new URL(place, import.meta.url));
    if ((await readdir(folder).catch(() => [])).some((file) => file.endsWith('.sql')))
      return folder;
  }
  throw new Error('the migrations folder is missing from this installation');
}

/** The migrations in order. @throws Error for a gap or a repeated number. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = await migrationsFolder();
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const version = Number(file.slice(0, 4));
      if (version !== index + 1) throw new Error(`migration ${file} is out of order`);
      const sql = await readFile(folder + file, 'utf8');
      return {
        version,
        name: file.slice(5, -4),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

/** A lock id that nothing else uses: the letters 'nimu'. */
const CREATION_LOCK = 0x6e696d75;

interface Applied {
  version: number;
  checksum: string;
}

/** The applied migrations, or undefined if the table does not exist yet. */
export async function appliedMigrations(pool: pg.Pool): Promise<Applied[] | undefined> {
  const exists = await pool.query<{ oid: string | null }>(
    `select to_regclass('schema_migrations') as oid`,
  );
  if (exists.rows[0]?.oid === null) return undefined;
  return (
    await pool.query<Applied>('select version, checksum from schema_migrations order by version')
  ).rows;
}

/**
 * Migrates the schema, one transaction per migration, under a table lock so that processes that start at once apply
 * each only once. Returns how many were applied. If there is nothing to do it only reads, so that a user without rights
 * to the schema can start after another one has migrated.
 * @throws AppError unavailable when the database is newer than this program, has another history, or is older and
 *   this user may not change it.
 */
export async function migrate(pool: pg.Pool, upTo = Number.POSITIVE_INFINITY): Promise<number> {
  const migrations = await readMigrations();
  const wanted = migrations.filter(({ version }) => version <= upTo);
  const applied = (await appliedMigrations(pool).catch(asGrantMissing)) ?? [];
  checkHistory(applied, migrations);
  if (applied.length >= wanted.length) return 0;
  try {
    return await applyAll(pool, migrations, wanted);
  } catch (error) {
    if (!isGrantMissing(error)) throw error;
    throw new AppError(
      'unavailable',
      'database.migrationsPending',
      `The database is at schema version ${applied.length}, this program needs ${migrations.length}, and its user may not change the schema. Run "isp migrate" with the user who owns the tables in ISP_OWNER_URL.`,
      { cause: error },
    );
  }
}

function asGrantMissing(error: unknown): never {
  throw isGrantMissing(error) ? grantMissing(error) : error;
}

async function applyAll(
  pool: pg.Pool,
  migrations: readonly Migration[],
  wanted: readonly Migration[],
): Promise<number> {
  // `if not exists` alone fails in three different ways when two processes race; a lock decides it.
  await pool.query(`select pg_advisory_xact_lock(${CREATION_LOCK});
    create table if not exists schema_migrations (
      version int primary key, name text not null, checksum text not null, applied_at timestamptz not null)`);
  let count = 0;
  for (const migration of wanted) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table schema_migrations in access exclusive mode');
      const applied = (
        await client.query<Applied>(
          'select version, checksum from schema_migrations order by version',
        )
      ).rows;
      checkHistory(applied, migrations);
      if (!applied.some(({ version }) => version === migration.version)) {
        await client.query(migration.sql);
        await client.query(
          'insert into schema_migrations (version, name, checksum, applied_at) values ($1, $2, $3, $4)',
          [migration.version, migration.name, migration.checksum, new Date()],
        );
        count += 1;
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }
  return count;
}

function checkHistory(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > migrations.length) {
    throw new AppError(
      'unavailable',
      'database.newer',
      `The database is at schema version ${newest}, newer than this program, which knows ${migrations.length}. Install the newer version of Nimule.`,
    );
  }
  for (const { version, checksum } of applied) {
    const known = migrations[version - 1];
    if (known && known.checksum !== checksum) {
      throw new AppError(
        'unavailable',
        'database.history',
        `Migration ${known.version} (${known.name}) of the database differs from the one of this program.`,
      );
    }
  }
}

/** When this database was created: its first migration. */
export async function getInstalledAt(db: Db): Promise<Date> {
  const row = await db
    .selectFrom('schema_migrations')
    .select('applied_at')
    .orderBy('version')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.applied_at;
}
