import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaf } from '../accounting/chart.ts';
import { lockMonth, unlockMonth } from '../accounting/service.ts';
import { transact } from '../context.ts';
import { createCustomer, deleteCustomer } from '../customers/service.ts';
import { isoDate, isoMonth } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { checkBooks } from '../reports/service-check.ts';
import { runBilling } from './service-automation.ts';
import { updateInvoice } from './service-corrections.ts';
import { importInvoices } from './service-import.ts';
import { createManualInvoice, getInvoice, listInvoices } from './service-invoices.ts';
import { updatePaymentStatus } from './service-payment-status.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from './service-payments.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-21T08:00:00Z');
});
afterAll(() => app.close());

let names = 0;
async function addCustomer() {
  names += 1;
  return createCustomer(ctx(), { name: `Customer ${names}`, packageType: 'Flexible Plan' });
}

/** The customer's lines day by day: account, cents (debits above zero). */
async function linesOf(customer: number): Promise<[string, string, number][]> {
  const { rows } = await sql<{ date: string; account: string; net: number }>`
    select e.entry_date as date, l.account_code as account, (l.debit_cents - l.credit_cents)::bigint as net
    from journal_lines l join journal_entries e on e.id = l.entry_id
    where l.customer_id = ${customer} order by e.id, l.account_code`.execute(app.db);
  return rows.map(({ date, account, net }) => [date, account, Number(net)]);
}

async function expectSound(): Promise<void> {
  const { checks } = await checkBooks(ctx());
  expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
}

const AR = leaf.residentialReceivable;
const CREDIT = leaf.customerCredit;

test('money dated before the invoice is credit until the bill date, one entry a day', async () => {
  const { id, customerId } = await addCustomer();
  const row = (invoiceId: string, billDate: string) => ({
    invoiceId,
    customerId: customerId!,
    amountUsd: cents(30_00),
    billDate: isoDate(billDate),
  });
  await transact(ctx(), (tx) =>
    importInvoices(tx, [
      row('ADV-1', '2026-10-01'),
      row('ADV-2', '2026-11-01'),
      row('ADV-3', '2026-11-10'),
    ]),
  );
  const payment = await recordPayment(ctx(), {
    customerId: id,
    amount: cents(100_00),
    paymentDate: isoDate('2026-10-20'),
  });
  expect(payment).toMatchObject({ unallocatedUsd: 10_00, version: 3 });
  expect((await linesOf(id)).slice(3)).toEqual([
    ['2026-10-20', AR, -30_00],
    ['2026-10-20', CREDIT, -70_00],
    ['2026-11-01', AR, -30_00],
    ['2026-11-01', CREDIT, 30_00],
    ['2026-11-10', AR, -30_00],
    ['2026-11-10', CREDIT, 30_00],
  ]);
  await reversePayment(ctx(), payment.id, 'Bounced');
  expect((await linesOf(id)).slice(9)).toEqual([
    ['2026-11-21', AR, 90_00],
    ['2026-11-21', CREDIT, 10_00],
  ]);
  await expectSound();
});

test('a file cannot settle an invoice that stands in a locked month from an earlier one', async () => {
  const { customerId } = await addCustomer();
  const row = {
    invoiceId: 'LOCK-1',
    customerId: customerId!,
    amountUsd: cents(30_00),
    billDate: isoDate('2026-09-10'),
  };
  const add = (rows: Parameters<typeof importInvoices>[1]) =>
    transact(ctx(), (tx) => importInvoices(tx, rows));
  await add([row]);
  await lockMonth(ctx(), isoMonth('2026-09'));
  const paid = (paidDate: string) => ({
    ...row,
    status: 'paid' as const,
    paidDate: isoDate(paidDate),
  });
  expect((await add([paid('2026-08-20')])).errors).toEqual([
    { index: 0, message: 'billDate: September 2026 is locked in the books.' },
  ]);
  expect(await add([paid('2026-10-01')])).toMatchObject({ updated: 1, errors: [] });
  await unlockMonth(ctx(), isoMonth('2026-09'));
  await expectSound();
});

