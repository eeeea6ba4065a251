import { addCustomers } from '@nimule/fixtures/testing/customers';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCustomer } from '../../customers/service.ts';
import { cents } from '../../kernel/money.ts';
import { checkBooks } from '../../reports/checks/service.ts';
import { createManualInvoice } from '../invoices/service.ts';
import { recordPayment } from '../payments/service.ts';
import { runBilling } from './service.ts';
import { BATCH } from './service-batches.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ctx = () => contextOf(app);

/** Batches are written with numbers computed ahead, which another transaction may take first. */
test('calls during a run are not refused and leave no gaps in the numbers', async () => {
  // The last batch is empty: that it is the last one is found out by reading it.
  await addCustomers(app, 2 * BATCH + 6);
  // The run locks the customers it bills; these are not billed.
  const { rows } = await sql<{
    id: number;
  }>`select id from customers order by id desc limit 6`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  for (const id of ids) await updateCustomer(ctx(), id, { updates: { status: 'Inactive' } });
  let isRunning = true;
  const run = runBilling(ctx()).finally(() => {
    isRunning = false;
  });
  let byHand = 0;
  while (isRunning || byHand < ids.length) {
    const customerId = ids[byHand % ids.length]!;
    await createManualInvoice(ctx(), { customerId, amountUsd: cents(100), description: 'Cable' });
    await recordPayment(ctx(), { customerId, amount: cents(300), account: 'cash' });
    byHand += 1;
  }
  expect((await run).invoicesGenerated).toBe(2 * BATCH);
  const numbers = await sql<{ invoices: number; last: string; ids: number }>`
    select count(*) as invoices, max(invoice_number) as last, max(id) as ids from invoices`.execute(
    app.db,
  );
  const all = 2 * BATCH + byHand;
  expect(numbers.rows[0]).toEqual({ invoices: all, last: `INV-2026-00${all}`, ids: all });
  const check = await checkBooks(ctx());
  expect(check.checks.filter(({ isSound }) => !isSound)).toEqual([]);
});
