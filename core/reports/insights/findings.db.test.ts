import { patiently } from '@nimule/fixtures/testing/machine';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customerFilter } from '../../billing/accounts/schema.ts';
import { getCustomerSums, listCustomers } from '../../billing/accounts/service-list.ts';
import { listSuspended } from '../../billing/disconnect/service-suspended.ts';
import { invoiceFilter } from '../../billing/invoices/schema.ts';
import { createManualInvoice, listInvoices } from '../../billing/invoices/service.ts';
import { paymentFilter } from '../../billing/payments/schema.ts';
import { recordPayment, reversePayment } from '../../billing/payments/service.ts';
import { listPayments } from '../../billing/payments/service-list.ts';
import { addBandwidthPurchase } from '../../billing/profit/service.ts';
import { getAutomationStatus, runBilling } from '../../billing/runs/service.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerUpdate } from '../../customers/schema.ts';
import { createCustomer, updateCustomer } from '../../customers/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents, formatUsd, sumOf } from '../../kernel/money.ts';
import { createTicket } from '../../support/service.ts';
import { getOwnReport } from '../built-in/service.ts';
import type { InsightLine, InsightTopic } from './schema.ts';
import { generateInsight } from './service.ts';

let app: TestApp;
const ids: Record<string, number> = {};
let all: Record<InsightTopic, InsightLine[]>;

/** The shell on a day at ten in the morning in Juba. */
function on(day: string): Ctx {
  app.time.set(`${day}T08:00:00Z`);
  return contextOf(app);
}
const TODAY = '2026-11-21';
/** Basic Fiber. */
const FEE = 125_00;
const STANDARD_FEE = 450_00;
/** A Flexible Plan with 500 Mbps. */
const WHOLESALE_FEE = 1000_00;

async function add(ctx: Ctx, name: string, changes: object = {}): Promise<void> {
  const { id } = await createCustomer(ctx, {
    ...{ name, location: 'Wau', packageType: 'Basic Fiber' },
    ...{ connectionFeeUsd: cents(0), serviceStartDate: isoDate('2026-05-01') },
    ...changes,
  });
  ids[name] = id;
}
const pay = (ctx: Ctx, name: string, usd: number) =>
  recordPayment(ctx, { customerId: ids[name]!, amount: cents(usd) });
const set = (ctx: Ctx, name: string, updates: CustomerUpdate['updates']) =>
  updateCustomer(ctx, ids[name]!, { updates });

beforeAll(async () => {
  app = await createMarkedApp('2026-05-01T08:00:00Z');
  const first = on('2026-05-01');
  for (const name of [
    'Steady',
    'Late',
    'Stopped',
    'Restored',
    'Downgraded',
    'Twice',
    'Debtor',
    'Left',
  ])
    await add(first, name);
  await set(first, 'Downgraded', { packageType: 'Standard Fiber' });
  await add(first, 'Wholesale', {
    packageType: 'Flexible Plan',
    bandwidth: 500,
    monthlyFeeUsd: cents(WHOLESALE_FEE),
  });
  await addBandwidthPurchase(first, { mbps: 620 });
  // The connection fee on the first invoice is neither a usual bill nor the price of a package.
  await add(first, 'Connected', {
    connectionFeeUsd: cents(600_00),
    serviceStartDate: isoDate('2026-09-01'),
  });
  for (const month of ['05', '06', '07', '08', '09', '10']) {
    await runBilling(on(`2026-${month}-01`));
    const fifth = on(`2026-${month}-05`);
    for (const name of ['Steady', 'Stopped', 'Restored', 'Twice', 'Left'])
      await pay(fifth, name, FEE);
    await pay(fifth, 'Downgraded', STANDARD_FEE);
    await pay(fifth, 'Wholesale', WHOLESALE_FEE);
    if (month >= '09') await pay(fifth, 'Connected', month === '09' ? 600_00 + FEE : FEE);
    // The bills of three months are paid more than 15 days after they were due, that of August after five.
    if (month === '08') await pay(on('2026-08-20'), 'Late', 4 * FEE);
    else if (month > '08') await pay(fifth, 'Late', FEE);
  }
  await set(on('2026-10-15'), 'Downgraded', { packageType: 'Basic Fiber' });
  await set(on('2026-10-20'), 'Stopped', { status: 'Suspended' });
  await set(on('2026-10-25'), 'Left', { status: 'Suspended' });
  await runBilling(on('2026-11-01'));
  await add(on('2026-11-03'), 'Unbilled', { serviceStartDate: isoDate('2026-11-01') });
  await set(on('2026-11-05'), 'Restored', { status: 'Suspended' });
  await set(on('2026-11-08'), 'Left', { status: 'Inactive' });
  await set(on('2026-11-10'), 'Restored', { status: 'Active' });
  await pay(on('2026-11-10'), 'Twice', FEE);
  await pay(on('2026-11-12'), 'Twice', FEE);
  // A doubled payment that was found and reversed, and one a week later, are none.
  await pay(on('2026-11-10'), 'Steady', FEE);
  const { id } = await pay(on('2026-11-11'), 'Steady', FEE);
  await reversePayment(on('2026-11-12'), id, 'Typed twice');
  await pay(on('2026-11-18'), 'Steady', FEE);
  await createManualInvoice(on('2026-11-14'), {
    ...{ customerId: ids.Steady!, description: 'Mast', amountUsd: cents(500_00) },
  });
  await set(on('2026-11-10'), 'Connected', { packageType: 'Standard Fiber' });
  for (const name of ['Downgraded', 'Connected'])
    for (const title of ['Slow', 'Slower', 'Gone'])
      await createTicket(on('2026-11-15'), {
        ...{ title, description: title, issueType: 'speed', priority: 'low' },
        customerId: ids[name]!,
      });
  // Suspended since the service began.
  await add(on('2026-11-15'), 'Waiting', {
    status: 'Suspended',
    serviceStartDate: isoDate('2026-11-15'),
  });
  // A missed month that is billed later does not hide what this month's run left out.
  await runBilling(on('2026-11-20'), { month: isoMonth('2026-04') });
  const { sections } = await generateInsight(on(TODAY));
  all = Object.fromEntries(sections.map(({ topic, lines }) => [topic, lines])) as typeof all;
}, patiently(120_000));
afterAll(() => app.close());

