import {
  type OrderedWorld,
  startOrderedWorld,
} from '@nimule/fixtures/testing/servers/ordered-world';
import type { TestRouter } from '@nimule/fixtures/testing/servers/router';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { updateCustomer } from '../../customers/service.ts';
import { createAccount, updateAccount } from '../accounts/service.ts';
import { updateAccessSettings, updateProfile } from '../decisions/service.ts';
import { letEverybodyOnAt } from '../routers/service.ts';
import { listClosed, listRefusals, listSessions, sumSessions } from '../sessions/service.ts';
import { compareSessions, endSession, enforceOnce } from './service.ts';

/** Orders to a router on this machine, which answers as a test says. */
let world: OrderedWorld;
let app: TestApp;
let device: TestRouter;
let router: number;
let customer: number;
let account: number;
const ctx = (): Ctx => contextOf(app, staff('technical_manager'));

beforeAll(async () => {
  world = await startOrderedWorld();
  ({ app, device } = world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.reset(ctx, 2);
  ({ router, customer, account } = world);
  await updateAccessSettings(ctx(), { enforced: true });
  await report('Start', '81a');
});

/** A sign-in and its report, as FreeRADIUS makes them. */
async function report(status: string, session: string, username = 'amina'): Promise<void> {
  const from = `router_${router}`;
  const { rows } = await app.pool.query(
    "select value from radius_reply($1, $2, 'd1') where attribute = 'Class'",
    [from, username],
  );
  const given = rows[0] ? `0x${Buffer.from(rows[0].value).toString('hex')}` : '';
  await app.pool.query(
    `select radius_accounting($1, $2, $3, $4, $5, 'd1', '10.0.0.5', '', '', '', '', '', '', '', '', 'Admin-Reset')`,
    [from, status, username, session, given],
  );
}

const later = (seconds: number) => world.later(seconds);
const orders = async () =>
  (
    await app.pool.query(
      'select kind, given, tries, is_promised, error from radius_orders order by session_id',
    )
  ).rows;
const suspend = (status: 'Active' | 'Suspended' = 'Suspended') =>
  updateCustomer(ctx(), customer, { updates: { status } });

describe('what has been decided is ordered', () => {
  test('a suspension ends the session; its promise is kept with the report', async () => {
    await suspend();
    expect(await enforceOnce(ctx())).toMatchObject({ decided: 1, sent: 1, promised: 1 });
    expect(device.orders).toEqual([
      { code: 40, userName: 'amina', sessionId: '81a', rateLimit: undefined },
    ]);
    expect(await sumSessions(ctx())).toMatchObject({ sessions: 1, asDecided: 0 });
    // Nothing is sent again until the promise is a minute old.
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ sent: 0 });
    later(61);
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, promised: 1 });
    await report('Stop', '81a');
    expect(await orders()).toEqual([]);
    // In the garden it is as decided.
    await report('Start', '81b');
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ sent: 0 });
    expect(await sumSessions(ctx())).toMatchObject({ sessions: 1, asDecided: 1 });
    // The way back begins with the end of that session too.
    await suspend('Active');
    await enforceOnce(ctx());
    expect(device.orders.at(-1)).toMatchObject({ code: 40, sessionId: '81b' });
  });

  test('another package is another rate in the open session', async () => {
    await updateCustomer(ctx(), customer, { updates: { packageType: 'Standard Fiber' } });
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, given: 1 });
    expect(device.orders).toEqual([
      { code: 43, userName: 'amina', sessionId: '81a', rateLimit: '50000k/50000k' },
    ]);
    expect(await orders()).toEqual([]);
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ sent: 0 });
  });

  test('fair use that is used up is the reduced rate', async () => {
    await updateProfile(ctx(), 'Basic Fiber', { uploadPercent: 50, fairUseGb: 1, reducedMbps: 2 });
    await enforceOnce(ctx());
    expect(device.orders.at(-1)?.rateLimit).toBe('5000k/10000k');
    await app.pool.query('update radius_sessions set download_bytes = 1000000000');
    await enforceOnce(ctx(), { all: true });
    expect(device.orders.at(-1)?.rateLimit).toBe('1000k/2000k');
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ sent: 0 });
  });

  test('another address, or a block, ends the session', async () => {
    await updateAccount(ctx(), account, { fixedIp: '10.0.0.77' });
    await enforceOnce(ctx(), { all: true });
    expect(device.orders).toMatchObject([{ code: 40 }]);
    await report('Stop', '81a');
    await report('Start', '81b');
    await updateAccount(ctx(), account, { isBlocked: true });
    await enforceOnce(ctx(), { all: true });
    expect(device.orders.at(-1)).toMatchObject({ code: 40, sessionId: '81b' });
  });

  test("nothing is ordered with 'observe only' and 'let everybody on'", async () => {
    await updateAccessSettings(ctx(), { enforced: false });
    await suspend();
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ decided: 1, sent: 0 });
    expect((await listSessions(ctx(), { access: 'garden' })).rows).toHaveLength(1);
    await updateAccessSettings(ctx(), { enforced: true });
    const until = new Date(app.time.now.getTime() + 3_600_000);
    await letEverybodyOnAt(ctx(), router, { until, reason: 'Test' });
    await enforceOnce(ctx(), { all: true });
    expect(device.orders.filter(({ code }) => code === 40)).toEqual([]);
    await letEverybodyOnAt(ctx(), router, { until: null });
    await enforceOnce(ctx(), { all: true });
    expect(device.orders.filter(({ code }) => code === 40)).toHaveLength(1);
    // What still waits is withdrawn.
    await updateAccessSettings(ctx(), { enforced: false });
    expect(await orders()).toEqual([]);
  });

  test('a person ends a session, whatever is enforced', async () => {
    await updateAccessSettings(ctx(), { enforced: false });
    const [session] = (await listSessions(ctx(), {})).rows;
    await endSession(ctx(), session!.id);
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, promised: 1 });
    await expect(endSession(ctx(), 999_999)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a router', () => {
  test('that is silent is asked three times with one packet, and again after growing pauses', async () => {
    device.behave('silent');
    device.packets = 0;
    await suspend();
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, waiting: 1 });
    expect([device.packets, device.orders.length]).toEqual([3, 1]);
    expect(await orders()).toMatchObject([{ tries: 1, error: 'does not answer' }]);
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 0 });
    later(2.5);
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, waiting: 1 });
    later(3);
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 0 });
    later(2);
    device.behave('late');
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, promised: 1 });
  });

  test.each(['garbage', 'elsewhere'] as const)('that answers with %s is silent', async (how) => {
    device.behave(how);
    await suspend();
    expect(await enforceOnce(ctx())).toMatchObject({ sent: 1, waiting: 1, promised: 0 });
  });

  test('that refuses a change is told to end the session, and the next comparison keeps that', async () => {
    device.behave('nak');
    await updateCustomer(ctx(), customer, { updates: { packageType: 'Standard Fiber' } });
    await enforceOnce(ctx());
    expect(await orders()).toMatchObject([{ kind: 'end', error: 'refused (error 401)' }]);
    await compareSessions(ctx());
    expect(await orders()).toMatchObject([{ kind: 'end' }]);
    device.behave('ack');
    later(1);
    expect(await enforceOnce(ctx())).toMatchObject({ promised: 1 });
    expect(device.orders.map(({ code }) => code)).toEqual([43, 40]);
  });

  test('that does not know the session has none', async () => {
    device.behave('unknown');
    await suspend();
    expect(await enforceOnce(ctx())).toMatchObject({ gone: 1 });
    expect((await listClosed(ctx(), {})).rows).toMatchObject([{ cause: 'unknown to router' }]);
    expect(await orders()).toEqual([]);
  });

  test('whose order was under way when its customer was restored is told the newer', async () => {
    device.behave('silent');
    await suspend();
    await enforceOnce(ctx());
    await suspend('Active');
    expect(await enforceOnce(ctx(), { all: true })).toMatchObject({ decided: 1 });
    device.behave('ack');
    later(10);
    await enforceOnce(ctx());
    expect(device.orders.at(-1)?.code).toBe(43);
    expect(await orders()).toEqual([]);
  });
});

