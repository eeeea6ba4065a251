import { addCustomers } from '@nimule/fixtures/testing/customers';
import { startTestRouter, type TestRouter } from '@nimule/fixtures/testing/servers/router';
import { contextOf, createTestApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '../../context.ts';
import { openRadius } from '../../ports/radius/open.ts';
import { updateAccessSettings } from '../decisions/service.ts';
import { createRouter } from '../routers/service.ts';
import { beginRound, compareSessions, type UnderWay } from './service.ts';
import { startEnforcing } from './service-loop.ts';

/** Two routers with sessions of their own: one that answers, and one that does not until the test says so. */
let app: TestApp;
let quick: TestRouter;
let silent: TestRouter;
const secrets = { quick: '', silent: '' };
const ctx = (): Ctx => contextOf(app, staff('technical_manager'));

beforeAll(async () => {
  app = await createTestApp();
  // Nothing is given up while the test looks.
  app.ports.radius = openRadius({ timeoutMs: 600_000 });
  quick = await startTestRouter(() => secrets.quick);
  silent = await startTestRouter(() => secrets.silent);
  await addCustomers(app, 1);
  await updateAccessSettings(ctx(), { enforced: true });
  for (const [name, { port }] of Object.entries({ quick, silent })) {
    const made = await createRouter(ctx(), {
      ...{ name, address: name === 'quick' ? '10.1.1.1' : '10.1.1.2' },
      ...{ coaAddress: '127.0.0.1', coaPort: port },
    });
    secrets[name as keyof typeof secrets] = made.secret;
    // Of another decision than the account's.
    await app.pool.query(
      `with made as (
         insert into access_accounts (customer_id, kind, username, password_encrypted, nt_hash, access, download_kbps, upload_kbps,
           decision, decided_at, created_at, updated_at)
         select c.id, 'pppoe', $2 || n, $3, decode(repeat('00', 16), 'hex'), 'on', 2000, 1000, 2, now(), now(), now()
         from customers c, generate_series(1, 120) n returning id, username)
       insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, last_at, day, decision)
       select $1, id, 's-' || username, username, now(), 'd', now(), radius_today(), 2 from made`,
      [made.id, name, app.ports.secrets.encrypt('secret', 'test')],
    );
  }
});
afterAll(async () => {
  await Promise.all([quick.stop(), silent.stop()]);
  await app.close();
});
beforeEach(async () => {
  app.time.now = (await app.pool.query('select now()')).rows[0].now;
  await app.pool.query('delete from radius_orders; update radius_sessions set decision = 1');
  quick.orders.length = 0;
  silent.orders.length = 0;
  silent.behave('held');
});
afterEach(() => {
  vi.useRealTimers();
});

const waiting = async () =>
  (
    await app.pool.query(
      'select r.name, count(*)::int from radius_orders o join radius_routers r on r.id = o.router_id group by 1 order by 1',
    )
  ).rows.map(({ name, count }) => `${name} ${count}`);

test('a router that does not answer holds up its own orders alone', async () => {
  const underWay: UnderWay = { orders: new Set(), endings: new Set() };
  const begin = () => beginRound(ctx(), underWay);
  await compareSessions(ctx());
  const first = await begin();
  expect(first.orders.map(({ size, isFull }) => [size, isFull])).toEqual([
    [50, true],
    [50, true],
  ]);
  // Whoever is not under way any more has answered.
  await Promise.race(first.orders.map(({ done }) => done));
  expect(await waiting()).toEqual(['quick 70', 'silent 120']);
  for (const left of [20, 0]) {
    const next = await begin();
    await Promise.all(next.orders.map(({ done }) => done));
    expect(await waiting()).toEqual([...(left ? [`quick ${left}`] : []), 'silent 120']);
  }
  expect(await begin()).toMatchObject({ orders: [] });
  silent.release();
  await Promise.all(first.orders.map(({ done }) => done));
  expect(silent.orders).toHaveLength(50);
  expect(await waiting()).toEqual(['silent 70']);
});

test('the loop goes on at once while a router answers full batches, at most 200 orders a second', async () => {
  await app.pool.query(
    "update radius_sessions set decision = 2 from radius_routers r where r.id = router_id and r.name = 'silent'",
  );
  // A pause ends by the test alone, or by an answer.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const seen = new Set<number>();
  const enforcer = startEnforcing(app, async () => {
    seen.add(quick.orders.length);
  });
  // `expect.poll` would let the time pass.
  const sent = async (count: number) => {
    while (quick.orders.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  await sent(50);
  // Fifty orders are 250 ms.
  await vi.advanceTimersByTimeAsync(249);
  expect([...seen]).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  await sent(100);
  await vi.advanceTimersByTimeAsync(250);
  await sent(120);
  expect([...seen]).toEqual([0, 50, 100]);
  await enforcer.stop();
  expect(await waiting()).toEqual([]);
});
