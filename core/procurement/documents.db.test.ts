import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { addItem } from '@nimule/fixtures/testing/stock';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closePdf } from '../documents/pdf/pdf.ts';
import type { FileAnswer } from '../kernel/contract.ts';
import { isoDate } from '../kernel/dates.ts';
import { cents } from '../kernel/money.ts';
import { downloadOrder, downloadReceipt } from './documents/service.ts';
import { createOrder } from './orders/service.ts';
import { setOrderStatus } from './orders/service-status.ts';
import { listReceipts, receiveGoods } from './receipts/service.ts';
import { createSupplier } from './suppliers/service.ts';

let app: TestApp;
const ctx = () => contextOf(app);
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

function textOf({ body }: FileAnswer): string {
  const { text } = readPdf(body as Buffer);
  return text.replace(/\s+/g, ' ');
}

test('an order and its goods are printed with supplier, lines, totals in both currencies, terms and signatures', async () => {
  const supplier = await createSupplier(ctx(), {
    name: 'Juba Computers',
    address: 'Airport Road 12',
    city: 'Juba',
    paymentTerms: 'COD',
  });
  const { id: router, equipmentId } = await addItem(ctx(), { name: 'Router' });
  const items = [
    { equipmentId: router, description: 'Wi-Fi router', quantity: 12, unitPrice: cents(7250) },
    { description: 'Patch cord 3 m', quantity: 40, unitPrice: cents(180) },
  ];
  const { id, poNumber } = await createOrder(ctx(), {
    supplierId: supplier.id,
    expectedDelivery: isoDate('2026-12-01'),
    items,
    notes: 'Deliver to the store in Gudele.',
  });
  const pending = await downloadOrder(ctx(), id);
  expect(pending.filename).toBe(`${poNumber}.pdf`);
  const text = textOf(pending);
  for (const part of [
    ...['Purchase order', poNumber, 'Juba Computers', supplier.supplierCode, 'Airport Road 12'],
    ...[
      equipmentId,
      'Wi-Fi router',
      '$72.50',
      '$870.00',
      '$942.00',
      'SSP 376,800',
      '1 USD = 400 SSP',
    ],
    ...['Payment terms: Cash on Delivery.', 'Not approved yet.', 'Deliver to the store in Gudele.'],
    'Accepted for Juba Computers',
  ])
    expect(text).toContain(part);
  await setOrderStatus(ctx(), id, 'approved');
  expect(textOf(await downloadOrder(ctx(), id))).not.toContain('Not approved yet.');
  await receiveGoods(ctx(), id, { lines: [{ lineNo: 1, quantity: 5 }], deliveryNote: 'DN-7' });
  const [receipt] = await listReceipts(ctx(), id);
  const goods = await downloadReceipt(ctx(), receipt!.id);
  expect(goods.filename).toBe(`${receipt!.receiptId}.pdf`);
  const printed = textOf(goods);
  for (const part of [
    'Goods receipt',
    poNumber,
    'DN-7',
    'Wi-Fi router',
    '$362.50',
    'Delivered for',
  ])
    expect(printed).toContain(part);
});

test('names in any script and large sums in pounds are printed whole', async () => {
  const supplier = await createSupplier(ctx(), { name: 'شركة النيل' });
  const items = [{ description: 'Ŋɔc de wël', quantity: 100_000, unitPrice: cents(10_000_01) }];
  const { id } = await createOrder(ctx(), {
    supplierId: supplier.id,
    currency: 'SSP',
    expectedDelivery: isoDate('2026-12-01'),
    items,
  });
  const { body } = await downloadOrder(ctx(), id);
  const { text } = readPdf(body as Buffer);
  // The last of the sums, in one line; it broke behind 'SSP'.
  expect(text).toMatch(/Total\s*SSP 1,000,001,000/);
  expect(text).not.toContain('\uFFFD');
  // Once as the addressee and once below the line to sign on.
  const letters = text.match(/[\p{Script=Arabic}]+/gu) ?? [];
  expect(letters.length).toBeGreaterThanOrEqual(4);
});
