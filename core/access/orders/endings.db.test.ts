import {
  type OrderedWorld,
  startOrderedWorld,
} from '@nimule/fixtures/testing/servers/ordered-world';
import type { TestRouter } from '@nimule/fixtures/testing/servers/router';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { deleteCustomer, updateCustomer } from '../../customers/service.ts';
import { deleteAccount } from '../accounts/service.ts';
import { enforceOnce } from './service.ts';

/** Sessions of accounts that are deleted are ended at their router. */
let world: OrderedWorld;
let app: TestApp;
let device: TestRouter;
let customer: number;
let account: number;
const ctx = (): Ctx => contextOf(app, staff('super_admin'));

beforeAll(async () => {
  world = await startOrderedWorld();
  ({ app, device } = world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.reset(ctx, 1);
  ({ customer, account } = world);
  await app.pool.query(
    `select radius_accounting($1, 'Start', 'amina', '81a', '', 'd1', '10.0.0.5', '', '', '', '', '', '', '', '', '')`,
    [`router_${world.router}`],
  );
});

const endings = async () =>
  (await app.pool.query('select session_id, tries, error from radius_endings')).rows;
const end = { code: 40, userName: 'amina', sessionId: '81a', rateLimit: undefined };
const later = (seconds: number) => world.later(seconds);
/** The trigger has the clock of the database: from its instant on the end is due. */
const laterThanDeleted = async (seconds: number) => {
  app.time.now = (await app.pool.query('select max(next_at) as at from radius_endings')).rows[0].at;
  later(seconds);
};

test('a deleted account ends its open session, with observe only too', async () => {
  await deleteAccount(ctx(), account);
  await laterThanDeleted(1);
  expect(await endings()).toMatchObject([{ session_id: '81a', tries: 0 }]);
  await enforceOnce(ctx());
  expect(device.orders).toEqual([end]);
  expect(await endings()).toEqual([]);
});

test('a deleted customer does the same, and two processes order it once', async () => {
  await updateCustomer(ctx(), customer, { updates: { status: 'Inactive' } });
  expect(await deleteCustomer(ctx(), customer)).toMatchObject({ outcome: 'deleted' });
  await laterThanDeleted(1);
  await Promise.all([enforceOnce(ctx()), enforceOnce(ctx())]);
  expect(device.orders).toEqual([end]);
  expect(await endings()).toEqual([]);
});

test('a router that refuses is asked again; one that does not know the session has ended it', async () => {
  device.behave('nak');
  await deleteAccount(ctx(), account);
  await laterThanDeleted(1);
  await enforceOnce(ctx());
  expect(await endings()).toMatchObject([{ tries: 1, error: expect.stringContaining('refused') }]);
  later(1);
  await enforceOnce(ctx());
  expect(device.orders).toHaveLength(1);
  device.behave('unknown');
  later(5);
  await enforceOnce(ctx());
  expect(device.orders).toHaveLength(2);
  expect(await endings()).toEqual([]);
});

test('it is given up after a day', async () => {
  device.behave('nak');
  await deleteAccount(ctx(), account);
  await laterThanDeleted(86_401);
  await enforceOnce(ctx());
  expect(await endings()).toEqual([]);
});
