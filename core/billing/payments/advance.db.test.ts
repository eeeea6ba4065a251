import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { leaf } from '../../accounting/chart.ts';
import { lockMonth, unlockMonth } from '../../accounting/service.ts';
import { transact } from '../../context.ts';
import { createCustomer, deleteCustomer, getCustomer } from '../../customers/service.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { runDisconnect } from '../disconnect/service.ts';
import { importInvoices } from '../import/service.ts';
import { createManualInvoice, getInvoice, getOverview, listInvoices } from '../invoices/service.ts';
import { updateInvoice } from '../invoices/service-corrections.ts';
import { runBilling } from '../runs/service.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from './service.ts';
import { updatePaymentStatus } from './service-status.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
});
beforeEach(() => app.time.set('2026-11-21T08:00:00Z'));
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

async function imported(invoiceId: string, billDate: string, amount = 30_00) {
  const { id, customerId } = await addCustomer();
  const row = {
    invoiceId,
    customerId: customerId!,
    amountUsd: cents(amount),
    billDate: isoDate(billDate),
  };
  const send = (...rows: Parameters<typeof importInvoices>[1][number][]) =>
    transact(ctx(), (tx) => importInvoices(tx, rows));
  const paid = (paidDate: string) => ({
    ...row,
    status: 'paid' as const,
    paidDate: isoDate(paidDate),
  });
  const invoice = async () => (await listInvoices(ctx(), { customerId: id })).rows[0]!;
  return { id, row, send, paid, invoice };
}

test('if the month of the invoice is locked, earlier money is applied today', async () => {
  const { id, row, send, paid, invoice } = await imported('LOCK-1', '2026-09-10');
  await send(row);
  await lockMonth(ctx(), isoMonth('2026-09'));
  await lockMonth(ctx(), isoMonth('2026-11'));
  expect((await send(paid('2026-08-20'))).errors).toEqual([
    {
      index: 0,
      message:
        'paidDate: It would settle the invoice in September 2026 or November 2026, which are locked in the books.',
    },
  ]);
  await unlockMonth(ctx(), isoMonth('2026-11'));
  expect(await send(paid('2026-08-20'))).toMatchObject({ updated: 1, errors: [] });
  await unlockMonth(ctx(), isoMonth('2026-09'));
  expect((await invoice()).status).toBe('paid');
  expect((await linesOf(id)).slice(1)).toEqual([
    ['2026-08-20', CREDIT, -30_00],
    ['2026-11-21', AR, -30_00],
    ['2026-11-21', CREDIT, 30_00],
  ]);
  await expectSound();
});

test('a dry run reports that credit would settle an imported invoice in a locked month', async () => {
  const { id, row } = await imported('LOCK-2', '2026-10-01');
  await grantCredit(ctx(), { customerId: id, amountUsd: cents(5_00), reason: 'Outage' });
  await lockMonth(ctx(), isoMonth('2026-11'));
  for (const dryRun of [true, false]) {
    const result = await transact(ctx(), (tx) => importInvoices(tx, [row], { dryRun }));
    expect(result).toMatchObject({
      created: 0,
      errors: [{ message: expect.stringMatching(/^customerId: The credit of .* November 2026/) }],
    });
  }
  await unlockMonth(ctx(), isoMonth('2026-11'));
});

