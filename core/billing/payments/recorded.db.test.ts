import { addCustomers } from '@nimule/fixtures/testing/customers';
import { recordStatements } from '@nimule/fixtures/testing/databases/statements';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { createManualInvoice } from '../invoices/service.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from './service.ts';

/** From `begin` to `commit`: reads of account, rate, opening date and open invoices; each table and counter written once. */
const STATEMENTS = 15;

let app: TestApp;
const ctx = () => contextOf(app);
const bill = (
  customerId: number,
  amount: number,
  billDate = '2026-11-20',
  dueDate = '2026-12-05',
) =>
  createManualInvoice(ctx(), {
    customerId,
    amountUsd: cents(amount),
    description: 'Cable',
    billDate: isoDate(billDate),
    dueDate: isoDate(dueDate),
  });

beforeAll(async () => {
  app = await createMarkedApp();
  await addCustomers(app, 4);
});
afterAll(() => app.close());

test(`a simple payment takes at most ${STATEMENTS} statements`, async () => {
  await bill(1, 1000);
  const noted = recordStatements(app.pool);
  await recordPayment(ctx(), { customerId: 1, amount: cents(1000) });
  expect(noted.take().map(({ text }) => text).length).toBeLessThanOrEqual(STATEMENTS);
});

test('recording a payment returns the same as reading it', async () => {
  const later = await bill(2, 15_000, '2026-11-20', '2026-12-20');
  await bill(2, 777, '2026-11-20', '2026-12-01');
  await bill(2, 5000, '2026-12-01', '2026-12-10');
  const answers = [
    // In part, another order than that of the due dates, and in pounds.
    await recordPayment(ctx(), {
      customerId: 2,
      amount: cents(5_000_033),
      currency: 'SSP',
      account: 'bank',
      reference: 'B-1',
      invoiceIds: [later.id],
    }),
    // Also an invoice that is billed ahead, for which the credit is taken up on that day; the rest is kept.
    await recordPayment(ctx(), { customerId: 2, amount: cents(20_000), notes: 'With thanks' }),
    await grantCredit(ctx(), { customerId: 3, amountUsd: cents(500), reason: 'Outage' }),
  ];
  expect(answers.map(({ allocations }) => allocations.length)).toEqual([1, 3, 0]);
  expect(answers[1]!.version).toBe(2);
  for (const answer of answers) expect(await getPayment(ctx(), answer.id)).toEqual(answer);
  const reversed = await reversePayment(ctx(), answers[1]!.id, 'Bounced');
  expect(reversed.reversedAllocations).toHaveLength(3);
  expect(await getPayment(ctx(), reversed.id)).toEqual(reversed);
});
