import {
  checkNow,
  countSales,
  createMomoApp,
  passSeconds,
  unsound,
} from '@nimule/fixtures/testing/payments';
import { newBuyer } from '@nimule/fixtures/testing/sales';
import type { MomoStub } from '@nimule/fixtures/testing/servers/momo-stub';
import { contextOf, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { lockMonth, unlockMonth } from '../accounting/service.ts';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { getPayment, recordPayment, reversePayment } from '../billing/payments/service.ts';
import type { Ctx } from '../context.ts';
import { isoMonth } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { getPaymentRequest } from './service.ts';
import { requestPayment } from './service-customers.ts';
import { acceptPaymentRequest, refundPaymentRequest } from './service-decide.ts';

let app: TestApp;
let stub: MomoStub;
let customerId: number;
const ctx = () => contextOf(app);
const paid = (reference: string, changes = {}) => {
  stub.decide(reference, 'SUCCESSFUL', changes);
  passSeconds(app, 3);
  return checkNow(app);
};
const invoice = async (amount: number) =>
  (
    await createManualInvoice(ctx(), {
      customerId,
      description: 'Cable',
      amountUsd: cents(amount),
    })
  ).id;
const statusOfInvoice = async (id: number) => {
  const { rows } = await sql<{ status: string }>`
    select status from invoices where id = ${id}`.execute(app.db);
  return rows[0]!.status;
};

beforeAll(async () => {
  ({ app, stub } = await createMomoApp());
});
beforeEach(async () => {
  customerId = await newBuyer(ctx());
});
afterEach(async () => expect(await unsound(app)).toEqual([]));
afterAll(async () => {
  await app.close();
  await stub.close();
});

const ask = (fields: object = {}, by: Ctx = ctx()) =>
  requestPayment(by, {
    customerId,
    phone: '+211912000111',
    amount: cents(10_000_000),
    ...fields,
  } as Parameters<typeof requestPayment>[1]);

test('a paid request becomes a payment of the customer that settles the chosen invoice', async () => {
  const [older, chosen] = [await invoice(500), await invoice(500)];
  const { id, reference, status } = await ask({ invoiceIds: [chosen], amount: cents(200_000) });
  expect(status).toBe('requested');
  await paid(reference);
  const request = await getPaymentRequest(ctx(), id);
  expect(request).toMatchObject({ status: 'paid', mayRefund: false, what: expect.any(String) });
  const payment = await getPayment(ctx(), request.paymentId!);
  expect(payment).toMatchObject({
    account: 'mobile_money',
    moneyAccount: '1180',
    currency: 'SSP',
    amountSsp: 200_000,
    reference: request.providerTransactionId,
    createdBy: 'mobile money',
    receiptId: request.documentNumber,
  });
  expect(payment.allocations[0]?.invoiceId).toBe(chosen);
  expect(await statusOfInvoice(older)).not.toBe('paid');
  await expect(refundPaymentRequest(ctx(), id, { reason: 'no' })).rejects.toThrow(
    'Reverse the payment',
  );
  await reversePayment(ctx(), payment.id, 'a mistake');
});

test('an invoice that was paid otherwise meanwhile leaves the money as credit', async () => {
  const chosen = await invoice(500);
  const { id, reference } = await ask({ invoiceIds: [chosen] });
  await recordPayment(ctx(), {
    customerId,
    amount: cents(500),
    account: 'bank',
    invoiceIds: [chosen],
  });
  await paid(reference);
  const { paymentId } = await getPaymentRequest(ctx(), id);
  const payment = await getPayment(ctx(), paymentId!);
  expect(payment.allocations).toEqual([]);
  expect(payment.unallocatedUsd).toBe(payment.amountUsd);
});

test('a repeat with the same key asks once and answers what became of it', async () => {
  const by: Ctx = {
    ...contextOf(app, staff('billing')),
    origin: { ip: '', idempotencyKey: 'ask-1' },
  };
  const first = await ask({}, by);
  await paid(first.reference);
  const again = await ask({}, by);
  expect(again).toMatchObject({ id: first.id, status: 'paid' });
  expect(stub.payments.get(first.reference)?.sent).toBe(1);
  await expect(ask({ amount: cents(5_000) }, by)).rejects.toThrow('already used');
});

test('money that cannot be recorded waits for a person, and is not lost', async () => {
  const { id, reference } = await ask();
  const before = await countSales(app);
  await lockMonth(ctx(), isoMonth('2026-11'));
  await paid(reference);
  const request = await getPaymentRequest(ctx(), id);
  expect(request).toMatchObject({ status: 'review', mayAccept: true });
  expect(request.problem).toContain('could not be recorded');
  expect(await countSales(app)).toEqual(before);
  await unlockMonth(ctx(), isoMonth('2026-11'));
  const accepted = await acceptPaymentRequest(ctx(), id, { reason: 'unlocked' });
  expect(accepted).toMatchObject({ status: 'paid', problem: '' });
  expect(await countSales(app)).toEqual({ ...before, payments: before.payments + 1 });
});

test('another invoice is asked for beside a request that names one, the same one or all are not', async () => {
  const [one, other] = [await invoice(500), await invoice(700)];
  const { reference } = await ask({ invoiceIds: [one] });
  await ask({ invoiceIds: [other] });
  for (const fields of [{ invoiceIds: [one] }, { invoiceIds: [other, one] }, {}])
    await expect(ask(fields)).rejects.toMatchObject({ code: 'bill.asked' });
  stub.decide(reference, 'FAILED');
  passSeconds(app, 3);
  await checkNow(app);
  await ask({ invoiceIds: [one] });
});

test('money in advance is asked for twice, since no invoice is paid by it', async () => {
  const everything = cents(100_000);
  await recordPayment(ctx(), { customerId, amount: everything, account: 'bank' });
  expect((await ask()).id).not.toBe((await ask()).id);
});

test('what cannot be asked for is refused in words', async () => {
  await expect(ask({ phone: undefined })).rejects.toThrow();
  await expect(ask({ currency: 'USD', amount: cents(500) })).rejects.toThrow(
    'Only SSP can be asked for.',
  );
  await expect(ask({ provider: 'nilepay' })).rejects.toThrow('NilePay cannot be used');
  await expect(ask({ invoiceIds: [999_999] })).rejects.toThrow('not an open invoice');
  await expect(ask({ amount: cents(1) })).rejects.toThrow('less than one US cent');
  await expect(ask({ customerId: 999_999 })).rejects.toThrow('was not found');
});
