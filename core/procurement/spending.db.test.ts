import { createDemoApp } from '@nimule/fixtures/testing/demo-app';
import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstDay, type IsoMonth, lastDay } from '../kernel/dates.ts';
import { sumOf } from '../kernel/money.ts';
import type { ProcurementSpending } from './schema.ts';
import { getProcurementSpending } from './service-spending.ts';
import { spendBetween } from './service-stats.ts';

let app: TestApp;
let spending: ProcurementSpending;
const ctx = () => contextOf(app, staff('ceo'));

beforeAll(async () => {
  app = await createDemoApp();
  spending = await getProcurementSpending(ctx());
}, patiently(300_000));
afterAll(() => app.close());

/** Net credits of an account by the sources of the entries, by month. */
async function creditsOf(codes: string[], source: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; net: number }>`
    select to_char(e.entry_date, 'YYYY-MM') as month, sum(l.credit_cents - l.debit_cents)::bigint as net
    from journal_entries e join journal_lines l on l.entry_id = e.id
    where l.account_code = any(${codes}) and e.source ~ ${source} group by 1`.execute(app.db);
  return new Map(rows.map(({ month, net }) => [month, Number(net)]));
}

test('has 12 months up to this one, whose orders are the approved ones of the reports', async () => {
  expect(spending.dateRange).toEqual({ startDate: '2025-12-01', endDate: '2026-11-21' });
  expect(spending.months).toHaveLength(12);
  expect(spending.months[0]).toMatchObject({ month: '2025-12', orderedUsd: 0 });
  for (const { month, orderedUsd } of spending.months) {
    const { spentUsd } = await spendBetween(
      ctx(),
      firstDay(month as IsoMonth),
      lastDay(month as IsoMonth),
    );
    expect([month, orderedUsd]).toEqual([month, spentUsd]);
  }
  expect(sumOf(spending.months, ({ orderedUsd }) => orderedUsd)).toBeGreaterThan(0);
});

test('says of goods what the books say, by month and by account', async () => {
  const goods = await creditsOf(['2130'], '^goods\\.');
  expect(goods.size).toBeGreaterThan(1);
  for (const { month, receivedUsd } of spending.months)
    expect([month, receivedUsd]).toEqual([month, goods.get(month) ?? 0]);
  const sum = sumOf(spending.accounts, ({ receivedUsd }) => receivedUsd);
  expect(sum).toBe(sumOf(spending.months, ({ receivedUsd }) => receivedUsd));
  expect(spending.accounts.map(({ code }) => code)).toContain('1410');
});

test('has the bills and payments that stand, of all suppliers and of each', async () => {
  const { rows } = await sql<{ billed: number; paid: number }>`
    select (select sum(total_cents) from supplier_bills where status = 'posted')::bigint as billed,
      (select sum(amount_usd_cents) from supplier_payments where reversed_on is null)::bigint as paid`.execute(
    app.db,
  );
  const { billed, paid } = rows[0]!;
  expect(Number(billed)).toBeGreaterThan(0);
  expect(sumOf(spending.months, ({ billedUsd }) => billedUsd)).toBe(Number(billed));
  expect(sumOf(spending.months, ({ paidUsd }) => paidUsd)).toBe(Number(paid));
  const { suppliers } = spending;
  expect(suppliers.length).toBeGreaterThan(1);
  expect(suppliers.map(({ orderedUsd }) => orderedUsd)).toEqual(
    suppliers.map(({ orderedUsd }) => orderedUsd).sort((one, other) => other - one),
  );
  for (const { supplierId, billedUsd } of suppliers) {
    const found = await sql<{ billed: number }>`
      select coalesce(sum(total_cents), 0)::bigint as billed from supplier_bills
      where status = 'posted' and supplier_id = ${supplierId}`.execute(app.db);
    expect(billedUsd).toBe(Number(found.rows[0]!.billed));
  }
});
