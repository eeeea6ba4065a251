import { isLong } from '@nimule/fixtures/testing/long';
import { runAndKill, startChild, statementsOf } from '@nimule/fixtures/testing/processes/kill';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, type IsoMonth, isoMonth } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { runBilling } from './service.ts';

const KILLS = isLong ? 50 : 4;
/** Several batches. */
const CUSTOMERS = isLong ? 12_000 : 5_000;
const CHILD = 'billing-child';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await sql`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents, other_expenses_cents,
      service_start_date, status, search_text, created_at, updated_at)
    select 'K' || n, 'Customer ' || n, 'individual', 'Wau', 'Flexible Plan', 100 + n, case when n % 7 = 0 then 500 else 0 end, 0,
      '2021-01-01', 'Active', 'customer', ${app.clock()}, ${app.clock()}
    from generate_series(1, ${CUSTOMERS}::int) n`.execute(app.db);
});
afterAll(() => app.close());

const inputOf = (month: IsoMonth) => ({
  settings: app.settings,
  month,
  now: app.clock().toISOString(),
});

async function expectBilledOnce(months: readonly IsoMonth[]): Promise<void> {
  const rows = await sql<{ month: string; invoices: number; customers: number }>`
    select to_char(billing_month, 'YYYY-MM') as month, count(*) as invoices, count(distinct customer_id) as customers
    from invoices group by 1 order by 1`.execute(app.db);
  expect(rows.rows).toEqual(
    months.map((month) => ({ month, invoices: CUSTOMERS, customers: CUSTOMERS })),
  );
  const check = await checkBooks(contextOf(app));
  expect(check.checks.filter((item) => !item.isSound)).toEqual([]);
}

test(`${KILLS} kills of a billing run lose nothing and bill no customer twice`, async () => {
  const months = [isoMonth('2021-06')];
  const statements = await statementsOf(CHILD, inputOf(months[0]!));
  let month = isoMonth('2021-07');
  let kills = 0;
  for (let tries = 1; kills < KILLS && tries < 3 * KILLS; tries += 1) {
    if (!months.includes(month)) months.push(month);
    // From before the first batch to the last; what a killed run has left takes fewer statements, and may come to its end.
    const isKilled = await runAndKill(CHILD, inputOf(month), 1 + ((tries * 37) % statements));
    if (isKilled) kills += 1;
    if (isKilled && kills % 4 !== 3) continue;
    await runBilling(contextOf(app), { month });
    month = addMonths(month, 1);
  }
  expect(kills).toBe(KILLS);
  for (const left of months) await runBilling(contextOf(app), { month: left });
  await expectBilledOnce(months);
  const fees = await sql<{
    fees: number;
  }>`select count(*) as fees from invoice_lines where kind = 'connection'`.execute(app.db);
  expect(fees.rows[0]!.fees).toBe(Math.floor(CUSTOMERS / 7));
});

test('20 runs at once, from this process and from others, make one invoice each', async () => {
  const before = await sql<{
    months: string[] | null;
  }>`select array_agg(distinct to_char(billing_month, 'YYYY-MM')) as months from invoices`.execute(
    app.db,
  );
  const month = isoMonth('2027-02');
  const own = Array.from({ length: 16 }, () => runBilling(contextOf(app), { month }));
  const others = Array.from({ length: 4 }, () => startChild(CHILD, inputOf(month)).ended);
  const results = await Promise.all(own);
  await Promise.all(others);
  expect(results.reduce((sum, result) => sum + result.invoicesGenerated, 0)).toBeLessThanOrEqual(
    CUSTOMERS,
  );
  await expectBilledOnce([...((before.rows[0]!.months ?? []) as IsoMonth[]).sort(), month]);
});