test('an invoice reopened by a reversal is owed from that day, and not settled earlier', async () => {
  const { id, row, send, paid, invoice } = await imported('OPEN-1', '2026-10-01', 100_00);
  await send(paid('2026-10-05'));
  const { id: invoiceId } = await invoice();
  await updatePaymentStatus(ctx(), invoiceId, { status: 'pending' });
  await updatePaymentStatus(ctx(), invoiceId, {
    status: 'paid',
    paymentAccount: 'bank',
    paymentDate: isoDate('2026-10-05'),
  });
  expect((await linesOf(id)).slice(2)).toEqual([
    ['2026-11-21', AR, 100_00],
    ['2026-10-05', CREDIT, -100_00],
    ['2026-11-21', AR, -100_00],
    ['2026-11-21', CREDIT, 100_00],
  ]);
  // However much is open by now: what was reversed is not booked again by the file that brought it.
  await updatePaymentStatus(ctx(), invoiceId, { status: 'pending' });
  await recordPayment(ctx(), { customerId: id, amount: cents(40_00) });
  const again = await send(paid('2026-10-05'));
  expect(again.errors[0]!.message).toMatch(
    /^status: Receipt RCT-2026-\d+ of 5 Oct 2026 was reversed/,
  );
  // Another invoice of the customer may have been paid on that very day.
  const sister = { ...paid('2026-10-05'), invoiceId: 'OPEN-2' };
  await send({ ...row, invoiceId: 'OPEN-2' });
  expect(await send(sister)).toMatchObject({ updated: 1, errors: [] });
  await expectSound();
});

test('a file with another payment than the recorded one gets a note, and changes nothing', async () => {
  const { send, paid, invoice } = await imported('OTHER-1', '2026-10-01');
  await send(paid('2026-10-05'));
  expect(await send(paid('2026-10-05'))).toMatchObject({ unchanged: 1, notes: [] });
  for (const other of [
    paid('2026-10-06'),
    { ...paid('2026-10-05'), paymentAccount: 'bank' as const },
    { ...paid('2026-10-05'), paymentReference: 'TT-1' },
  ]) {
    expect(await send(other)).toMatchObject({
      unchanged: 1,
      errors: [],
      notes: [
        { index: 0, message: expect.stringMatching(/^status: This invoice is paid already/) },
      ],
    });
  }
  expect(await invoice()).toMatchObject({ paidDate: '2026-10-05', paymentAccount: 'cash' });
});

test('what was received shows in pounds at the rates of its days', async () => {
  const { id } = await addCustomer();
  const before = await getOverview(ctx());
  await recordPayment(ctx(), { customerId: id, amount: cents(10_00) });
  await updateRate(ctx(), {
    purpose: 'standard',
    validFrom: isoDate('2026-11-21'),
    rate: cents(500_00),
  });
  await recordPayment(ctx(), { customerId: id, amount: cents(10_00) });
  const after = await getOverview(ctx());
  expect(after.paidThisMonthUsd - before.paidThisMonthUsd).toBe(20_00);
  expect(after.paidThisMonthSsp - before.paidThisMonthSsp).toBe(9_000_00);
});

test('a later due date in a file restores a customer suspended by the rule', async () => {
  const { id, row, send } = await imported('DUE-1', '2026-09-01');
  await send(row);
  await asOwner(
    app,
    `update invoices set created_at = created_at - interval '30 days' where customer_id = ${id}`,
  );
  await runDisconnect(ctx());
  expect((await getCustomer(ctx(), id)).status).toBe('Suspended');
  await send({ ...row, dueDate: isoDate('2026-12-15') });
  expect((await getCustomer(ctx(), id)).status).toBe('Active');
});

test('credit of a payment made after a run began is not taken up before the payment', async () => {
  const { id } = await addCustomer();
  app.time.set('2026-11-30T21:59:50Z');
  const before = ctx();
  app.time.set('2026-11-30T22:00:10Z');
  await recordPayment(ctx(), { customerId: id, amount: cents(30_00) });
  await createManualInvoice(before, { customerId: id, description: 'x', amountUsd: cents(20_00) });
  expect(await linesOf(id)).toEqual([
    ['2026-12-01', CREDIT, -30_00],
    ['2026-11-30', AR, 20_00],
    ['2026-12-01', AR, -20_00],
    ['2026-12-01', CREDIT, 20_00],
  ]);
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

test('reversing one of several payments keeps the details of the others on the invoice', async () => {
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
  // Lowering an invoice releases the latest payment first, with its details.
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
