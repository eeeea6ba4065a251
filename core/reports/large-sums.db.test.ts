import { addCustomers } from '@nimule/fixtures/testing/customers';
import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { contextOf, createMarkedApp, staff, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadStatement } from '../billing/documents/service.ts';
import { createManualInvoice } from '../billing/invoices/service.ts';
import { runBilling } from '../billing/runs/service.ts';
import { closePdf } from '../documents/pdf/pdf.ts';
import { invoke } from '../invoke.ts';
import type { RawInput } from '../kernel/contract.ts';
import { MAX_AMOUNT } from '../kernel/money.ts';
import type { Operation } from '../routes.ts';

/** As many of the largest invoices at the highest rate as pass the largest exact amount in pounds. */
const MANY = 140;

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

async function call(operation: Operation, raw: RawInput = {}): Promise<unknown> {
  return (await invoke(app, staff('master_admin'), operation, raw)).body;
}

test('sums that are too large in pounds are still shown in dollars', async () => {
  await call('updateRate', { body: { rate: 100_000 } });
  await addCustomers(app, MANY);
  await sql`update customers set monthly_fee_cents = ${MAX_AMOUNT.USD}, connection_fee_cents = 0`.execute(
    app.db,
  );
  await runBilling(ctx());
  const { id } = (
    (await call('listCustomers', { query: { q: 'Customer' } })) as { id: number }[]
  )[0]!;
  for (let count = 0; count < MANY; count += 1) {
    await createManualInvoice(ctx(), {
      customerId: id,
      description: 'Fibre ring',
      amountUsd: MAX_AMOUNT.USD,
    });
  }
  const params = { params: { id } };
  expect(await call('customerAccount', params)).toMatchObject({
    balanceUsd: 3_000_000 * (MANY + 1),
    balanceSsp: null,
  });
  expect(await call('customerStatement', params)).toMatchObject({
    closingUsd: 3_000_000 * (MANY + 1),
    closingSsp: null,
  });
  expect(await call('customerStats')).toMatchObject({ totalRevenueSsp: null });
  expect(await call('dashboardStats')).toMatchObject({ monthlyRevenueSsp: null });
  for (const operation of ['billingOverview', 'automationStatus', 'billingInsight'] as const) {
    expect(await call(operation)).toBeDefined();
  }

  const { text } = readPdf((await downloadStatement(ctx(), id, {})).body as Buffer);
  expect(text).toContain('Closing balance$423,000,000.00');
  expect(text).not.toContain('In SSP');
});
