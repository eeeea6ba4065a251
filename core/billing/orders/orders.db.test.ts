import { unsoundWithoutSales } from '@nimule/fixtures/testing/books';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { createCustomer } from '../../customers/service.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { cents } from '../../kernel/money.ts';
import { getCustomerAccount } from '../accounts/service.ts';
import { createManualInvoice, getInvoice } from '../invoices/service.ts';
import { updateInvoice } from '../invoices/service-corrections.ts';
import type { PaymentFilter } from '../payments/schema.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from '../payments/service.ts';
import { listPayments } from '../payments/service-list.ts';
import { updatePaymentStatus } from '../payments/service-status.ts';
import { cancelOrderInvoice, creditNote, invoiceFacts, issueOrderInvoice } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app, staff('billing'));
/** Above the limit of one person. */
const shell = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(async () => {
  expect(await unsoundWithoutSales(ctx())).toEqual([]);
  await app.close();
});

let names = 0;
async function newCustomer(): Promise<number> {
  names += 1;
  return (await createCustomer(ctx(), { name: `Buyer ${names}` })).id;
}

function onAccount<T>(
  customerId: number,
  work: (tx: Ctx, customer: CustomerRecord) => Promise<T>,
): Promise<T> {
  return transact(ctx(), async (tx) => work(tx, await lockAccount(tx, customerId)));
}

const router = { description: 'Router', quantity: 2, unitPriceUsd: cents(40_00) };
const cable = { description: 'Cable', quantity: 5, unitPriceUsd: cents(0) };

const sell = (customerId: number, lines = [router, cable]) =>
  onAccount(customerId, async (tx, customer) => {
    const { invoice, postings } = await issueOrderInvoice(tx, customer, {
      orderNumber: 'SO-2026-0001',
      date: tx.today,
      exchangeRate: cents(400_00),
      lines,
      notes: '',
    });
    await post(tx, postings);
    return invoice;
  });

const giveBack = (customerId: number, invoiceId: number, amount: number) =>
  onAccount(customerId, async (tx, customer) => {
    const { note, postings } = await creditNote(tx, customer, {
      invoiceId,
      date: tx.today,
      amountUsd: cents(amount),
      reason: 'One came back',
    });
    await post(tx, postings);
    return note;
  });

const cancelSale = (customerId: number, invoiceId: number) =>
  onAccount(customerId, async (tx) =>
    post(tx, await cancelOrderInvoice(tx, invoiceId, 'Not collected')),
  );

/** The accounts and amounts of the entries of a document, debits above zero. */
const entriesOf = async (source: string, id: number) =>
  (
    await sql<{ account: string; cents: number }>`
      select l.account_code as account, l.debit_cents - l.credit_cents as cents
      from journal_entries e join journal_lines l on l.entry_id = e.id
      where e.source = ${source} and e.source_id = ${id} order by l.account_code`.execute(app.db)
  ).rows.map(({ account, cents: amount }) => [account, Number(amount)]);