test('two processes at once send each order once', async () => {
  for (let n = 0; n < 30; n += 1) {
    const username = `user${n}`;
    await createAccount(ctx(), { customerId: customer, kind: 'pppoe', username });
    await report('Start', `s${n}`, username);
  }
  await suspend();
  await Promise.all([enforceOnce(ctx()), enforceOnce(ctx()), enforceOnce(ctx())]);
  const names = device.orders.map(({ userName }) => userName);
  expect(names).toHaveLength(31);
  expect(new Set(names).size).toBe(31);
});

test('lists are of an account, a customer or a router', async () => {
  await app.pool.query("select radius_refused($1, 'amina', 'd1', '')", [`router_${router}`]);
  const lists = async (filter: object) =>
    Promise.all(
      [listSessions, listClosed, listRefusals].map(
        async (list) => (await list(ctx(), filter)).rows.length,
      ),
    );
  await report('Start', '82');
  for (const filter of [{ accountId: account }, { customerId: customer }, { routerId: router }]) {
    const [name, id] = Object.entries(filter)[0]!;
    // The device's second session has replaced its first.
    expect([name, await lists(filter)]).toEqual([name, [1, 1, 1]]);
    expect([name, await lists({ [name]: id + 1000 })]).toEqual([name, [0, 0, 0]]);
  }
});
