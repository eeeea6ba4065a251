import { addCustomers } from '@nimule/fixtures/testing/customers';
import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, transact } from '../../context.ts';
import { deleteCustomer, getCustomer, updateCustomer } from '../../customers/service.ts';
import { decideStale, updateAccessSettings, updateProfile } from '../decisions/service.ts';
import { letEverybodyOn } from '../decisions/service-settings.ts';
import { ntHash } from '../rules-nt-hash.ts';
import * as accounts from './service.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('technician'));

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await emptyTables(app, 'customers', 'radius_routers', 'outbox');
  await app.pool.query("delete from settings where name = 'access'; delete from access_profiles");
  await addCustomers(app, 3);
});

const firstCustomer = async () =>
  (await app.pool.query('select min(id)::int as id from customers')).rows[0].id as number;

async function add(input: Partial<Parameters<typeof accounts.createAccount>[1]> = {}) {
  const customerId = await firstCustomer();
  return accounts.createAccount(ctx(), { customerId, kind: 'pppoe', username: 'Tee1', ...input });
}

describe('access accounts', () => {
  test('are made with a password, decided at once, and found by name and customer', async () => {
    const account = await add({ username: 'Amina@ISP', notes: 'On the roof' });
    expect(account).toMatchObject({
      ...{ username: 'amina@isp', customerNumber: 'T1', access: 'on', reason: '' },
      ...{ downloadKbps: 10_000, uploadKbps: 10_000, sessionsAtOnce: 1, sessions: 0 },
    });
    const { password } = await accounts.showPassword(ctx(), account.id);
    expect(password).toHaveLength(10);
    const stored = await app.pool.query('select nt_hash, password_encrypted from access_accounts');
    expect(stored.rows[0].nt_hash).toEqual(Buffer.from(ntHash(password)));
    expect(stored.rows[0].password_encrypted).not.toContain(password);
    expect((await accounts.listAccounts(ctx(), { q: 'amina' })).rows).toEqual([account]);
    expect((await accounts.listAccounts(ctx(), { q: 'customer 1' })).rows).toHaveLength(1);
    expect((await accounts.listAccounts(ctx(), { online: true })).rows).toEqual([]);
    const log = await app.pool.query(
      "select action, summary, after::text from audit_log where entity = 'accessAccount' order by id",
    );
    expect(log.rows.map(({ action }) => action)).toEqual([
      'accessAccount.create',
      'accessAccount.showPassword',
    ]);
    expect(JSON.stringify(log.rows)).not.toContain(password);
    expect(JSON.stringify(log.rows)).not.toContain('hash');
  });

  test('a name is unique in any case, and an address too', async () => {
    await add({ fixedIp: '10.0.0.7' });
    await expect(add({ username: 'tee1' })).rejects.toMatchObject({
      code: 'accessAccount.usernameTaken',
    });
    await expect(add({ username: 'tee2', fixedIp: '10.0.0.7' })).rejects.toMatchObject({
      code: 'accessAccount.addressTaken',
    });
    await expect(add({ username: 'tee2', fixedIp: '2001:db8::1' })).rejects.toThrow('IPv4');
    await expect(add({ username: 'tee2', fixedIp: '10.0.0.8', pool: 'p' })).rejects.toThrow('pool');
    await expect(add({ kind: 'mac', username: 'aabbccddeeff', password: 'x' })).rejects.toThrow(
      'without a password',
    );
  });

  test('a new password is the typed one or one that is made', async () => {
    const account = await add({ password: 'first-one' });
    expect(await accounts.showPassword(ctx(), account.id)).toMatchObject({ password: 'first-one' });
    const made = await accounts.renewPassword(ctx(), account.id, undefined);
    expect(await accounts.showPassword(ctx(), account.id)).toEqual(made);
    const typed = await accounts.renewPassword(ctx(), account.id, 'second-one');
    expect(typed.password).toBe('second-one');
    const device = await add({ kind: 'mac', username: 'AA-BB-CC-DD-EE-FF' });
    await expect(accounts.showPassword(ctx(), device.id)).rejects.toThrow('without a password');
    await expect(accounts.renewPassword(ctx(), device.id, undefined)).rejects.toThrow('device');
  });

  test('changes are decided at once; an outdated version is refused', async () => {
    const account = await add();
    const blocked = await accounts.updateAccount(ctx(), account.id, {
      ...{ isBlocked: true, sessionsAtOnce: 2, version: account.version },
    });
    expect(blocked).toMatchObject({ access: 'off', reason: 'blocked', sessionsAtOnce: 2 });
    await expect(
      accounts.updateAccount(ctx(), account.id, { notes: 'x', version: account.version }),
    ).rejects.toMatchObject({ kind: 'conflict' });
    const freed = await accounts.updateAccount(ctx(), account.id, { isBlocked: false });
    expect(freed.access).toBe('on');
  });

  test('neither they nor their sessions stop the removal of a customer', async () => {
    const account = await add();
    const customer = await firstCustomer();
    expect(await deleteCustomer(ctx(), customer)).toMatchObject({ outcome: 'deactivated' });
    await decideStale(ctx());
    expect(await accounts.getAccount(ctx(), account.id)).toMatchObject({
      ...{ access: 'off', reason: 'inactive' },
    });
    expect(await deleteCustomer(ctx(), customer)).toMatchObject({ outcome: 'deleted' });
    await expect(accounts.getAccount(ctx(), account.id)).rejects.toMatchObject({
      kind: 'notFound',
    });
  });

  test('customers with an address and no account are listed', async () => {
    await app.pool.query("update customers set ip_address = '10.9.8.7' where customer_id <> 'T3'");
    await add();
    expect((await accounts.listNotEnforced(ctx(), {})).rows).toEqual([
      expect.objectContaining({ customerNumber: 'T2', ipAddress: '10.9.8.7' }),
    ]);
  });
});