describe('the invoice of an order', () => {
  test('has quantity and price, is due as one made by hand, and is revenue of equipment', async () => {
    const customerId = await newCustomer();
    const invoice = await sell(customerId);
    const { lines, ...shown } = await getInvoice(ctx(), invoice.id);
    expect(shown).toMatchObject({
      kind: 'equipment',
      description: 'Equipment, order SO-2026-0001',
      amountUsd: 80_00,
      amountSsp: 32_000_00,
      status: 'pending',
      dueDate: '2026-12-15',
    });
    expect(lines).toMatchObject([
      { kind: 'equipment', quantity: 2, unitPriceUsd: 40_00, amountUsd: 80_00 },
      { kind: 'equipment', quantity: 5, unitPriceUsd: 0, amountUsd: 0 },
    ]);
    expect(await entriesOf('invoice', invoice.id)).toEqual([
      ['1210', 80_00],
      ['4410', -80_00],
    ]);
    const facts = await invoiceFacts(ctx(), [invoice.id, 999_999]);
    expect([...facts.values()]).toEqual([
      {
        id: invoice.id,
        invoiceNumber: invoice.invoiceId,
        status: 'pending',
        amountUsd: 80_00,
        paidUsd: 0,
        dueDate: '2026-12-15',
      },
    ]);
  });

  test('is settled from credit', async () => {
    const customerId = await newCustomer();
    await recordPayment(ctx(), { customerId, amount: cents(30_00) });
    const { id } = await sell(customerId);
    expect((await invoiceFacts(ctx(), [id])).get(id)).toMatchObject({ paidUsd: 30_00 });
  });

  test('is changed through its order alone; due date and notes are free', async () => {
    const customerId = await newCustomer();
    const other = await newCustomer();
    const { id } = await sell(customerId);
    const refused = { kind: 'rule', message: expect.stringContaining('belongs to a sales order') };
    for (const change of [
      { amountUsd: cents(70_00) },
      { customerId: other },
      { status: 'cancelled' as const },
    ])
      await expect(updateInvoice(ctx(), id, change)).rejects.toMatchObject(refused);
    const changed = await updateInvoice(ctx(), id, {
      amountUsd: cents(80_00),
      customerId,
      notes: 'Collects on Friday',
      dueDate: ctx().today,
    });
    expect(changed).toMatchObject({ notes: 'Collects on Friday', dueDate: ctx().today });
    const paid = await updatePaymentStatus(ctx(), id, { status: 'paid' });
    expect(paid.status).toBe('paid');
    const reopened = await updatePaymentStatus(ctx(), id, { status: 'pending' });
    expect(reopened.status).toBe('pending');
  });

  test('is cancelled with its order: what was paid on it pays others', async () => {
    const customerId = await newCustomer();
    const { id } = await sell(customerId);
    const payment = await recordPayment(ctx(), { customerId, amount: cents(50_00) });
    const other = await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(20_00),
    });
    await cancelSale(customerId, id);
    expect(await getInvoice(ctx(), id)).toMatchObject({
      status: 'cancelled',
      paidUsd: 0,
      notes: 'Cancelled: Not collected',
    });
    expect(await getPayment(ctx(), payment.id)).toMatchObject({
      allocations: [{ invoiceId: other.id, amountUsd: 20_00 }],
      unallocatedUsd: 30_00,
    });
    await expect(cancelSale(customerId, id)).rejects.toMatchObject({ kind: 'rule' });
  });
});

