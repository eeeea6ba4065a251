import { createAccount } from '@nimule/core/access/accounts/service';
import { createRouter } from '@nimule/core/access/routers/service';
import { purgeAccess } from '@nimule/core/access/sessions/service';
import { listUnusable } from '@nimule/core/access/sessions/service-health';
import { addDays, dateInJuba } from '@nimule/core/kernel/dates';
import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
let router: string;

beforeAll(async () => {
  harness = await startHarness();
  const { pool } = harness.app;
  // The functions of the database have its clock.
  harness.app.time.now = (await pool.query('select now()')).rows[0].now;
  const ctx = contextOf(harness.app);
  await addCustomers(harness.app, 1);
  const { id } = (await pool.query('select id::int from customers')).rows[0];
  await createAccount(ctx, { customerId: id, kind: 'pppoe', username: 'amina' });
  router = `router_${(await createRouter(ctx, { name: 'Bor', address: '10.0.0.1' })).id}`;
  const report = (name: string, session: string) =>
    pool.query(
      `select radius_accounting($1, 'Start', $2, $3, '', $3, '', '', '', '', '', '', '', '', '', '')`,
      [router, name, session],
    );
  await report('amina', 's1');
  await report('amina', 's2');
  await report('nobody', 's3');
  await pool.query(`select radius_refused($1, 'nobody', 'd', '')`, [router]);
  await pool.query(`select radius_refused($1, 'nobody', 'd', '')`, [router]);
  await pool.query(
    `insert into radius_orders (session_id, router_id, kind, decision, given, made_at, next_at)
     select min(id), min(router_id), 'end', 1, 'x', now(), now() from radius_sessions`,
  );
});
afterAll(() => harness.close());

it('has sessions and orders by router, and what was refused today', async () => {
  const { body } = await harness.server.inject('/metrics');
  expect([...body.matchAll(/^nimule_access_(.+)$/gm)].map(([, line]) => line)).toEqual([
    'sessions{router="Bor"} 2',
    'sessions_as_decided{router="Bor"} 1',
    'orders_waiting{router="Bor"} 1',
    'refusals_total{reason="unknown"} 2',
    'unusable_reports_total{reason="account"} 1',
  ]);
  const again = await harness.server.inject('/metrics');
  expect(again.body).toContain('nimule_access_refusals_total{reason="unknown"} 2');
});

it('keeps reports that could not be stored for 90 days', async () => {
  const { app } = harness;
  const ctx = contextOf(app);
  const today = dateInJuba(app.time.now);
  await app.pool.query(
    `insert into radius_unusable (day, router, reason, count) values ($1, $3, 'time', 5), ($2, 'router_99', 'text', 2)`,
    [addDays(today, -91), addDays(today, -90), router],
  );
  await purgeAccess(ctx);
  expect(await listUnusable(ctx)).toEqual([
    { day: today, routerId: expect.any(Number), routerName: 'Bor', reason: 'account', count: 1 },
    { day: addDays(today, -90), routerId: null, routerName: 'router_99', reason: 'text', count: 2 },
  ]);
});
