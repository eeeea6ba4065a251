import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { createNode } from '../network/nodes/service.ts';
import * as queries from './queries.ts';
import { getDashboardStats } from './service.ts';

let app: TestApp;

/** Four customers in two places, one of them inactive, each with an invoice of two million dollars. */
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  await addCustomers(app, 4);
  await app.db.transaction().execute(async (trx) => {
    await sql`update customers set location = 'Juba Central', bandwidth = 2000000000 where id <= 3`.execute(
      trx,
    );
    await sql`update customers set status = 'Inactive', service_start_date = '2026-11-05' where id = 3`.execute(
      trx,
    );
    await sql`insert into customer_status_changes (customer_id, from_status, to_status, at, business_date, by_rule, actor_kind, actor_name)
      values (3, 'Active', 'Inactive', ${app.clock()}, '2026-11-06', false, 'shell', 'test')`.execute(
      trx,
    );
  });
  const { rows } = await sql<{ id: number }>`select id from customers order by id`.execute(app.db);
  for (const { id } of rows)
    await createManualInvoice(contextOf(app), {
      customerId: id,
      description: 'Fibre ring',
      amountUsd: cents(2_000_000_00),
    });
});
afterAll(() => app.close());

const [month, today] = [isoDate('2026-11-01'), isoDate('2026-11-21')];

test('the figures of the dashboard are numbers, also above 2^31', async () => {
  expect(await queries.countTrend(app.db, isoDate('2026-10-31'), today)).toEqual({
    newThisMonth: 1,
    activeBefore: 3,
  });
  const stats = await getDashboardStats(contextOf(app));
  expect(stats).toMatchObject({
    totalCustomers: 4,
    activeCustomers: 3,
    newCustomersThisMonth: 1,
    soldBandwidthMbps: 4_000_000_010,
  });
  expect(stats.regions.slice(0, 3)).toMatchObject([
    { location: 'Juba Central', customers: 3, active: 2, share: 75, bandwidthMbps: 4_000_000_000 },
    { location: 'Wau', customers: 1, active: 1, share: 25, bandwidthMbps: 10 },
    { customers: 0, share: 0 },
  ]);
  expect(await queries.findRevenue(app.db, isoDate('2026-06-01'), month)).toEqual([
    { month: '2026-11', revenueUsd: 8_000_000_00 },
  ]);
  const [newest, ...others] = await queries.findActivities(app.db, 3);
  expect(others).toHaveLength(2);
  expect(newest).toEqual({
    id: expect.any(Number),
    at: app.clock(),
    actorName: expect.any(String),
    action: 'invoice.create',
    summary: expect.stringContaining('INV-2026-'),
  });
});

test('network uptime is the average of the nodes, and a sample while none is known', async () => {
  const uptime = async () => {
    const { networkUptime, networkUptimeIsSample } = await getDashboardStats(contextOf(app));
    return { networkUptime, networkUptimeIsSample };
  };
  expect(await uptime()).toEqual({ networkUptime: 98.5, networkUptimeIsSample: true });
  const node = { location: 'Wau', type: 'tower', capacity: 1 } as const;
  await createNode(contextOf(app), { ...node, name: 'Wau Tower' });
  expect(await uptime()).toEqual({ networkUptime: 98.5, networkUptimeIsSample: true });
  await createNode(contextOf(app), { ...node, name: 'Wau POP', uptime: 99.5 });
  expect(await uptime()).toEqual({ networkUptime: 99.5, networkUptimeIsSample: false });
});

test('the bandwidth bought is that of the day', async () => {
  const bought = async () => (await getDashboardStats(contextOf(app))).boughtBandwidthMbps;
  expect(await bought()).toBeNull();
  await sql`insert into bandwidth_purchases (valid_from, mbps, created_at, created_by)
    values ('2026-11-01', 500, now(), 'Amina'), ('2026-12-01', 700, now(), 'Amina')`.execute(
    app.db,
  );
  expect(await bought()).toBe(500);
});
