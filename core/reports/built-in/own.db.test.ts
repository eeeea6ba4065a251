import { addCustomers } from '@nimule/fixtures/testing/customers';
import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { insertRefund, sellWifi } from '@nimule/fixtures/testing/wifi';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createManualInvoice } from '../../billing/invoices/service.ts';
import { transact } from '../../context.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createBundle } from '../../vouchers/bundles/service.ts';
import { sellVouchers } from '../../vouchers/sales/service.ts';
import { getBatchSums } from '../../vouchers/sales/service-batches.ts';
import { voidVouchers } from '../../vouchers/sales/service-void.ts';
import { getWifiStats } from '../../wifi/service.ts';
import { refundSession } from '../../wifi/service-sell.ts';
import { getReport } from '../comprehensive/service.ts';
import { getOwnReport } from './service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-20T08:00:00Z');
});
afterAll(() => app.close());

const ctx = () => contextOf(app, staff('master_admin'));
const range = { startDate: isoDate('2026-11-01'), endDate: isoDate('2026-11-20') };

it('counts vouchers and hotspot access as sold only while they are not taken back, as their screens do', async () => {
  const shell = contextOf(app);
  const { id: bundleId } = await createBundle(shell, {
    ...{ name: 'Weekly 5 GB', dataAllowanceMB: 5120, validityDays: 7, priceUsd: cents(5_00) },
    bundleType: 'data',
  });
  const sold = await sellVouchers(shell, { bundleId, quantity: 3 });
  await sellVouchers(shell, { bundleId, quantity: 1 });
  await sellWifi(app, {});
  const { intentId } = await sellWifi(app, {});
  // Taken back after the range: what was sold in it is less all the same.
  app.time.set('2026-11-21T08:00:00Z');
  await voidVouchers(shell, sold.id, { voucherIds: [sold.vouchers[0]!.id], reason: 'Wrong' });
  await transact(shell, async (tx) => {
    await refundSession(tx, { intentId, refundId: await insertRefund(tx, intentId) });
  });
  const { operationsAnalysis } = await getReport(ctx(), 'operational', range);
  expect(operationsAnalysis).toMatchObject({
    ...{ vouchersSold: 3, voucherSales: 15_00, wifiSold: 1, wifiSales: 50 },
  });
  const days = { from: range.startDate, to: range.endDate };
  expect(await getBatchSums(ctx(), days)).toMatchObject({
    sold: operationsAnalysis!.vouchersSold,
    revenueUsd: operationsAnalysis!.voucherSales,
  });
  expect((await getWifiStats(ctx(), days)).byPackage).toMatchObject([
    { sales: operationsAnalysis!.wifiSold, revenueUsd: operationsAnalysis!.wifiSales },
  ]);
  const vouchers = await getOwnReport(ctx(), 'vouchers-by-day', range);
  expect(vouchers.rows).toEqual([
    { date: '2026-11-20', sales: 2, sold: 3, salesUsd: 15, activated: 0 },
  ]);
  const wifi = await getOwnReport(ctx(), 'wifi-by-day', range);
  expect(wifi.totals).toEqual({ sold: 1, salesUsd: 0.5 });
});

it('adds up no customers who are in two rows', async () => {
  await addCustomers(app, 1);
  const { rows } = await sql<{ id: number }>`select id from customers`.execute(app.db);
  const bill = (description: string) =>
    createManualInvoice(contextOf(app), {
      ...{ customerId: rows[0]!.id, description, amountUsd: cents(10_00) },
      billDate: isoDate('2026-11-20'),
    });
  await bill('One');
  const { id } = await bill('Two');
  await asOwner(app, `update invoices set package_name = 'Basic Fiber' where id = ${id}`);
  const byPackage = await getOwnReport(ctx(), 'revenue-by-package', range);
  expect(byPackage.rows).toMatchObject([{ customers: 1 }, { customers: 1 }]);
  expect(byPackage.totals).toEqual({ invoices: 2, billedUsd: 20, paidUsd: 0, openUsd: 20 });
  const byLocation = await getOwnReport(ctx(), 'revenue-by-location', range);
  expect(byLocation.totals).toMatchObject({ customers: 1, invoices: 2 });
});