const ctx = () => on(TODAY);
const texts = (topic: InsightTopic) => all[topic].map(({ text }) => text);
const named = (topic: InsightTopic, name: string) =>
  all[topic].filter(({ text }) => text.includes(`${name} (`));

describe('findings of planted books', () => {
  test('the collection rate is that of the invoices behind it', async () => {
    const [now, before] = all.collection;
    for (const line of [now!, before!]) expect(line.link?.to).toBe('invoices');
    const { rows } = await listInvoices(
      ctx(),
      invoiceFilter.parse({ ...now!.link!.query, pageSize: 100 }),
    );
    expect(sumOf(rows, ({ paidUsd }) => paidUsd)).toBe(now!.amountUsd);
    const billed = sumOf(rows, ({ amountUsd }) => amountUsd);
    const rate = Math.round((now!.amountUsd! / billed) * 1000) / 10;
    expect(now!.text).toBe(
      `${rate}% of what was billed in November 2026 is settled by payments and credits: ${formatUsd(now!.amountUsd!)} of ${formatUsd(billed)}.`,
    );
    const earlier = await listInvoices(
      ctx(),
      invoiceFilter.parse({ ...before!.link!.query, pageSize: 100 }),
    );
    const paid = sumOf(earlier.rows, ({ paidUsd }) => paidUsd);
    const share =
      Math.round((paid / sumOf(earlier.rows, ({ amountUsd }) => amountUsd)) * 1000) / 10;
    expect(before!.text).toContain(`of 1 to 21 Oct 2026, ${share}%.`);
  });

  test('ageing and debtors are those of the report and of the customers', async () => {
    const { rows, totals } = await getOwnReport(ctx(), 'ageing', {});
    expect(all.ageing[0]!.amountUsd).toBe(Math.round(Number(totals.total) * 100));
    expect(all.ageing[0]!.text).toContain(`${rows.length} customers owe`);
    expect(named('debtors', 'Debtor')[0]!.text).toMatch(
      /^Debtor \(SC\d+\) owes \$875\.00, \$750\.00 of it more than 30 days past due\.$/,
    );
    for (const { amountUsd, link } of all.debtors) {
      expect(link!.to).toBe('customer');
      const found = await listCustomers(ctx(), customerFilter.parse({ q: link!.query.customer }));
      expect(found.rows.map(({ openUsd }) => openUsd)).toEqual([amountUsd]);
    }
  });

  test('customers at risk are named with their reasons, and nobody else', () => {
    expect(all.risk[0]!.text).toBe(
      `4 customers are at risk of leaving, with ${formatUsd(cents(4 * FEE))} of monthly fees.`,
    );
    expect(all.risk[0]!.amountUsd).toBe(4 * FEE);
    expect(sumOf(all.risk.slice(1), ({ amountUsd }) => amountUsd!)).toBe(all.risk[0]!.amountUsd);
    const reasonsOf = (name: string) =>
      named('risk', name)[0]?.text.replace(/^.*?: |\. \$.*$/g, '');
    expect(reasonsOf('Late')).toBe('3 invoices late in six months');
    expect(reasonsOf('Stopped')).toBe('suspended for 32 days');
    expect(reasonsOf('Downgraded')).toBe(
      '3 support tickets in 90 days, changed to a cheaper package',
    );
    expect(reasonsOf('Debtor')).toBe('6 invoices late in six months');
    expect(all.risk).toHaveLength(5);
  });

  test('suspended days are those of the evenings, and a thirtieth of the fee is lost on each', async () => {
    // Stopped since before November: 21 evenings; restored after five; left on the eighth: seven; waiting since the fifteenth: seven.
    const [line] = all.suspension;
    const lost = [21, 5, 7, 7].reduce((sum, days) => sum + Math.round((FEE * days) / 30), 0);
    expect(line).toMatchObject({
      text: `4 customers were suspended for 40 days in November 2026: ${formatUsd(cents(lost))} of revenue is lost, at a thirtieth of the monthly fee a day.`,
      amountUsd: lost,
      link: { to: 'suspended', query: {} },
    });
    const now = await listSuspended(ctx(), {});
    expect(now.rows.map(({ customerId }) => customerId)).toEqual(
      expect.arrayContaining([ids.Stopped, ids.Waiting]),
    );
    expect(now.rows).toHaveLength(2);
  });

  test('a package loses what its share of the bandwidth costs above its fees', async () => {
    const cost = 620 * 25_00;
    expect(all.packages[0]!.text).toBe(
      `Bandwidth costs ${formatUsd(cents(cost))} a month for 620 Mbps bought. `.trim(),
    );
    const lines = all.packages.slice(1);
    expect(lines.length).toBeGreaterThan(0);
    const sold = (await getCustomers({ status: 'Active' })).reduce(
      (sum, row) => sum + row.bandwidth,
      0,
    );
    for (const { amountUsd, link, text } of lines) {
      expect(link!.to).toBe('packages');
      const rows = await getCustomers(link!.query);
      const sums = await getCustomerSums(ctx(), customerFilter.parse(link!.query));
      const mbps = rows.reduce((sum, row) => sum + row.bandwidth, 0);
      const fees = sumOf(rows, ({ monthlyFeeUsd }) => monthlyFeeUsd);
      expect(sums.monthlyFeeUsd ?? fees).toBe(fees);
      expect(amountUsd).toBe(Math.round((cost * mbps) / sold) - fees);
      expect(text).toContain(`fees of ${formatUsd(fees)} against`);
    }
    expect(lines[0]!.text).toMatch(/^Flexible Plan loses /);
  });

  test('an Active customer without an invoice is counted as the run counts', async () => {
    const { billable, billed } = await getAutomationStatus(ctx());
    expect(billable - billed).toBe(1);
    expect(all.anomalies[0]).toMatchObject({
      text: '1 Active customer has no invoice for November 2026, though its run is done.',
      link: { to: 'automation' },
    });
  });

  test('a payment made twice is found with both receipts, a reversed one is not', async () => {
    const [total] = all.anomalies.filter(({ text }) => text.includes('up to three days before'));
    expect(total!.text).toBe(
      '1 payment was made of an amount that the customer had paid up to three days before, $125.00 in all.',
    );
    const [line] = named('anomalies', 'Twice');
    expect(line).toMatchObject({ amountUsd: FEE, link: { to: 'payments' } });
    const { rows } = await listPayments(ctx(), paymentFilter.parse(line!.link!.query));
    expect(rows.map(({ amountUsd }) => amountUsd)).toEqual([FEE, FEE]);
    for (const { receiptId } of rows) expect(line!.text).toContain(receiptId);
    expect(texts('anomalies').filter((text) => text.includes('and again on'))).toHaveLength(1);
  });

  test('invoices over twice or under half of the usual are found with the invoice', async () => {
    expect(texts('anomalies')).toContain(
      '2 invoices of November 2026 are over twice or under half of what the customer usually gets.',
    );
    const lines = all.anomalies.filter(({ text }) => text.includes(', usually '));
    expect(lines.map(({ amountUsd }) => amountUsd)).toEqual([500_00, FEE]);
    expect(lines[0]!.text).toMatch(/of Steady \(SC\d+\) is \$500\.00, usually \$125\.00\.$/);
    expect(lines[1]!.text).toMatch(/of Downgraded \(SC\d+\) is \$125\.00, usually \$450\.00\.$/);
    for (const { amountUsd, link, text } of lines) {
      const { rows } = await listInvoices(ctx(), invoiceFilter.parse(link!.query));
      expect(rows.map((row) => row.amountUsd)).toEqual([amountUsd]);
      expect(text.startsWith(rows[0]!.invoiceId)).toBe(true);
    }
  });
});

async function getCustomers(query: Record<string, string>) {
  return (await listCustomers(ctx(), customerFilter.parse({ ...query, pageSize: 100 }))).rows;
}

test('a month without anything says so, and the run that is not done is no anomaly', async () => {
  const { sections } = await generateInsight(on('2027-03-02'));
  const of = (topic: InsightTopic) =>
    sections.find((section) => section.topic === topic)!.lines[0]!;
  expect(of('collection').text).toBe('Nothing has been billed in March 2027 yet.');
  expect(of('anomalies').text).toBe('Nothing unusual was found.');
});
