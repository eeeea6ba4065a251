import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { postgresMajor } from '@nimule/fixtures/testing/databases/cluster';
import { guardList } from '@nimule/fixtures/testing/databases/evidence';
import {
  createMigratedDatabase,
  type MigratedDatabase,
} from '@nimule/fixtures/testing/databases/migrations';
import { dumpSchema } from '@nimule/fixtures/testing/databases/schema-dump';
import { tableTypes } from '@nimule/fixtures/testing/databases/table-types';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';

// What migrations make of rows is in migrate-rows.db.test.ts and migrate-ledger.db.test.ts.

const migrations = await readMigrations();

let database: MigratedDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());

describe('a database with all migrations', () => {
  // schema.sql is a dump of PostgreSQL 15, the oldest supported version; other versions of pg_dump differ.
  if (process.env.NIMULE_TEST_ENGINE === 'postgres' && postgresMajor() === 15) {
    test('is that of schema.sql, tables.ts and guards.ts', async () => {
      const committed = (name: string) =>
        readFileSync(fileURLToPath(new URL(`./${name}`, import.meta.url)), 'utf8');
      expect(dumpSchema(database.settings)).toBe(committed('schema.sql'));
      expect(await tableTypes(pool)).toBe(committed('tables.ts'));
      expect(await guardList(pool)).toBe(committed('evidence/guards.ts'));
    });
  }

  test('and a newer one is refused with a clear message', async () => {
    const newer = migrations.length + 1;
    await pool.query(
      `insert into schema_migrations (version, name, checksum, applied_at) values ($1, 'later', 'x', now())`,
      [newer],
    );
    await expect(migrate(pool)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database.newer',
    });
    await pool.query('delete from schema_migrations where version = $1', [newer]);
    expect(await migrate(pool)).toBe(0);
  });

  test('but a changed history is refused', async () => {
    await pool.query(`update schema_migrations set checksum = 'x' where version = 2`);
    await expect(migrate(pool)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database.history',
    });
  });
});

// To apply all takes a second or more on the embedded database: once in a test.
describe('migrations', () => {
  beforeEach(() => database.empty());

  test('one at a time lead to the same schema and accounts as at once', async () => {
    for (const version of migrations.keys()) expect(await migrate(pool, version + 1)).toBe(1);
    await database.migrateRest(migrations.length);
    expect(await database.catalogue()).toEqual(database.expected);
  });

  test('of the last start lead to the same', async () => {
    const version = migrations.length - 2;
    expect(await migrate(pool, version)).toBe(version);
    await database.migrateRest(version);
    expect(await database.catalogue()).toEqual(database.expected);
  });

  test('run once, however many processes start at the same moment', async () => {
    // Creating the first table is a short race, so it is repeated.
    for (let round = 0; round < 40; round += 1) {
      await pool.query('drop table if exists schema_migrations');
      await Promise.all([migrate(pool, 0), migrate(pool, 0), migrate(pool, 0)]);
    }
    const applied = await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
    expect(applied.reduce((sum, count) => sum + count, 0)).toBe(migrations.length);
    expect(await migrate(pool)).toBe(0);
    expect(await database.catalogue()).toEqual(database.expected);
  });

  test('a failing one is rolled back completely', async () => {
    await migrate(pool, 2);
    // Conflicts with a table of migration 3.
    await pool.query('create table accounts (code text)');
    await expect(migrate(pool)).rejects.toThrow(/accounts/);
    const left = await pool.query(`select to_regclass('accounting_months') as made`);
    expect(left.rows[0].made).toBeNull();
    await pool.query('drop table accounts');
    expect(await migrate(pool)).toBe((await readMigrations()).length - 2);
  });
});
