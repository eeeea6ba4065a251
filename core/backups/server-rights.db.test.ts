import {
  createSite,
  databaseUrl,
  type Site,
  type SiteApp,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needInFile, programsOfBackups } from '@nimule/fixtures/testing/needs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createBackup } from './service-create.ts';
import { readJournal } from './service-journal.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// A PostgreSQL server that others use too, and an owner of the tables who is no superuser.

const server = process.env.NIMULE_TEST_ENGINE === 'postgres' ? inject('postgres') : undefined;

needInFile(...programsOfBackups());

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
    // As a kill right after its creation leaves it.
    await asSuperuser(`create database ${site.database}_scratch_0123abcd owner ${owner}`);
    expect(await verifyBackup(one.ctx(), await fresh())).toMatchObject({ verified: true });
    const found = await asSuperuser(
      `select datname from pg_database where datname ~ '^${site.database}_' order by 1`,
    );
    expect(found.flat()).toEqual(others.map((name) => `${site.database}${name}`).sort());
    for (const [name] of found) await asSuperuser(`drop database ${name}`);
  });

  test('settings that are lists are kept, and what only a superuser may set is told', async () => {
    await asSuperuser(`
      alter database ${site.database} set search_path = public, pg_catalog;
      alter database ${site.database} set datestyle = 'ISO, DMY';
      alter database ${site.database} set log_min_duration_statement = '250ms';
      alter role ${owner} in database ${site.database} set work_mem = '8MB';
      alter default privileges for role ${owner}_other grant select on tables to ${owner};
      grant execute on function similarity(text, text) to ${owner}_other;
      grant select on customers to ${owner}_other`);
    const filename = await fresh();
    expect(await verifyBackup(one.ctx(), filename)).toMatchObject({ verified: true });
    const { message } = await restoreBackup(one.ctx(), filename, { withoutSafety: true });
    const toSetAgain = [
      `grant EXECUTE on function public.similarity(text,text) to ${owner}_other`,
      `alter default privileges for role "${owner}_other" grant SELECT on tables to ${owner}`,
      `alter database "${site.database}" set "log_min_duration_statement" = '250ms'`,
    ];
    for (const statement of toSetAgain) expect(message).toContain(`${statement};`);
    const journal = await readJournal(site.config.backupDir);
    for (const name of ['backup.verified', 'restore.done']) {
      expect(journal.findLast(({ event }) => event === name)).toMatchObject({ toSetAgain });
    }
    const { rows } = await one.app.pool.query(
      `select current_setting('search_path') as path, current_setting('DateStyle') as dates,
         current_setting('work_mem') as memory, (select count(*)::int from schema_migrations) > 0 as found,
         has_table_privilege('${owner}_other', 'customers', 'select') as other`,
    );
    const path = 'public, pg_catalog';
    expect(rows).toEqual([{ path, dates: 'ISO, DMY', memory: '8MB', found: true, other: true }]);
  });

  test('a database that does not answer with its settings is not swapped in', async () => {
    const filename = await fresh();
    // The connections of the application were made before.
    await asSuperuser(`alter database ${site.database} set search_path = nowhere`);
    const refusal = { kind: 'unavailable', code: 'backup.settings' };
    await expect(verifyBackup(one.ctx(), filename)).rejects.toMatchObject(refusal);
    await asSuperuser(`alter database ${site.database} reset search_path`);
    expect((await site.leftovers()).filter((name) => name.includes('_scratch_'))).toEqual([]);
  });

  test('what others have in the database is not lost by a restore', async () => {
    const filename = await fresh();
    await asSuperuser(`
      create extension pgcrypto;
      create schema radius create table nas (id int);
      create view public.mine as select 1 as one`);
    const before = await site.leftovers();
    await expect(restoreBackup(one.ctx(), filename)).rejects.toMatchObject({
      kind: 'rule',
      code: 'backup.foreignObjects',
      message: expect.stringContaining('holds public.mine, radius.nas, which'),
    });
    expect(await site.leftovers()).toEqual(before);
    await asSuperuser('drop schema radius cascade; drop view mine; drop extension pgcrypto');
    await restoreBackup(one.ctx(), filename);
  });
});
