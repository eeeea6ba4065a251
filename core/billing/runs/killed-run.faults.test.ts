import { fileURLToPath } from 'node:url';
import { runAndKill } from '@nimule/fixtures/testing/processes/kill';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMonths, type IsoMonth, isoMonth } from '../../kernel/dates.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { runBilling } from './service.ts';

const KILLS = 50;
const CUSTOMERS = 12_000;
const CHILD = fileURLToPath(
  new URL('../../../fixtures/testing/processes/billing-child.ts', import.meta.url),
);

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  await sql`
    insert into customers (customer_id, name, type, location, package_type, monthly_fee_cents, connection_fee_cents, other_expenses_cents,
      service_start_date, status, search_text, created_at, updated_at)
    select 'K' || n, 'Customer ' || n, 'individual', 'Wau', 'Flexible Plan', 100 + n, case when n % 7 = 0 then 500 else 0 end, 0,
      '2025-01-01', 'Active', 'customer', ${app.clock()}, ${app.clock()}
    from generate_series(1, ${CUSTOMERS}::int) n`.execute(app.db);
});
afterAll(() => app.close());

/** Answers whether the kill came before the run's end. */
function killRun(month: IsoMonth, afterMs: number): Promise<boolean> {
  const input = { settings: app.settings, month, now: app.clock().toISOString() };
  return runAndKill(CHILD, input, afterMs);
}

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
  const months: IsoMonth[] = [];
  let month = isoMonth('2025-06');
  let kills = 0;
  for (let tries = 0; kills < KILLS && tries < 3 * KILLS; tries += 1) {
    if (!months.includes(month)) months.push(month);
    // From before the first batch to somewhere in the middle.
    if (await killRun(month, 20 + ((tries * 37) % 400))) kills += 1;
    if (kills % 4 === 3 || tries % 9 === 8) {
      await runBilling(contextOf(app), { month });
      month = addMonths(month, 1);
    }
  }
  expect(kills).toBe(KILLS);
  for (const left of months) await runBilling(contextOf(app), { month: left });
  await expectBilledOnce(months);
  const fees = await sql<{
    fees: number;
  }>`select count(*) as fees from invoice_lines where kind = 'connection'`.execute(app.db);
  expect(fees.rows[0]!.fees).toBe(Math.floor(CUSTOMERS / 7));
}, 900_000);

test('20 runs at once, from this process and from others, make one invoice each', async () => {
  const before = await sql<{
    months: string[] | null;
  }>`select array_agg(distinct to_char(billing_month, 'YYYY-MM')) as months from invoices`.execute(
    app.db,
  );
  const month = isoMonth('2027-02');
  const own = Array.from({ length: 16 }, () => runBilling(contextOf(app), { month }));
  const others = Array.from({ length: 4 }, () => killRun(month, 600_000));
  const results = await Promise.all(own);
  await Promise.all(others);
  expect(results.reduce((sum, result) => sum + result.invoicesGenerated, 0)).toBeLessThanOrEqual(
    CUSTOMERS,
  );
  await expectBilledOnce([...((before.rows[0]!.months ?? []) as IsoMonth[]).sort(), month]);
}, 300_000);
