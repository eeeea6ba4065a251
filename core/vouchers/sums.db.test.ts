import { actingAs } from '@nimule/fixtures/testing/accounts';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileAnswer } from '../kernel/contract.ts';
import { type Cents, cents, sumOf } from '../kernel/money.ts';
import { createBundle } from './bundles/service.ts';
import { activateVoucher } from './redeem/service.ts';
import { sellVouchers } from './sales/service.ts';
import { exportBatches, getBatchSums, listBatches } from './sales/service-batches.ts';
import { getVoucherSums, listVouchers } from './sales/service-list.ts';
import { voidVouchers } from './sales/service-void.ts';
import type { BatchFilter, VoucherFilter } from './schema.ts';
import { getVoucherStats, listVoucherSellers } from './stats/service.ts';

let app: TestApp;
const ctx = () => contextOf(app);

beforeAll(async () => {
  app = await createMarkedApp('2026-11-20T08:00:00Z');
  const bundle = { dataAllowanceMB: 500, bundleType: 'data' as const };
  const day = { ...bundle, name: 'Daily', validityDays: 1, priceUsd: cents(1_00) };
  const week = { ...bundle, name: 'Weekly', validityDays: 7, priceUsd: cents(3_00) };
  const daily = (await createBundle(ctx(), day)).id;
  const weekly = (await createBundle(ctx(), week)).id;
  const clerk = await actingAs(app, 'billing');
  const bank = { account: 'bank' as const, reference: 'DEP-1', sameReference: true };
  const one = await sellVouchers(ctx(), { ...bank, bundleId: daily, quantity: 5 });
  await activateVoucher(ctx(), one.vouchers[0]!.id);
  app.time.set('2026-11-23T08:00:00Z');
  const pounds = { ...bank, currency: 'SSP' as const, customerName: 'Kiosk' };
  const two = await sellVouchers(clerk, { ...pounds, bundleId: weekly, quantity: 4 });
  await activateVoucher(ctx(), two.vouchers[0]!.id);
  const taken = two.vouchers.slice(2).map(({ id }) => id);
  await voidVouchers(ctx(), two.id, { voucherIds: taken.slice(0, 1), reason: 'x' });
  await voidVouchers(ctx(), one.id, { voucherIds: [one.vouchers[4]!.id], reason: 'x' });
  await sellVouchers(ctx(), { ...bank, bundleId: weekly, quantity: 1, currency: 'SSP' });
});
afterAll(() => app.close());

const total = <R>(rows: readonly R[], of: (row: R) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

test('a sale shows its value in the books and what was received in its currency', async () => {
  const { rows } = await listBatches(ctx(), { sort: 'soldDate' });
  const amounts = rows.map(({ revenueUsd, receivedUsd, receivedSsp }) => [
    revenueUsd,
    receivedUsd,
    receivedSsp,
  ]);
  // SSP 3,900 at the voucher rate of 1,300 are $9.75 at the standard rate of 400.
  expect(amounts).toEqual([
    [4_00, 4_00, 0],
    [29_25, 0, 11_700_00],
    [9_75, 0, 3_900_00],
  ]);
});

test.each<[string, BatchFilter]>([
  ['all', {}],
  ['a search', { q: 'kiosk' }],
  ['a day', { from: '2026-11-23' as never }],
  ['nothing', { q: 'nobody' }],
])('the sum line of sales is that of the rows: %s', async (_, filter) => {
  const { rows } = await listBatches(ctx(), filter);
  expect(await getBatchSums(ctx(), filter)).toEqual({
    sales: rows.length,
    vouchers: total(rows, ({ quantity }) => quantity),
    void: total(rows, (row) => row.void),
    sold: total(rows, (row) => row.quantity - row.void),
    revenueUsd: sumOf(rows, (row) => row.revenueUsd),
    receivedUsd: sumOf(rows, (row) => row.receivedUsd),
    receivedSsp: sumOf(rows, (row) => row.receivedSsp),
  });
});

test.each<[string, VoucherFilter]>([
  ['all', {}],
  ['a status', { status: 'void' }],
  ['those that ended', { status: 'expired' }],
  ['a search', { q: 'kiosk' }],
  ['a day, sorted by a column of the sale', { to: '2026-11-20' as never, sort: 'customerName' }],
  ['nothing', { q: 'nobody' }],
])('the sum line of vouchers is that of the rows: %s', async (_, filter) => {
  const { rows } = await listVouchers(ctx(), filter);
  const count = (wanted: string) => rows.filter(({ status }) => status === wanted).length;
  const sold = rows.filter(({ status }) => status !== 'void');
  const received = (currency: string, of: (row: (typeof rows)[number]) => Cents) =>
    sumOf(
      sold.filter((row) => row.currency === currency),
      of,
    );
  const usd = received('USD', ({ salePrice }) => salePrice);
  const ssp = received('SSP', ({ salePriceSsp }) => salePriceSsp);
  expect(await getVoucherSums(ctx(), filter)).toEqual({
    vouchers: rows.length,
    unused: count('unused'),
    active: count('activated'),
    expired: count('expired'),
    void: count('void'),
    sold: sold.length,
    revenueUsd: usd + ssp / 400,
    receivedUsd: usd,
    receivedSsp: ssp,
  });
});

test('sums of both lists, sellers and figures agree', async () => {
  const { sales: _, ...batches } = await getBatchSums(ctx(), {});
  const { unused: _unused, active, expired, ...vouchers } = await getVoucherSums(ctx(), {});
  expect(vouchers).toEqual(batches);
  expect([active, expired]).toEqual([1, 1]);
  const sellers = await listVoucherSellers(ctx(), {});
  expect(sellers).toHaveLength(2);
  for (const field of ['revenueUsd', 'receivedUsd', 'receivedSsp'] as const)
    expect(sumOf(sellers, (seller) => seller[field])).toBe(batches[field]);
  expect((await getVoucherStats(ctx())).totalRevenue).toBe(batches.revenueUsd);
});

test('a file of sales has the rows of the list', async () => {
  const filter = { sort: '-quantity' } as const;
  const { body } = (await exportBatches(ctx(), { ...filter, format: 'csv' })) as FileAnswer;
  let text = '';
  for await (const part of body as AsyncIterable<Uint8Array>) text += Buffer.from(part).toString();
  const [header, ...lines] = text.trim().split('\r\n');
  expect(header).toContain('account,currency,receivedUsd,receivedSsp,revenueUsd,customer');
  const { rows } = await listBatches(ctx(), filter);
  expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map((row) => row.batchNumber));
  expect(lines[1]).toContain('bank,SSP,0.00,11700.00,29.25,Kiosk');
});
