import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer } from '../../customers/service.ts';
import { cents } from '../../kernel/money.ts';
import { createManualInvoice } from '../invoices/service.ts';
import { recordRefund } from '../refunds/service.ts';
import type { PaymentInput } from './schema.ts';
import { recordPayment, reversePayment } from './service.ts';
import { updatePaymentStatus } from './service-status.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createTestApp('2026-11-23T08:00:00Z');
});
afterAll(() => app.close());

let names = 0;
async function newCustomer() {
  names += 1;
  return createCustomer(ctx(), { name: `Payer ${names}` });
}
const pay = (customerId: number, reference: string, more: Partial<PaymentInput> = {}) =>
  recordPayment(ctx(), {
    ...{ customerId, amount: cents(10_00), account: 'mobile_money', reference },
    ...more,
  });

describe('the reference of another payment', () => {
  test('is asked about, without case and blanks, until it is confirmed', async () => {
    const { id, customerId } = await newCustomer();
    const other = await newCustomer();
    const { receiptId } = await pay(id, 'MM-DUP 1');
    const asked = {
      ...{ kind: 'conflict', code: 'payment.referenceUsed' },
      message: `${receiptId} of Payer 1 (${customerId}), 23 Nov 2026, has the reference mm-dup1 too. Is this other money?`,
    };
    await expect(pay(id, 'mm-dup1')).rejects.toMatchObject(asked);
    await expect(pay(other.id, 'mm-dup1')).rejects.toMatchObject(asked);
    expect((await pay(id, 'mm-dup1', { sameReference: true })).reference).toBe('mm-dup1');
  });

  test('of another account, of a reversed payment, or a blank one is not', async () => {
    const { id } = await newCustomer();
    const { id: first } = await pay(id, 'CHQ 1');
    await pay(id, 'CHQ 1', { account: 'bank' });
    await reversePayment(ctx(), first, 'Bounced');
    await pay(id, 'CHQ 1');
    await pay(id, '');
    await pay(id, '');
  });

  test('is asked about by the payment dialog and by refunds too', async () => {
    const { id } = await newCustomer();
    await pay(id, 'EFT 7', { account: 'bank', amount: cents(40_00) });
    const invoice = await createManualInvoice(ctx(), {
      ...{ customerId: id, description: 'Cable', amountUsd: cents(60_00) },
    });
    const paid = { status: 'paid', paymentAccount: 'bank', paymentReference: 'eft7' } as const;
    await expect(updatePaymentStatus(ctx(), invoice.id, paid)).rejects.toMatchObject({
      code: 'payment.referenceUsed',
    });
    await updatePaymentStatus(ctx(), invoice.id, { ...paid, sameReference: true });
    await pay(id, '', { amount: cents(20_00) });
    const refund = (more = {}) =>
      recordRefund(ctx(), {
        ...{ customerId: id, amount: cents(5_00), account: 'bank', reference: 'EFT 7' },
        ...{ reason: 'Moves away', ...more },
      });
    await refund();
    await expect(refund()).rejects.toMatchObject({
      code: 'payment.referenceUsed',
      message: expect.stringMatching(/^RF-2026-000001 to Payer \d+ .*Is this another refund\?$/),
    });
    await refund({ sameReference: true });
  });

  test('of two at once is asked about by one', async () => {
    const customers = await Promise.all(Array.from({ length: 6 }, newCustomer));
    const tried = await Promise.allSettled(customers.map(({ id }) => pay(id, 'ONCE-9')));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
