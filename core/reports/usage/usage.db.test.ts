import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../access/accounts/service.ts';
import { openCodes } from '../../access/codes/service.ts';
import { createRouter } from '../../access/routers/service.ts';
import { addBandwidthPurchase } from '../../billing/profit/service.ts';
import { runBilling } from '../../billing/runs/service.ts';
import { type Ctx, createContext, transact } from '../../context.ts';
import { createCustomer, updateCustomer } from '../../customers/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { generateInsight } from '../insights/service.ts';
import { reportPackageUsage } from './service.ts';

/** Usage by package in the profit panel, and who is online in the insights. */
let app: TestApp;
const ctx = (): Ctx => contextOf(app);
const GB = 1e9;
const NOVEMBER = isoMonth('2026-11');

beforeAll(async () => {
  app = await createTestApp('2026-11-01T08:00:00Z');
  const add = async (name: string, packageType: 'Basic Fiber' | 'Standard Fiber') => {
    const serviceStartDate = isoDate('2026-10-01');
    const { id } = await createCustomer(ctx(), {
      ...{ name, location: 'Wau', packageType, connectionFeeUsd: cents(0), serviceStartDate },
    });
    return id;
  };
  const ids = [
    await add('Amina', 'Basic Fiber'),
    await add('Deng', 'Basic Fiber'),
    await add('Keji', 'Standard Fiber'),
  ];
  await addBandwidthPurchase(ctx(), { mbps: 4 });
  await runBilling(ctx());
  // A change after the invoice does not move what was used under the package of the invoice.
  await updateCustomer(ctx(), ids[0]!, { updates: { packageType: 'Standard Fiber' } });
  const accounts: number[] = [];
  for (const [at, customerId] of ids.entries())
    accounts.push(
      (await createAccount(ctx(), { customerId, kind: 'pppoe', username: `user${at}` })).id,
    );
  await transact(ctx(), (tx) =>
    openCodes(tx, 'voucher', [
      {
        ...{
          sourceId: 1,
          label: 'VB-2026-000001/1',
          code: 'ABCDEFGHJKMN',
          endsAt: null,
          dataMB: 0,
        },
        ...{ validSeconds: 60, lapsesOn: tx.today, speedMbps: null, isOneDevice: false },
      },
    ]),
  );
  const code = (await app.pool.query("select id::int from access_accounts where kind = 'code'"))
    .rows[0].id;
  await app.pool.query(
    `insert into radius_usage (account_id, day, upload_bytes, download_bytes) values
      ($1, '2026-10-31', 0, 70e9), ($1, '2026-11-02', 1e9, 4e9), ($2, '2026-11-03', 0, 5e9), ($3, '2026-11-03', 0, 9e8), ($4, '2026-11-03', 0, 1e9)`,
    [...accounts, code],
  );
  await app.pool.query(`insert into radius_months (account_id, month, upload_bytes, download_bytes)
    select account_id, date_trunc('month', day)::date, sum(upload_bytes), sum(download_bytes) from radius_usage group by 1, 2`);
  const { id: router } = await createRouter(ctx(), { name: 'Wau BNG', address: '10.0.0.1' });
  await app.pool.query(
    `insert into radius_sessions (router_id, account_id, session_id, username, started_at, device, upload_bytes, download_bytes,
       last_at, day, upload_before, download_before, decision)
     values ($1, $2, 's', 'user0', '2026-11-03', 'd', 0, 10e9, '2026-11-04', '2026-11-04', 0, 5e9, 1)`,
    [router, accounts[0]],
  );
  await app.pool.query(
    `insert into radius_refusals (hour, router_id, account_id, username, device, reason, count, last_at, window_start, window_count)
     values ('2026-11-04T07:00Z', $1, $2, '', 'd2', 'password', 3, '2026-11-04T07:30Z', '2026-11-04T07:30Z', 0),
       ('2026-11-04T07:00Z', $1, $3, '', 'd3', 'password', 2, '2026-11-04T07:20Z', '2026-11-04T07:20Z', 0),
       ('2026-11-03T06:00Z', $1, $4, '', 'd4', 'blocked', 1, '2026-11-03T06:00Z', '2026-11-03T06:00Z', 0)`,
    [router, accounts[1], accounts[0], accounts[2]],
  );
  app.time.set('2026-11-04T08:00:00Z');
});
afterAll(() => app.close());

test('packages have what was used under them, with open sessions, and what was billed for a GB', async () => {
  expect(await reportPackageUsage(ctx(), NOVEMBER)).toEqual({
    month: NOVEMBER,
    packages: [
      {
        ...{ packageType: 'Basic Fiber', customers: 2, usedBytes: 15 * GB },
        ...{ billedUsd: 250_00, usdPerGb: 16_67 },
      },
      {
        ...{ packageType: 'Standard Fiber', customers: 1, usedBytes: 0.9 * GB },
        ...{ billedUsd: 450_00, usdPerGb: null },
      },
    ],
    ...{ usedBytes: 16_900_000_000, codeBytes: GB, costPerGb: Math.round(100_00 / 16.9) },
  });
  const october = await reportPackageUsage(ctx(), isoMonth('2026-10'));
  // Nobody was billed: the package is the present one.
  expect(october.packages).toMatchObject([
    { packageType: 'Standard Fiber', usedBytes: 70 * GB, billedUsd: 0, usdPerGb: 0 },
  ]);
});

test('the insights say who is online, who used most and who cannot sign in, to who may see access', async () => {
  const linesFor = async (by: Ctx) =>
    (await generateInsight(by)).sections
      .find(({ topic }) => topic === 'network')
      ?.lines.map(({ text, link }) => [text.replace(/ \(SC\d+\)/, ''), link?.to]);
  expect(await linesFor(ctx())).toEqual([
    ['1 session is open now: 1 at Wau BNG.', 'online'],
    ['Amina has used 10 GB in November 2026.', 'topUsers'],
    ['Deng has used 5 GB in November 2026.', 'topUsers'],
    ['Keji has used 0.9 GB in November 2026.', 'topUsers'],
    ['1 Active customer is offline after a refused sign-in within a day.', 'refusals'],
    [
      'Deng is offline, and was refused: the password was wrong (3 times within an hour, last on 4 Nov 2026, 09:30).',
      'customer',
    ],
  ]);
  expect(await linesFor(createContext(app, { kind: 'visitor' }))).toBeUndefined();
});