describe('decisions', () => {
  test('follow each change of a customer, whoever makes it', async () => {
    const account = await add();
    const customer = await getCustomer(ctx(), await firstCustomer());
    const state = () => accounts.getAccount(ctx(), account.id);
    const change = (updates: object) => updateCustomer(ctx(), customer.id, { updates });
    await change({ status: 'Suspended' });
    expect(await decideStale(ctx())).toHaveLength(1);
    expect(await state()).toMatchObject({ access: 'garden', reason: 'suspended' });
    await change({ status: 'Active', packageType: 'Standard Fiber' });
    await decideStale(ctx());
    expect(await state()).toMatchObject({ access: 'on', downloadKbps: 50_000 });
    // A bulk statement of another module.
    await app.pool.query("update customers set bandwidth = 7, package_type = 'Flexible Plan'");
    await decideStale(ctx());
    expect(await state()).toMatchObject({ downloadKbps: 7000 });
    await app.pool.query("update customers set name = 'Another'");
    expect((await app.pool.query('select * from access_stale')).rows).toEqual([]);
    expect(await decideStale(ctx())).toHaveLength(0);
  });

  test('follow settings and profiles, and grow only with another answer', async () => {
    const account = await add();
    await updateCustomer(ctx(), await firstCustomer(), { updates: { status: 'Suspended' } });
    await decideStale(ctx());
    const numbers = async () =>
      (await app.pool.query('select decision::int, access from access_accounts')).rows;
    expect(await numbers()).toEqual([{ decision: 3, access: 'garden' }]);
    await updateAccessSettings(ctx(), { suspended: 'off' });
    await decideStale(ctx());
    expect(await numbers()).toEqual([{ decision: 4, access: 'off' }]);
    await updateAccessSettings(ctx(), { enforced: true });
    await decideStale(ctx());
    expect(await numbers()).toEqual([{ decision: 4, access: 'off' }]);
    const profile = { uploadPercent: 50, fairUseGb: 100, reducedMbps: 1 };
    await updateProfile(ctx(), 'Basic Fiber', profile);
    await decideStale(ctx());
    expect(await accounts.getAccount(ctx(), account.id)).toMatchObject({ uploadKbps: 5000 });
    await updateProfile(ctx(), 'Basic Fiber', profile);
    expect(await decideStale(ctx())).toHaveLength(0);
  });

  test('a change that is not committed yet when others are decided is decided later', async () => {
    const account = await add();
    const customer = await firstCustomer();
    await transact(ctx(), async (tx) => {
      await updateCustomer(tx, customer, { updates: { status: 'Suspended' } });
      if (!app.embedded) expect(await decideStale(ctx())).toHaveLength(0);
    });
    expect(await decideStale(ctx())).toHaveLength(1);
    expect((await accounts.getAccount(ctx(), account.id)).access).toBe('garden');
  });

  test("'let everybody on' needs a reason and an end within seven days", async () => {
    const at = (hours: number) => new Date(app.clock().getTime() + hours * 3_600_000);
    await expect(letEverybodyOn(ctx(), { until: at(1) })).rejects.toMatchObject({
      fields: { reason: expect.any(String) },
    });
    await expect(letEverybodyOn(ctx(), { until: at(-1), reason: 'x' })).rejects.toThrow('passed');
    await expect(letEverybodyOn(ctx(), { until: at(169), reason: 'x' })).rejects.toThrow('seven');
    const on = await letEverybodyOn(ctx(), { until: at(168), reason: 'The bank is closed' });
    expect(on.everybodyUntil).toEqual(at(168));
    expect((await letEverybodyOn(ctx(), { until: null })).everybodyUntil).toBeNull();
    const log = await app.pool.query(
      "select summary from audit_log where action = 'access.everybody' order by id",
    );
    expect(log.rows.map(({ summary }) => summary)).toEqual([
      expect.stringContaining('The bank is closed'),
      'Suspensions apply again',
    ]);
  });
});
