import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { radiusFunctions } from '@nimule/core/access/radius/rules-role';
import { createPool } from '@nimule/core/database/connect';
import {
  addBilledCustomers,
  createSite,
  databaseUrl,
  type Site,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needInFile, programsOfBackups } from '@nimule/fixtures/testing/needs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { run } from '../main.ts';
import { makeIo } from './harness.ts';

// A company that leaves the embedded database for a server with two roles, and then goes to another database with two roles.

const server = inject('postgres');
const suffix = randomUUID().replaceAll('-', '').slice(0, 16);

interface Place {
  database: string;
  owner: string;
  application: string;
  env: Record<string, string>;
}

/** A database, its two roles and the settings that name them. */
function placeOf(name: string, folder: string): Place {
  const [database, owner, application] = ['', 'own_', 'app_'].map(
    (prefix) => `${prefix}${name}_${suffix}`,
  ) as [string, string, string];
  const addressOf = (user: string) => databaseUrl({ ...server!, user }, database);
  const env = {
    ...{ DATABASE_URL: addressOf(application), ISP_OWNER_URL: addressOf(owner) },
    ...{ ISP_DATA_DIR: folder, ISP_SECRET_KEY: '07'.repeat(32), ISP_LOG_LEVEL: 'silent' },
  };
  return { database, owner, application, env };
}

async function isp(line: string, env: Record<string, string>) {
  const { io, read } = makeIo({ env });
  return { code: await run(line.split(' '), io), ...read() };
}

needInFile(...programsOfBackups());

describe.skipIf(!server)('with two roles', () => {
  let site: Site;
  let admin: pg.Pool;
  const folder = mkdtempSync(join(tmpdir(), 'nimule-moved-'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'nimule-elsewhere-'));
  const first = placeOf('first', folder);
  const second = placeOf('second', elsewhere);
  const radius = `radius_${suffix}`;

  beforeAll(async () => {
    admin = createPool({ ...server!, database: 'postgres', max: 1 });
    site = await createSite('embedded');
    const company = await site.open();
    await addBilledCustomers(company, 12);
    await company.close();
    for (const { env } of [first, second]) {
      const superuser = databaseUrl(server!, 'postgres');
      const made = await isp(`database roles --superuser ${superuser}`, env);
      expect(made.code).toBe(0);
    }
  });

  afterAll(async () => {
    await site?.drop();
    for (const one of [folder, elsewhere]) rmSync(one, { recursive: true });
    for (const { database } of [first, second]) {
      const { rows } = await admin.query<{ name: string }>(
        'select datname::text as name from pg_database where starts_with(datname, $1)',
        [database],
      );
      for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
    }
    for (const role of [first, second].flatMap(({ owner, application }) => [owner, application]))
      await admin.query(`drop role if exists ${role}`);
    await admin.query(`drop role if exists ${radius}`);
    await admin.end();
  });

  /** What doctor says of roles and triggers, what the application cannot do, and that the books are sound. */
  async function expectTwoRoles({ env, owner, application }: Place): Promise<void> {
    const doctor = await isp('doctor', env);
    for (const check of ['owner', 'role', 'evidence'])
      expect(doctor.stdout).toMatch(new RegExp(`^ok +${check} `, 'm'));
    const books = await isp('books check', env);
    expect(books).toMatchObject({ code: 0, stdout: expect.not.stringContaining('FAILED') });
    const pool = createPool({ url: env.DATABASE_URL!, max: 1 });
    try {
      const { rows } = await pool.query(
        `select current_user::text as self, count(*)::int > 60 as many, array_agg(distinct tableowner::text) as owners
           from pg_catalog.pg_tables where schemaname = 'public' group by 1`,
      );
      expect(rows).toEqual([{ self: application, many: true, owners: [owner] }]);
      for (const statement of [
        'update invoices set rate_cents = 1',
        'delete from journal_lines',
        'truncate audit_log',
        'alter table invoices disable trigger user',
        'drop trigger invoices_evidence on invoices',
        'alter table invoices add column mine int',
        'create table mine ()',
        'create temporary table invoices ()',
      ])
        await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    } finally {
      await pool.end();
    }
    const kept = createPool({ url: env.ISP_OWNER_URL!, max: 1 });
    await expect(kept.query('update invoices set rate_cents = 1'))
      .rejects.toMatchObject({ code: '23001' })
      .finally(() => kept.end());
  }

  test('the data move from the embedded database as the owner, and the application gets its rights', async () => {
    const moved = await isp(`move --to ${first.env.ISP_OWNER_URL} --yes --format json`, site.env);
    expect(moved).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('ISP_OWNER_URL'),
    });
    expect(JSON.parse(moved.stdout)).toMatchObject({ trialBalanceUsd: expect.any(Number) });
    // The next start gives the application its rights.
    expect(await isp('billing status', first.env)).toMatchObject({ code: 0, stderr: '' });
    await expectTwoRoles(first);
  });

  test('a backup moves them on to another database with two roles of its own', async () => {
    const made = await isp('backups create --format json', first.env);
    expect(made.code).toBe(0);
    const { filename } = JSON.parse(made.stdout) as { filename: string };
    expect(await isp('migrate', second.env)).toMatchObject({ code: 0 });
    await mkdir(join(elsewhere, 'backups'), { recursive: true });
    await copyFile(join(folder, 'backups', filename), join(elsewhere, 'backups', filename));
    const role = await isp(`radius role --role ${radius} --owner ${second.owner}`, second.env);
    const there = createPool({ ...server!, database: second.database, max: 1 });
    await there.query(role.stdout).finally(() => there.end());
    const restored = await isp(`backups restore ${filename} --yes --without-safety`, second.env);
    expect(restored).toMatchObject({ code: 0 });
    await expectTwoRoles(second);
    const asRadius = createPool({ ...server!, user: radius, database: second.database, max: 1 });
    const { rows } = await asRadius
      .query<{ may: boolean }>(
        `select has_function_privilege(signature, 'execute') as may from unnest($1::text[]) as signature`,
        [radiusFunctions],
      )
      .finally(() => asRadius.end());
    expect(rows.every(({ may }) => may)).toBe(true);
    const found = createPool({ url: second.env.DATABASE_URL!, max: 1 });
    const customers = await found
      .query('select count(*)::int as n from customers')
      .finally(() => found.end());
    expect(customers.rows).toEqual([{ n: 12 }]);
  });
});
