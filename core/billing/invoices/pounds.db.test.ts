import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../../customers/service.ts';
import { addMonths, monthOf } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { getCustomerAccount, getStatement } from '../accounts/service.ts';
import { recordPayment } from '../payments/service.ts';
import { addBandwidthPurchase, analyseProfit } from '../profit/service.ts';
import { listBillingRuns, runBilling } from '../runs/service.ts';
import { previewBilling } from '../runs/service-preview.ts';
import { createManualInvoice, getInvoice, listInvoices } from './service.ts';
import { updateInvoice } from './service-corrections.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('an invoice, its open amount, lines and payments are in pounds at its own rate', async () => {
  const { id: customerId } = await createCustomer(ctx(), { name: 'Achol' });
  const { id } = await createManualInvoice(ctx(), {
    customerId,
    description: 'Cable',
    amountUsd: cents(100_00),
    additionalCosts: cents(25_00),
  });
  await updateRate(ctx(), { rate: cents(410_00) });
  await recordPayment(ctx(), { customerId, amount: cents(30_00) });
  expect(await getInvoice(ctx(), id)).toMatchObject({
    amountSsp: 50_000_00,
    paidSsp: 12_000_00,
    openSsp: 38_000_00,
    lines: [{ amountSsp: 40_000_00 }, { amountSsp: 10_000_00 }],
    // The payment itself counts at the rate of its day.
    allocations: [{ amountUsd: 30_00, amountSsp: 12_000_00 }],
  });
  const { rows } = await listInvoices(ctx(), { customerId });
  expect(rows).toMatchObject([{ openUsd: 95_00, openSsp: 38_000_00 }]);
  expect(await updateInvoice(ctx(), id, { status: 'cancelled' })).toMatchObject({
    openSsp: 0,
    paidSsp: 0,
  });
});

test("an account uses today's rate, a statement the rate of its last day", async () => {
  const { id: customerId } = await createCustomer(ctx(), { name: 'Deng' });
  const { billDate } = await createManualInvoice(ctx(), {
    customerId,
    description: 'Cable',
    amountUsd: cents(10_00),
  });
  await recordPayment(ctx(), { customerId, amount: cents(12_00) });
  expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
    balanceSsp: 0,
    creditUsd: 2_00,
    creditSsp: 820_00,
    overdueSsp: 0,
  });
  expect(await getStatement(ctx(), customerId, { from: billDate, to: billDate })).toMatchObject({
    exchangeRate: 410_00,
    openingSsp: 0,
    closingSsp: -820_00,
    lines: [
      { debitSsp: 4_100_00, creditSsp: 0, balanceSsp: 4_100_00 },
      { debitSsp: 0, creditSsp: 4_920_00, balanceSsp: -820_00 },
    ],
  });
});

test('a run is shown at the rate of its invoices, in the preview and later', async () => {
  const preview = await previewBilling(ctx());
  expect(preview).toMatchObject({
    invoicesGenerated: 2,
    totalRevenue: 250_00,
    totalRevenueSsp: 102_500_00,
    exchangeRate: 410_00,
  });
  expect(preview.rows[0]).toMatchObject({ amountUsd: 125_00, amountSsp: 51_250_00 });
  await runBilling(ctx());
  await updateRate(ctx(), { rate: cents(450_00) });
  expect((await listBillingRuns(ctx())).rows[0]).toMatchObject({
    revenueUsd: 250_00,
    revenueSsp: 102_500_00,
  });
  const { rows } = await listInvoices(ctx(), { month: monthOf(ctx().today) });
  expect(rows.filter(({ kind }) => kind === 'recurring')).toMatchObject([
    { amountSsp: 51_250_00 },
    { amountSsp: 51_250_00 },
  ]);
});

test('the profit of a past month uses the rate of its last day, this month that of today', async () => {
  await addBandwidthPurchase(ctx(), { mbps: 10, validFrom: ctx().today });
  const month = monthOf(ctx().today);
  const running = await analyseProfit(ctx(), month);
  expect(running).toMatchObject({
    exchangeRate: 450_00,
    bandwidthCosts: 250_00,
    bandwidthCostsSsp: 112_500_00,
    totalRevenueSsp: running.totalRevenue * 450,
    grossProfitSsp: running.grossProfit * 450,
  });
  expect(await analyseProfit(ctx(), addMonths(month, -1))).toMatchObject({ exchangeRate: 400_00 });
});
