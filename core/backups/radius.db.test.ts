import {
  createSite,
  databaseUrl,
  type Site,
  type SiteApp,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needInFile, programsOfBackups } from '@nimule/fixtures/testing/needs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { roleSql } from '../access/radius/rules-role.ts';
import { createBackup } from './service-create.ts';
import { restoreBackup } from './service-restore.ts';

// FreeRADIUS keeps sessions of its own role in the database while a restore replaces it.

const server = process.env.NIMULE_TEST_ENGINE === 'postgres' ? inject('postgres') : undefined;

needInFile(...programsOfBackups());

describe.skipIf(!server)('while FreeRADIUS is connected', () => {
  let site: Site;
  let one: SiteApp;
  let owner: string;
  let role: string;

  beforeAll(async () => {
    site = await createSite('postgres');
    owner = site.database.replace('site', 'owner');
    role = `${owner}_radius`;
    await asSuperuser(`
      create role ${owner} login createdb;
      alter database ${site.database} owner to ${owner};
      do $$ declare entry record; begin
        for entry in select tablename as name from pg_tables where schemaname = 'public' loop
          execute format('alter table public.%I owner to ${owner}', entry.name);
        end loop;
        for entry in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace loop
          execute format('alter function %s owner to ${owner}', entry.name);
        end loop;
      end $$`);
    await asSuperuser(roleSql(role, owner));
    site.config.databaseUrl = databaseUrl({ ...server!, user: owner }, site.database);
    one = await site.open();
  });
  afterAll(async () => {
    await one?.close();
    await site.drop();
    await asSuperuser(`drop role ${role}; drop role ${owner}`, 'postgres');
  });

  async function asSuperuser(sql: string, database = site.database): Promise<unknown[][]> {
    const client = new pg.Client({ ...server!, database });
    await client.connect();
    const { rows } = await client
      .query({ text: sql, rowMode: 'array' })
      .finally(() => client.end());
    return rows;
  }

  /** A connection of its pool; its end is awaited by `ended`. */
  async function connect(): Promise<{ client: pg.Client; ended: Promise<void> }> {
    const client = new pg.Client({ ...server!, user: role, database: site.database });
    client.on('error', () => {});
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await client.connect();
    return { client, ended };
  }

  const ping = async (client: pg.Client) =>
    (await client.query('select radius_ping() as answer')).rows[0].answer;

  test('a restore ends its sessions, and it may do the same when it comes back', async () => {
    const { filename } = await createBackup(one.ctx());
    const first = await connect();
    expect(await ping(first.client)).toBe('ok 0');
    await restoreBackup(one.ctx(), filename, { withoutSafety: true });
    await first.ended;
    const { client } = await connect();
    expect(await ping(client)).toBe('ok 0');
    expect((await client.query("select * from radius_check('router_1', 'x', 'y')")).rows).toEqual(
      [],
    );
    await expect(client.query('select * from access_accounts')).rejects.toMatchObject({
      code: '42501',
    });
    await client.end();
  });

  test('without the grant of its role a restore is refused before anything is changed', async () => {
    const { filename } = await createBackup(one.ctx());
    await asSuperuser(`revoke ${role} from ${owner}`);
    const { client } = await connect();
    const before = await asSuperuser(
      `select oid::text from pg_database where datname = '${site.database}'`,
    );
    await expect(restoreBackup(one.ctx(), filename, { withoutSafety: true })).rejects.toMatchObject(
      {
        code: 'backup.mayNotDisconnect',
        message: expect.stringContaining(`grant "${role}" to "${owner}"`),
      },
    );
    expect(await ping(client)).toBe('ok 0');
    expect(
      await asSuperuser(`select oid::text from pg_database where datname = '${site.database}'`),
    ).toEqual(before);
    await client.end();
    await asSuperuser(`grant ${role} to ${owner}`);
    await restoreBackup(one.ctx(), filename, { withoutSafety: true });
  });
});
