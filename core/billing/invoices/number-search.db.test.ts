import { asOwner } from '@nimule/fixtures/testing/databases/damage';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCustomer } from '../../customers/service.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { grantCredit, recordPayment } from '../payments/service.ts';
import { listPayments } from '../payments/service-list.ts';
import { createManualInvoice, listInvoices } from './service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp();
  await sql`insert into counters (name, value) values ('invoice:2025', 785), ('invoice:2026', 785),
    ('receipt:2026', 41), ('credit:2026', 41)`.execute(app.db);
  const { id: customerId } = await createCustomer(ctx(), { name: 'Achol Deng' });
  const dueDate = isoDate('2027-01-15');
  for (const billDate of [isoDate('2025-03-01'), isoDate('2026-11-01'), isoDate('2026-11-02')]) {
    const input = { customerId, description: 'Cable', amountUsd: cents(30_00) };
    await createManualInvoice(ctx(), { ...input, billDate, dueDate });
  }
  await recordPayment(ctx(), { customerId, amount: cents(10_00) });
  await grantCredit(ctx(), { customerId, amountUsd: cents(5_00), reason: 'Outage' });
});
afterAll(() => app.close());

test.each([
  ['786', ['INV-2025-000786', 'INV-2026-000786']],
  ['000786', ['INV-2025-000786', 'INV-2026-000786']],
  ['787', ['INV-2026-000787']],
  ['2025-786', ['INV-2025-000786']],
  ['inv-2026-786', ['INV-2026-000786']],
  ['INV-787', ['INV-2026-000787']],
  ['inv-2025', ['INV-2025-000786']],
  ['RCT-786', []],
  ['78', []],
  ['86', []],
])('%s finds the invoices %j', async (q, numbers) => {
  const { rows, total } = await listInvoices(ctx(), { q, sort: 'invoiceId', total: true });
  expect(rows.map(({ invoiceId }) => invoiceId)).toEqual(numbers);
  expect(total).toBe(numbers.length);
});

test.each([
  ['42', ['CR-2026-000042', 'RCT-2026-000042']],
  ['000042', ['CR-2026-000042', 'RCT-2026-000042']],
  ['rct-42', ['RCT-2026-000042']],
  ['2025-42', []],
  ['2', []],
])('%s finds the receipts %j', async (q, numbers) => {
  const { rows } = await listPayments(ctx(), { q });
  expect(rows.map(({ receiptId }) => receiptId).sort()).toEqual(numbers);
});

test('a short text must begin a word of what is known of a customer', async () => {
  const { id: customerId } = await createCustomer(ctx(), {
    name: 'Nyandit Oŋɔ',
    location: 'Juba Central',
    email: 'nyandit@t-2.example',
    deviceSerial: 'ONT-2417',
  });
  const input = { customerId, description: 'Cable', amountUsd: cents(30_00) };
  const { invoiceId } = await createManualInvoice(ctx(), input);
  const { receiptId } = await recordPayment(ctx(), { customerId, amount: cents(1_00) });
  const invoices = async (q: string) =>
    (await listInvoices(ctx(), { q })).rows.map((invoice) => invoice.invoiceId);
  const payments = async (q: string) =>
    (await listPayments(ctx(), { q })).rows.map((payment) => payment.receiptId);
  for (const q of ['T-2', '417', 'dit']) {
    expect(await invoices(q), q).toEqual([]);
    expect(await payments(q), q).toEqual([]);
  }
  for (const q of ['nya', 'ono', 'ongo', 'juba', 'ONT-2417', 't-2.example']) {
    expect(await invoices(q), q).toContain(invoiceId);
    expect(await payments(q), q).toContain(receiptId);
  }
});

test('an imported number of our own kind is found as it was padded', async () => {
  await asOwner(
    app,
    `update invoices set invoice_number = 'INV-2025-0786' where invoice_number = 'INV-2025-000786'`,
  );
  const found = async (q: string) =>
    (await listInvoices(ctx(), { q, sort: 'invoiceId' })).rows.map(({ invoiceId }) => invoiceId);
  expect(await found('0786')).toEqual(['INV-2025-0786', 'INV-2026-000786']);
});
