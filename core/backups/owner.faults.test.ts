import { addCustomers } from '@nimule/fixtures/testing/customers';
import { type Cluster, startCluster } from '@nimule/fixtures/testing/databases/cluster';
import {
  createSite,
  databaseUrl,
  filesOf,
  type Site,
  type SiteApp,
  stateOf,
} from '@nimule/fixtures/testing/documents/backup-site';
import { needing } from '@nimule/fixtures/testing/needs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer } from '../customers/service.ts';
import { createBackup } from './service-create.ts';
import { restoreBackup } from './service-restore.ts';
import { verifyBackup } from './service-verify.ts';

// The tables belong to one role, and the application works as another one that may not change them.

describe('with ISP_OWNER_URL', needing('pg_dump'), () => {
  let cluster: Cluster;
  let site: Site;
  let one: SiteApp;

  beforeAll(async () => {
    cluster = await startCluster();
    site = await createSite('postgres', cluster);
    await asSuperuser(`
      create role owner login createdb;
      create role app login;
      alter database ${site.database} owner to owner;
      revoke connect on database ${site.database} from public;
      grant connect on database ${site.database} to app`);
    const owner = databaseUrl({ ...cluster, user: 'owner' }, site.database);
    const client = new pg.Client(owner);
    await client.connect();
    await client.query(`
      create extension pg_trgm;
      alter default privileges grant select, insert, update, delete on tables to app;
      alter default privileges grant usage on sequences to app;
      grant usage on schema public to app`);
    await client.end();
    Object.assign(site.config, {
      databaseUrl: databaseUrl({ ...cluster, user: 'app' }, site.database),
      ownerUrl: owner,
    });
    one = await site.open();
  });

  afterAll(async () => {
    await one?.close();
    await site?.drop();
    await cluster?.stop();
  });

  async function asSuperuser(sql: string): Promise<void> {
    const { host, port, user } = cluster;
    const superuser = new pg.Client({ host, port, user, database: 'postgres' });
    await superuser.connect();
    await superuser.query(sql).finally(() => superuser.end());
  }

  async function expectRights(): Promise<void> {
    const { rows } = await one.app.pool.query<{ owner: string; self: string }>(
      `select distinct tableowner as owner, current_user as self from pg_tables where schemaname = 'public'`,
    );
    expect(rows).toEqual([{ owner: 'owner', self: 'app' }]);
    const owners = await one.app.pool.query(
      'select pg_get_userbyid(datdba)::text as owner from pg_database where datname = current_database()',
    );
    expect(owners.rows).toEqual([{ owner: 'owner' }]);
    await expect(one.app.pool.query('create table mine ()')).rejects.toMatchObject({
      code: '42501',
    });
    const connects = await one.app.pool.query(
      `select has_database_privilege('public', current_database(), 'connect') as public`,
    );
    expect(connects.rows).toEqual([{ public: false }]);
  }

  test('a restore keeps owner and rights, and ends the sessions of the application', async () => {
    await addCustomers(one.app as Parameters<typeof addCustomers>[0], 20);
    await expectRights();
    const { filename } = await createBackup(one.ctx());
    expect(await verifyBackup(one.ctx(), filename)).toMatchObject({ verified: true });
    expect(await site.leftovers()).toEqual([]);
    await addCustomersAgain();
    const session = new pg.Client(site.config.databaseUrl!);
    session.on('error', () => {});
    await session.connect();
    one.set('2026-11-21T09:00:00Z');
    const before = await filesOf(site);
    await expect(restoreBackup(one.ctx(), filename)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'backup.mayNotDisconnect',
      message: expect.stringMatching(/grant "\w+" to "owner"/),
    });
    expect(await filesOf(site)).toEqual(before);
    expect((await stateOf(one)).customers).toBe(25);
    expect(await site.leftovers()).toEqual([]);
    await asSuperuser('grant pg_signal_backend to owner');
    await restoreBackup(one.ctx(), filename);
    await expect(session.query('select 1')).rejects.toThrow();
    await expectRights();
    expect(await stateOf(one)).toMatchObject({ customers: 20, unsound: [] });
    await createCustomer(one.ctx(), { name: 'Nyandeng', packageType: 'Flexible Plan' });
    expect((await stateOf(one)).customers).toBe(21);
  });

  async function addCustomersAgain(): Promise<void> {
    await one.app.pool.query(`update customers set customer_id = 'B' || customer_id`);
    await addCustomers(one.app as Parameters<typeof addCustomers>[0], 5);
  }

  test('an owner that may not create databases is told how to change that', async () => {
    await asSuperuser('alter role owner nocreatedb');
    one.set('2026-11-21T10:00:00Z');
    const { filename } = await createBackup(one.ctx());
    await expect(verifyBackup(one.ctx(), filename)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'backup.mayNotCreate',
      message: expect.stringContaining('CREATEDB'),
    });
  });
});
