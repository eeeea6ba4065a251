import {
  createSite,
  databaseUrl,
  type Site,
  type SiteApp,
} from '@nimule/fixtures/testing/backup-site';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createBackup } from './service-create.ts';
import { readJournal } from './service-journal.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// A PostgreSQL server that others use too, and an owner of the tables who is no superuser.

const server = process.env.NIMULE_TEST_ENGINE === 'postgres' ? inject('postgres') : undefined;

describe.skipIf(!server)('on a shared PostgreSQL server', () => {
  let site: Site;
  let one: SiteApp;
  let owner: string;
  let minute = 0;

  beforeAll(async () => {
    site = await createSite('postgres');
    owner = site.database.replace('site', 'owner');
    await asSuperuser(`
      create role ${owner} login createdb;
      create role ${owner}_other;
      grant pg_signal_backend to ${owner};
      alter database ${site.database} owner to ${owner};
      do $$ declare entry record; begin
        for entry in select tablename as name from pg_tables where schemaname = 'public' loop
          execute format('alter table public.%I owner to ${owner}', entry.name);
        end loop;
      end $$`);
    site.config.databaseUrl = databaseUrl({ ...server!, user: owner }, site.database);
    one = await site.open();
  });

  afterAll(async () => {
    await one?.close();
    await site.drop();
    await asSuperuser(`drop role ${owner}; drop role ${owner}_other`, 'postgres');
  });

  async function asSuperuser(sql: string, database = site.database): Promise<unknown[][]> {
    const client = new pg.Client({ ...server!, database });
    await client.connect();
    const { rows } = await client
      .query({ text: sql, rowMode: 'array' })
      .finally(() => client.end());
    return rows;
  }

  async function fresh(): Promise<string> {
    minute += 1;
    one.set(`2026-11-21T09:${String(minute).padStart(2, '0')}:00Z`);
    return (await createBackup(one.ctx())).filename;
  }

  test('a replaced database stays until a backup made after the restore is verified', async () => {
    await asSuperuser(`comment on database ${site.database} is 'of the company'`);
    const filename = await fresh();
    expect(await site.leftovers()).toEqual([]);
    await restoreBackup(one.ctx(), filename, { withoutSafety: true });
    const replaced = await site.leftovers();
    expect(replaced).toEqual([expect.stringMatching(/_replaced_\d{17}$/)]);
    const comments = await asSuperuser(
      `select shobj_description(oid, 'pg_database') from pg_database where datname = current_database()`,
    );
    expect(comments).toEqual([['of the company']]);
    expect(await verifyBackup(one.ctx(), filename)).toMatchObject({ verified: true });
    expect(await site.leftovers()).toEqual(replaced);
    expect(await verifyBackup(one.ctx(), await fresh())).toMatchObject({ verified: true });
    expect(await site.leftovers()).toEqual([]);
  });

  test('databases of others with similar names stay', async () => {
    const others = [
      '_scratch_of_the_accountant',
      '_scratch_0123abcd',
      '_replaced_20261121080000000',
      '_scratch_89abcdef',
    ];
    for (const name of others) {
      await asSuperuser(`create database ${site.database}${name} owner ${owner}`);
    }
    await asSuperuser(
      `comment on database ${site.database}_scratch_89abcdef is 'nimule of another'`,
    );
    const mine = `${site.database}_scratch_0123abce`;
    await asSuperuser(`create database ${mine} owner ${owner}`);
    await asSuperuser(`comment on database ${mine} is 'nimule ${site.database}'`);
    expect(await verifyBackup(one.ctx(), await fresh())).toMatchObject({ verified: true });
    const found = await asSuperuser(
      `select datname from pg_database where datname ~ '^${site.database}_' order by 1`,
    );
    expect(found.flat()).toEqual(others.map((name) => `${site.database}${name}`).sort());
    for (const [name] of found) await asSuperuser(`drop database ${name}`);
  });
});
