import { emptyTables } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import {
  createCustomer,
  deleteCustomer,
  getCustomer,
  updateCustomer,
} from '../../customers/service.ts';
import { updateAccessSettings } from '../decisions/service.ts';
import { enforceOnce } from '../orders/service.ts';
import { freeName, nameFor } from './rules-new.ts';
import { createAccount, listAccounts, showPassword } from './service.ts';
import { openNewAccounts } from './service-new.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('technical_manager'));

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await emptyTables(app, 'customers', 'outbox', 'outbox_consumers');
  await app.pool.query("delete from settings where name = 'access'");
});

const add = (name: string) =>
  createCustomer(contextOf(app, staff('support')), { name, packageType: 'Basic Fiber' } as never);
const names = async () => (await listAccounts(ctx(), {})).rows.map(({ username }) => username);

test('a customer who is added gets an account, once, from the setting on', async () => {
  await add('Akol');
  expect(await openNewAccounts(ctx())).toBe(0);
  await updateAccessSettings(ctx(), { accountForNewCustomers: 'pppoe' });
  const customer = await add('Deng');
  await Promise.all([enforceOnce(ctx()), enforceOnce(ctx())]);
  const { rows } = await listAccounts(ctx(), {});
  expect(rows).toMatchObject([
    { customerId: customer.id, username: customer.customerId.toLowerCase(), kind: 'pppoe' },
  ]);
  expect((await showPassword(ctx(), rows[0]!.id)).password).toHaveLength(10);
  expect(await openNewAccounts(ctx())).toBe(0);
  const { rows: log } = await app.pool.query(
    "select summary from audit_log where action = 'accessAccount.create'",
  );
  expect(log).toHaveLength(1);
  await updateAccessSettings(ctx(), { accountForNewCustomers: 'none' });
  await add('Lado');
  await updateAccessSettings(ctx(), { accountForNewCustomers: 'hotspot' });
  await add('Keji');
  await openNewAccounts(ctx());
  expect((await listAccounts(ctx(), {})).rows.map(({ customerName }) => customerName)).toEqual([
    'Deng',
    'Keji',
  ]);
});

test('where they cannot be added the decisions and orders of others go on', async () => {
  await updateAccessSettings(ctx(), { accountForNewCustomers: 'pppoe' });
  const { id } = await add('Akol');
  await enforceOnce(ctx());
  await updateCustomer(ctx(), id, { updates: { status: 'Suspended' } });
  await add('Deng');
  const encrypt = () => {
    throw new Error('no key');
  };
  const secrets = { ...app.ports.secrets, encrypt };
  const logged: unknown[] = [];
  const log = { ...app.log, warn: (...line: unknown[]) => void logged.push(line) };
  const broken = contextOf({ ...app, log, ports: { ...app.ports, secrets } });
  expect(await enforceOnce(broken)).toMatchObject({ decided: 1 });
  expect(logged).toEqual([[{ reason: 'no key' }, 'accounts of new customers wait']]);
  expect(await names()).toHaveLength(1);
  await enforceOnce(ctx());
  expect(await names()).toHaveLength(2);
});

test('a name that is taken gets a number, and a customer with an account gets no other', async () => {
  await updateAccessSettings(ctx(), { accountForNewCustomers: 'hotspot' });
  const first = await add('Akol');
  const name = first.customerId.toLowerCase();
  const second = await add('Deng');
  const other = second.customerId.toLowerCase();
  await createAccount(ctx(), { customerId: first.id, kind: 'pppoe', username: other });
  await createAccount(ctx(), { customerId: first.id, kind: 'pppoe', username: `${other}-2` });
  await openNewAccounts(ctx());
  expect(await names()).toEqual([other, `${other}-2`, `${other}-3`]);
  expect(await names()).not.toContain(name);
});

test('a customer who was deleted before gets none', async () => {
  await updateAccessSettings(ctx(), { accountForNewCustomers: 'pppoe' });
  const { id } = await add('Akol');
  await deleteCustomer(ctx(), id);
  await deleteCustomer(ctx(), id);
  await expect(getCustomer(ctx(), id)).rejects.toThrow();
  expect(await openNewAccounts(ctx())).toBe(0);
  expect(await names()).toEqual([]);
});

test('names follow from customer numbers', () => {
  expect(nameFor('SC003')).toBe('sc003');
  expect(nameFor('Bär 7/b')).toBe('b-r-7-b');
  expect(nameFor('7')).toBe('700');
  expect(freeName('sc003', new Set())).toBe('sc003');
  expect(freeName('sc003', new Set(['sc003', 'sc003-2']))).toBe('sc003-3');
});
