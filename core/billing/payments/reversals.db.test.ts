import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { addDays } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { downloadReceipt } from '../documents/service.ts';
import { createManualInvoice, getInvoice } from '../invoices/service.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from './service.ts';
import { updatePaymentStatus } from './service-status.ts';

let app: TestApp;
const ctx = () => contextOf(app, staff('billing'));
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

let names = 0;
async function newCustomer(): Promise<number> {
  names += 1;
  return (await createCustomer(ctx(), { name: `Customer ${names}` })).id;
}

const invoiceOf = (customerId: number, amount: number) =>
  createManualInvoice(ctx(), { customerId, description: 'Cable', amountUsd: cents(amount) });

const receiptOf = async (id: number) =>
  readPdf((await downloadReceipt(ctx(), id)).body as Buffer).text;

const auditOf = async (id: number) =>
  (
    await sql<{ summary: string; actor: string }>`
      select summary, actor_name as actor from audit_log
      where action = 'payment.reverse' and entity_id = ${String(id)}`.execute(app.db)
  ).rows;

describe('a reversed payment', () => {
  test('keeps what it had settled, who reversed it, when and why', async () => {
    const customerId = await newCustomer();
    const first = await invoiceOf(customerId, 100_00);
    const second = await invoiceOf(customerId, 50_00);
    const { id, receiptId } = await recordPayment(ctx(), {
      customerId,
      amount: cents(170_00),
      notes: 'Cheque 4711',
    });
    const reversed = await reversePayment(ctx(), id, 'The cheque came back');
    expect(reversed).toMatchObject({
      status: 'reversed',
      notes: 'Cheque 4711',
      reversedDate: ctx().today,
      reversedAt: app.time.now,
      reversedBy: 'Test billing',
      reversalReason: 'The cheque came back',
      unallocatedUsd: 0,
      allocations: [],
      reversedAllocations: [
        { invoiceId: first.id, amountUsd: 100_00, amountSsp: 40_000_00 },
        { invoiceId: second.id, amountUsd: 50_00, amountSsp: 20_000_00 },
      ],
      keptUsd: 20_00,
      keptSsp: 8_000_00,
    });
    expect(await getPayment(ctx(), id)).toEqual(reversed);
    expect(await auditOf(id)).toEqual([
      { summary: `${receiptId}: The cheque came back`, actor: 'Test billing' },
    ]);
    const text = await receiptOf(id);
    for (const shown of [
      `Invoice ${first.invoiceId}$100.00`,
      `Invoice ${second.invoiceId}$50.00`,
      'Kept in advance$20.00',
      'Reversed byTest billing',
      'The cheque came back',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('Balance after');
    await expect(reversePayment(ctx(), id, 'again')).rejects.toMatchObject({
      code: 'payment.reversed',
    });
  });

  test('through its invoice, set back to pending, keeps the same', async () => {
    const customerId = await newCustomer();
    const invoice = await invoiceOf(customerId, 30_00);
    await updatePaymentStatus(ctx(), invoice.id, { status: 'paid' });
    const [settled] = (await getInvoice(ctx(), invoice.id)).allocations;
    await updatePaymentStatus(ctx(), invoice.id, { status: 'pending', reason: 'Wrong customer' });
    const reason = `${invoice.invoiceId} set back to pending: Wrong customer`;
    const payment = await getPayment(ctx(), settled!.paymentId);
    expect(payment).toMatchObject({
      reversedBy: 'Test billing',
      reversalReason: reason,
      notes: '',
      reversedAllocations: [{ invoiceId: invoice.id, amountUsd: 30_00 }],
      keptUsd: 0,
    });
    expect(await auditOf(payment.id)).toMatchObject([{ actor: 'Test billing' }]);

    // Callers from before the reason was asked give none.
    await updatePaymentStatus(ctx(), invoice.id, { status: 'paid' });
    const [again] = (await getInvoice(ctx(), invoice.id)).allocations;
    await updatePaymentStatus(ctx(), invoice.id, { status: 'overdue' });
    expect(await getPayment(ctx(), again!.paymentId)).toMatchObject({
      reversalReason: `${invoice.invoiceId} set back to overdue`,
    });
  });
});

describe('the balance on a receipt', () => {
  test('is that after the payment was recorded, whenever it is printed', async () => {
    const customerId = await newCustomer();
    await invoiceOf(customerId, 100_00);
    // Billed ahead, and owed as the customer's account counts it.
    const later = addDays(ctx().today, 40);
    await createManualInvoice(ctx(), {
      customerId,
      description: 'Ahead',
      amountUsd: cents(7_00),
      billDate: later,
      dueDate: later,
    });
    const { id } = await recordPayment(ctx(), {
      customerId,
      amount: cents(60_00),
      paymentDate: addDays(ctx().today, -5),
    });
    const printed = await receiptOf(id);
    expect(printed).toContain('Balance after this payment$47.00');
    expect(printed).toContain('In SSPSSP 18,800');
    expect(printed).toContain('Balance when this payment was recorded, 21 Nov 2026.');

    // What is booked later changes nothing, also where it is dated before the payment, nor does another rate.
    await createManualInvoice(ctx(), {
      customerId,
      description: 'Forgotten',
      amountUsd: cents(11_00),
      billDate: addDays(ctx().today, -30),
    });
    const credit = await grantCredit(ctx(), {
      customerId,
      amountUsd: cents(90_00),
      reason: 'Outage',
    });
    await updateRate(ctx(), { rate: cents(500_00) });
    expect(await receiptOf(id)).toBe(printed);
    expect(await receiptOf(credit.id)).toContain('In advance after this credit$32.00');
  });
});
