import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer, updateCustomer } from '../../customers/service.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { cents } from '../../kernel/money.ts';
import { listInvoices } from '../invoices/service.ts';
import { updateInvoice } from '../invoices/service-corrections.ts';
import { runBilling } from '../runs/service.ts';
import { downloadInvoice } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp();
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

const textOf = async (id: number) =>
  readPdf((await downloadInvoice(ctx(), id)).body as Buffer).text;

test('an invoice shows the package that it billed after the customer changed package', async () => {
  const { id: customerId } = await createCustomer(ctx(), {
    name: 'Nyandeng Trading',
    packageType: 'Standard Fiber',
    monthlyFeeUsd: cents(450_00),
    otherExpensesUsd: cents(5_00),
  });
  await runBilling(ctx());
  const { id } = (await listInvoices(ctx(), { customerId })).rows[0]!;
  const issued = await textOf(id);
  expect(issued).toContain('PackageStandard Fiber');

  await updateCustomer(ctx(), customerId, { updates: { packageType: 'Business Fiber' } });
  expect(await textOf(id)).toBe(issued);

  await updateInvoice(ctx(), id, { amountUsd: cents(400_00) });
  const corrected = await textOf(id);
  expect(corrected).toContain('PackageStandard Fiber');
  expect(corrected).not.toContain('Business Fiber');

  // What is left then are the other services.
  await updateInvoice(ctx(), id, { amountUsd: cents(1_00) });
  expect(await textOf(id)).not.toContain('Standard Fiber');
});
