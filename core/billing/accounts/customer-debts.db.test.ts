import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { createCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createManualInvoice } from '../invoices/service.ts';
import { recordPayment } from '../payments/service.ts';
import { customerFilter } from './schema.ts';
import { exportCustomers, getCustomerSums, listCustomers } from './service-list.ts';

let app: TestApp;
const ctx = (): Ctx => contextOf(app, staff('admin'));

beforeAll(async () => {
  app = await createMarkedApp();
  const debts = { Achol: [3_000], Bol: [10_000, 2_500], Chan: [7_500], Deng: [] as number[] };
  for (const [name, amounts] of Object.entries(debts)) {
    const { id } = await createCustomer(ctx(), { name, monthlyFeeUsd: cents(1_000) });
    for (const amount of amounts)
      await createManualInvoice(ctx(), {
        customerId: id,
        description: 'Work',
        amountUsd: cents(amount),
        dueDate: isoDate('2026-12-15'),
      });
  }
  // Bol's first invoice is overdue, Chan's is by hand; Chan pays a part, Achol all.
  await asOwner(
    app,
    `update invoices set bill_date = '2026-09-01', due_date = '2026-11-06' where amount_cents = 10000`,
  );
  await sql`update invoices set status = 'overdue' where amount_cents = 7500`.execute(app.db);
  const { rows } = await listCustomers(ctx(), {});
  const pay = (index: number, amount: number) =>
    recordPayment(ctx(), { customerId: rows[index]!.id, amount: cents(amount) });
  await pay(0, 3_000);
  await pay(2, 500);
});
afterAll(() => app.close());

async function listed(query: Record<string, string>): Promise<[string, number, number][]> {
  const filter = z.decode(customerFilter, query);
  const { rows, total } = await listCustomers(ctx(), filter);
  if (filter.total) expect(total).toBe(rows.length);
  return rows.map(({ name, openUsd, overdueUsd }) => [name, openUsd, overdueUsd]);
}

const achol = ['Achol', 0, 0];
const bol = ['Bol', 12_500, 10_000];
const chan = ['Chan', 7_000, 7_000];
const deng = ['Deng', 0, 0];

test('each row says what is open and what of it is overdue, in pounds too', async () => {
  expect(await listed({})).toEqual([achol, bol, chan, deng]);
  const { rows } = await listCustomers(ctx(), { q: 'Bol' });
  expect(rows[0]).toMatchObject({ openSsp: 5_000_000 });
});

test('customers are filtered and sorted by what they owe', async () => {
  expect(await listed({ owes: 'owes', total: '1' })).toEqual([bol, chan]);
  expect(await listed({ owes: 'overdue', sort: 'overdueUsd', total: '1' })).toEqual([chan, bol]);
  expect(await listed({ sort: '-openUsd' })).toEqual([bol, chan, deng, achol]);
  expect(await listed({ owes: 'owes', q: 'chan', total: '1' })).toEqual([chan]);
  expect(await listed({ owes: 'owes', sort: '-openUsd', pageSize: '1', page: '2' })).toEqual([
    chan,
  ]);
});

test('the sum line adds up what the filter finds', async () => {
  expect(await getCustomerSums(ctx(), {})).toEqual({
    monthlyFeeUsd: 4_000,
    openUsd: 19_500,
    openSsp: 7_800_000,
    overdueUsd: 17_000,
  });
  expect(await getCustomerSums(ctx(), { q: 'chan' })).toMatchObject({ openUsd: 7_000 });
  expect(await getCustomerSums(ctx(), { q: 'nobody' })).toMatchObject({ openUsd: 0, openSsp: 0 });
});

test('an export in the order of the debts holds them', async () => {
  const { body } = await exportCustomers(ctx(), { format: 'csv', owes: 'owes', sort: '-openUsd' });
  const parts: string[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>)
    parts.push(Buffer.from(part).toString());
  const lines = parts.join('').trim().split(/\r?\n/);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/,openUsd,overdueUsd$/);
  expect(lines[1]).toMatch(/Bol.*125(\.00)?,100(\.00)?$/);
});
