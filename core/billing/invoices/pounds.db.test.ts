import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { addMonths, monthOf } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { findSample } from '../../messaging/automatic/queries-preview.ts';
import { findFirst } from '../../messaging/recipients/queries.ts';
import { poundsToSettle } from '../../rates/rules.ts';
import { updateRate } from '../../rates/service.ts';
import { currentRate } from '../../rates/service-current.ts';
import { getCustomerAccount, getStatement } from '../accounts/service.ts';
import { downloadInvoice } from '../documents/service.ts';
import { recordPayment } from '../payments/service.ts';
import { addBandwidthPurchase, analyseProfit } from '../profit/service.ts';
import { listBillingRuns, runBilling } from '../runs/service.ts';
import { previewBilling } from '../runs/service-preview.ts';
import { createManualInvoice, getInvoice, listInvoices } from './service.ts';
import { updateInvoice } from './service-corrections.ts';
import { draftEmail } from './service-emails.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

test('an invoice, its lines and payments are in pounds at its own rate, what settles it at that of today', async () => {
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
    openSsp: 38_950_00,
    todaysRate: 410_00,
    lines: [{ amountSsp: 40_000_00 }, { amountSsp: 10_000_00 }],
    // The payment itself counts at the rate of its day.
    allocations: [{ amountUsd: 30_00, amountSsp: 12_000_00 }],
  });
  const { rows } = await listInvoices(ctx(), { customerId });
  expect(rows).toMatchObject([{ openUsd: 95_00, openSsp: 38_950_00 }]);
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

test('whatever asks for money after a change of the rate asks for what settles the debt', async () => {
  const { id: customerId } = await createCustomer(ctx(), {
    name: 'Nyandeng',
    email: 'n@x.example',
    phone: '+211912000111',
  });
  const { id, invoiceId } = await createManualInvoice(ctx(), {
    ...{ customerId, description: 'Cable', amountUsd: cents(100_00), status: 'overdue' },
  });
  await updateRate(ctx(), { rate: cents(1_301_37) });
  const settles = cents(130_137_00);
  const text = 'SSP 130,137';
  const rate = await currentRate(ctx(), 'standard', ctx().today);
  expect(poundsToSettle(cents(100_00), rate)).toBe(settles);
  expect(await getInvoice(ctx(), id)).toMatchObject({ amountSsp: 45_000_00, openSsp: settles });
  expect((await listInvoices(ctx(), { customerId })).rows[0]).toMatchObject({ openSsp: settles });
  expect(await getCustomerAccount(ctx(), customerId)).toMatchObject({
    ...{ balanceSsp: settles, overdueSsp: settles },
  });
  expect((await draftEmail(ctx(), id)).text).toContain(`In pounds: ${text} if paid on`);
  const paper = await readPdf((await downloadInvoice(ctx(), id)).body as Buffer);
  for (const shown of [text, 'SSP 45,000', '1,301.37', 'rate of the day of payment'])
    expect(paper.text).toContain(shown);
  const fields = ['amount', 'amountSsp', 'invoice'];
  const choice = { type: 'overdue_payments', numbers: [], isNews: false, fields } as const;
  expect(
    (await findFirst(app.db, { ...choice, today: ctx().today }, 100)).filter(
      (row) => row.customerId === customerId,
    ),
  ).toMatchObject([{ fields: { amount: 100_00, amountSsp: settles, invoice: invoiceId } }]);
  expect((await findSample(app.db, customerId, ctx().today))?.fields).toMatchObject({
    amountSsp: settles,
  });
  // And it does settle it.
  await recordPayment(ctx(), { customerId, amount: settles, currency: 'SSP' });
  expect(await getInvoice(ctx(), id)).toMatchObject({ status: 'paid', openSsp: 0 });
});
