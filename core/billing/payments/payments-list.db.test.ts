import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createCustomer } from '../../customers/service.ts';
import { cents } from '../../kernel/money.ts';
import { type PaymentInput, paymentFilter, paymentSorts } from './schema.ts';
import { grantCredit, recordPayment, reversePayment } from './service.ts';
import { exportPayments, getPaymentSums, listPaymentClerks, listPayments } from './service-list.ts';

let app: TestApp;
const ctx = () => contextOf(app, staff('billing'));

beforeAll(async () => {
  app = await createMarkedApp();
  const { id: customerId } = await createCustomer(ctx(), { name: 'Achol' });
  const { id: other } = await createCustomer(ctx(), { name: 'Bol' });
  const pay = (input: Record<string, unknown>, actor = ctx()) =>
    recordPayment(actor, { customerId, ...input } as PaymentInput);
  await pay({ amount: cents(10_000), account: 'cash', paymentDate: '2026-11-18' });
  await pay({
    amount: cents(4_000_000),
    currency: 'SSP',
    account: 'mobile_money',
    paymentDate: '2026-11-19',
  });
  await pay(
    { customerId: other, amount: cents(2_500), account: 'cash', paymentDate: '2026-11-20' },
    contextOf(app, staff('admin')),
  );
  await grantCredit(ctx(), { customerId: other, amountUsd: cents(700), reason: 'Outage' });
  const wrong = await pay({ amount: cents(99_900), account: 'bank', paymentDate: '2026-11-20' });
  await reversePayment(ctx(), wrong.id, 'Wrong customer');
});
afterAll(() => app.close());

async function amounts(query: Record<string, string>): Promise<number[]> {
  const filter = z.decode(paymentFilter, query);
  const { rows, total } = await listPayments(ctx(), filter);
  if (filter.total) expect(total).toBe(rows.length);
  return rows.map(({ amountUsd }) => amountUsd);
}

test('payments are filtered by account, clerk, day and status', async () => {
  expect(await amounts({})).toEqual([700, 99_900, 2_500, 10_000, 10_000]);
  expect(await amounts({ account: 'cash', total: '1' })).toEqual([2_500, 10_000]);
  expect(await amounts({ account: 'credit', total: '1' })).toEqual([700]);
  expect(await amounts({ clerk: 'Test admin', total: '1' })).toEqual([2_500]);
  expect(await amounts({ from: '2026-11-19', to: '2026-11-20' })).toEqual([99_900, 2_500, 10_000]);
  expect(await amounts({ status: 'reversed', total: '1' })).toEqual([99_900]);
  expect(await amounts({ clerk: 'nobody' })).toEqual([]);
  expect(await listPaymentClerks(ctx())).toEqual({ clerks: ['Test admin', 'Test billing'] });
});

test('payments are sorted both ways and paged without repeating or skipping', async () => {
  expect(await amounts({ sort: '-amountUsd' })).toEqual([99_900, 10_000, 10_000, 2_500, 700]);
  for (const column of paymentSorts) {
    for (const sort of [column, `-${column}`] as const) {
      const whole = (await listPayments(ctx(), { sort })).rows.map(({ id }) => id);
      const paged = [];
      for (let page = 1; page <= 3; page += 1) {
        const { rows } = await listPayments(ctx(), { sort, page, pageSize: 2 });
        paged.push(...rows.map(({ id }) => id));
      }
      expect([sort, paged]).toEqual([sort, whole]);
    }
  }
});

test('the sum line excludes reversed payments and has sums by received currency', async () => {
  expect(await getPaymentSums(ctx(), {})).toEqual({
    recorded: 4,
    amountUsd: 23_200,
    amountSsp: 9_280_000,
    unallocatedUsd: 23_200,
    receivedUsd: 13_200,
    receivedSsp: 4_000_000,
  });
  expect(await getPaymentSums(ctx(), { status: 'reversed' })).toMatchObject({ amountUsd: 0 });
});

test('the export holds what is shown', async () => {
  const { body, filename } = await exportPayments(ctx(), { format: 'csv', account: 'cash' });
  const parts: string[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>)
    parts.push(Buffer.from(part).toString());
  const lines = parts.join('').trim().split(/\r?\n/);
  expect(filename).toBe('payments-2026-11-21.csv');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Bol');
});