test('an invoice billed ahead is settled on its bill date, by payment or by credit, and freed then', async () => {
  const [payer, holder] = [await addCustomer(), await addCustomer()];
  for (const { id } of [payer, holder])
    await sql`update customers set monthly_fee_cents = 5000 where id = ${id}`.execute(app.db);
  await grantCredit(ctx(), { customerId: holder.id, amountUsd: cents(20_00), reason: 'Outage' });
  await runBilling(ctx(), { month: isoMonth('2026-12') });
  expect((await linesOf(holder.id)).slice(1)).toEqual([
    ['2026-12-01', AR, 50_00],
    ['2026-12-01', AR, -20_00],
    ['2026-12-01', CREDIT, 20_00],
  ]);
  const invoice = (await listInvoices(ctx(), { customerId: payer.id })).rows[0]!;
  await updatePaymentStatus(ctx(), invoice.id, { status: 'paid' });
  expect((await linesOf(payer.id)).slice(1)).toEqual([
    ['2026-11-21', CREDIT, -50_00],
    ['2026-12-01', AR, -50_00],
    ['2026-12-01', CREDIT, 50_00],
  ]);
  // Lowered: the excess is free on the bill date. Set back: the money goes today, the debt comes back then.
  await updateInvoice(ctx(), invoice.id, { amountUsd: cents(40_00) });
  await reversePayment(ctx(), (await getInvoice(ctx(), invoice.id)).allocations[0]!.paymentId, 'x');
  const lines = await linesOf(payer.id);
  expect(lines.filter(([date]) => date === '2026-11-21')).toEqual([
    ['2026-11-21', CREDIT, -50_00],
    ['2026-11-21', CREDIT, 50_00],
  ]);
  const sum = (account: string) =>
    lines.filter((line) => line[1] === account).reduce((total, line) => total + line[2], 0);
  expect([sum(AR), sum(CREDIT)]).toEqual([40_00, 0]);
  await expectSound();
});

test('what a correction raised or moved is not settled before the correction', async () => {
  const [from, to] = [await addCustomer(), await addCustomer()];
  const { id } = await createManualInvoice(ctx(), {
    customerId: from.id,
    description: 'Cable',
    amountUsd: cents(30_00),
  });
  app.time.set('2026-11-25T08:00:00Z');
  await updateInvoice(ctx(), id, { customerId: to.id });
  await recordPayment(ctx(), {
    customerId: to.id,
    amount: cents(30_00),
    paymentDate: isoDate('2026-11-22'),
  });
  expect(await linesOf(to.id)).toEqual([
    ['2026-11-25', AR, 30_00],
    ['2026-11-22', CREDIT, -30_00],
    ['2026-11-25', AR, -30_00],
    ['2026-11-25', CREDIT, 30_00],
  ]);
  // Nothing hangs on the first one but the ledger's lines: it stays (decision 18).
  expect((await deleteCustomer(ctx(), from.id)).outcome).toBe('deactivated');
  await expect(deleteCustomer(ctx(), from.id)).rejects.toMatchObject({
    kind: 'conflict',
    message:
      'Failed to delete customer. Customer may have active billing records or support tickets.',
  });
  await expectSound();
});

test('undoing one of several payments leaves the invoice what it shows of the others', async () => {
  const { id: customerId } = await addCustomer();
  const { id } = await createManualInvoice(ctx(), {
    customerId,
    description: 'Cable',
    amountUsd: cents(30_00),
  });
  const pay = (amount: number, account: 'bank' | 'mobile_money', reference: string) =>
    recordPayment(ctx(), { customerId, amount: cents(amount), account, reference });
  await pay(10_00, 'bank', 'TT-1');
  const second = await pay(20_00, 'mobile_money', 'MM-2');
  expect(await getInvoice(ctx(), id)).toMatchObject({ status: 'paid', paymentReference: 'MM-2' });
  await reversePayment(ctx(), second.id, 'Bounced');
  expect(await getInvoice(ctx(), id)).toMatchObject({
    status: 'pending',
    paidUsd: 10_00,
    paymentAccount: 'bank',
    paymentReference: 'TT-1',
  });
  // A lowered invoice sheds what came last, and its words with it.
  await pay(20_00, 'mobile_money', 'MM-3');
  const lowered = await updateInvoice(ctx(), id, { amountUsd: cents(10_00) });
  expect(lowered).toMatchObject({
    status: 'paid',
    paymentAccount: 'bank',
    paymentReference: 'TT-1',
  });
  expect((await getPayment(ctx(), second.id)).status).toBe('reversed');
  await expectSound();
});