describe('a credit note', () => {
  test('is found in the list of payments by kind and number', async () => {
    const customerId = await newCustomer();
    const { id } = await sell(customerId);
    const note = await giveBack(customerId, id, 10_00);
    const found = async (filter: PaymentFilter) =>
      (await listPayments(ctx(), filter)).rows.map(({ receiptId }) => receiptId);
    expect(await found({ account: 'credit_note' })).toEqual([note.receiptId]);
    expect(await found({ account: 'credit' })).toEqual([]);
    expect(await found({ q: 'cn-2026-000001' })).toEqual([note.receiptId]);
  });

  test('settles its own invoice, debits its revenue, and gives back what had paid it', async () => {
    const customerId = await newCustomer();
    const other = await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(10_00),
      dueDate: ctx().today,
    });
    const { id } = await sell(customerId);
    const note = await giveBack(customerId, id, 40_00);
    expect(note).toMatchObject({
      receiptId: 'CN-2026-000002',
      kind: 'credit_note',
      account: null,
      moneyAccount: '4410',
      amountSsp: 16_000_00,
      allocations: [{ invoiceId: id, amountUsd: 40_00 }],
      unallocatedUsd: 0,
    });
    expect(await entriesOf('payment', note.id)).toEqual([
      ['1210', -40_00],
      ['4410', 40_00],
    ]);
    await updatePaymentStatus(ctx(), id, { status: 'paid' });
    const [payment] = (await getInvoice(ctx(), id)).allocations.filter(
      ({ paymentId }) => paymentId !== note.id,
    );
    const second = await giveBack(customerId, id, 40_00);
    expect(second).toMatchObject({
      allocations: [{ invoiceId: id, amountUsd: 40_00 }],
      unallocatedUsd: 0,
    });
    expect(await getPayment(ctx(), payment!.paymentId)).toMatchObject({
      kind: 'payment',
      amountUsd: 40_00,
      allocations: [{ invoiceId: other.id, amountUsd: 10_00 }],
      unallocatedUsd: 30_00,
    });
    expect(await getInvoice(ctx(), id)).toMatchObject({
      ...{ status: 'paid', paidUsd: 80_00, paidDate: ctx().today, paymentAccount: 'cash' },
    });
    await expect(cancelSale(customerId, id)).rejects.toMatchObject({
      kind: 'rule',
      message: expect.stringContaining(`came back with ${note.receiptId}`),
    });
    await expect(giveBack(customerId, id, 1)).rejects.toMatchObject({
      message: 'A credit note cannot exceed its invoice: $0.01 of $0.00.',
    });
  });

  const grant = (customerId: number, amount: number) =>
    grantCredit(shell(), { customerId, amountUsd: cents(amount), reason: 'Outage' });
  const account = async (customerId: number) => {
    const { creditUsd, refundableUsd } = await getCustomerAccount(ctx(), customerId);
    return { creditUsd, refundableUsd };
  };

  test('of goods that a grant paid gives the grant back, whatever else the customer has paid', async () => {
    const customerId = await newCustomer();
    await createManualInvoice(ctx(), {
      ...{ customerId, description: 'Cable', amountUsd: cents(500_00) },
    });
    await recordPayment(ctx(), { customerId, amount: cents(500_00) });
    const granted = await grant(customerId, 500_00);
    const { id } = await sell(customerId);
    expect(await account(customerId)).toEqual({ creditUsd: 420_00, refundableUsd: 0 });
    await giveBack(customerId, id, 80_00);
    expect(await account(customerId)).toEqual({ creditUsd: 500_00, refundableUsd: 0 });
    expect(await getPayment(ctx(), granted.id)).toMatchObject({
      ...{ allocations: [], unallocatedUsd: 500_00 },
    });
  });

  test('gives several payments back, the latest first', async () => {
    const customerId = await newCustomer();
    await grant(customerId, 30_00);
    const { id } = await sell(customerId);
    await recordPayment(ctx(), { customerId, amount: cents(50_00) });
    await giveBack(customerId, id, 40_00);
    expect(await account(customerId)).toEqual({ creditUsd: 40_00, refundableUsd: 40_00 });
    await giveBack(customerId, id, 40_00);
    expect(await account(customerId)).toEqual({ creditUsd: 80_00, refundableUsd: 50_00 });
  });

  test('of a partly paid invoice frees what is paid above the rest; credit of it pays the next return back', async () => {
    const customerId = await newCustomer();
    const first = await sell(customerId);
    await grant(customerId, 30_00);
    await giveBack(customerId, first.id, 70_00);
    expect(await account(customerId)).toEqual({ creditUsd: 20_00, refundableUsd: 0 });
    const second = await sell(customerId);
    await recordPayment(ctx(), { customerId, amount: cents(60_00) });
    await giveBack(customerId, second.id, 80_00);
    expect(await account(customerId)).toEqual({ creditUsd: 80_00, refundableUsd: 60_00 });
  });

  test('of an unpaid invoice only settles it', async () => {
    const customerId = await newCustomer();
    const { id } = await sell(customerId);
    await giveBack(customerId, id, 80_00);
    expect(await account(customerId)).toEqual({ creditUsd: 0, refundableUsd: 0 });
    expect(await getInvoice(ctx(), id)).toMatchObject({ status: 'paid', paymentAccount: null });
  });

  test('stays: it is not reversed, and an invoice set back to pending keeps it', async () => {
    const customerId = await newCustomer();
    const { id } = await sell(customerId);
    const note = await giveBack(customerId, id, 40_00);
    await expect(reversePayment(ctx(), note.id, 'Mistake')).rejects.toMatchObject({
      kind: 'rule',
      message: `${note.receiptId} is the credit note of goods that came back and cannot be reversed.`,
    });
    await updatePaymentStatus(ctx(), id, { status: 'paid' });
    expect(await updatePaymentStatus(ctx(), id, { status: 'pending' })).toMatchObject({
      status: 'pending',
      paidUsd: 40_00,
    });
    await giveBack(customerId, id, 40_00);
    await expect(updatePaymentStatus(ctx(), id, { status: 'pending' })).rejects.toMatchObject({
      kind: 'rule',
      message: `Credit note ${note.receiptId} settles this invoice and cannot be reversed.`,
    });
  });

  test('is refused on other invoices, cancelled ones, and above the amount', async () => {
    const customerId = await newCustomer();
    const manual = await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(10_00),
    });
    const { id } = await sell(customerId);
    await expect(giveBack(customerId, manual.id, 1_00)).rejects.toMatchObject({ kind: 'rule' });
    await expect(giveBack(await newCustomer(), id, 1_00)).rejects.toMatchObject({ kind: 'rule' });
    await expect(giveBack(customerId, id, 80_01)).rejects.toMatchObject({
      message: 'A credit note cannot exceed its invoice: $80.01 of $80.00.',
    });
    await cancelSale(customerId, id);
    await expect(giveBack(customerId, id, 1_00)).rejects.toMatchObject({ kind: 'rule' });
  });
});
