import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { refusal } from '@nimule/fixtures/testing/ledger';
import { billOf, newSupplier, orderWithGoods } from '@nimule/fixtures/testing/procurement';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import { isoDate } from '../../kernel/dates.ts';
import { cents } from '../../kernel/money.ts';
import { updateRate } from '../../rates/service.ts';
import { createBill } from '../bills/service.ts';
import { cancelBill } from '../bills/service-decide.ts';
import {
  allocateSupplierPayment,
  createSupplierPayment,
  reverseSupplierPayment,
} from '../payments/service.ts';
import { supplierStatement, supplierStatementPdf } from './service.ts';

let app: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-21T08:00:00Z');
  ctx = contextOf(app);
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

test('a statement has bills, payments, reversals and exchange differences with the balance after each', async () => {
  await updateRate(ctx, { rate: cents(500_00), validFrom: isoDate('2026-11-10') });
  const supplierId = await newSupplier(ctx);
  const date = isoDate('2026-10-01');
  const lines = [{ quantity: 10, unitPrice: 10_000_00 }];
  const pounds = await orderWithGoods(ctx, { supplierId, currency: 'SSP', lines, date });
  const dollars = await orderWithGoods(ctx, {
    supplierId,
    lines: [{ quantity: 10, unitPrice: 10_00 }],
    date,
  });
  const bill = async (orderId: number, day: string, quantity: number, price: number) =>
    createBill(ctx, billOf(supplierId, orderId, isoDate(day), [1, quantity, price]));
  await bill(dollars, '2026-10-10', 5, 10_00);
  const inPounds = await bill(pounds, '2026-11-02', 4, 10_000_00);
  await bill(dollars, '2026-11-03', 1, 11_00);
  const wrong = await bill(dollars, '2026-11-04', 2, 10_00);
  await cancelBill(ctx, wrong.id, { reason: 'Wrong', version: undefined });
  const pay = (amount: number, currency: 'USD' | 'SSP', paymentDate: string, reference = '') =>
    createSupplierPayment(ctx, {
      supplierId,
      amount: cents(amount),
      currency,
      account: 'checking',
      paymentDate: isoDate(paymentDate),
      reference,
    });
  const advance = await pay(50_000_00, 'SSP', '2026-11-12', 'TT 12');
  await allocateSupplierPayment(ctx, advance.id, { billIds: [inPounds.id] });
  const returned = await pay(10_00, 'USD', '2026-11-15');
  await reverseSupplierPayment(ctx, returned.id, 'Returned');

  const from = isoDate('2026-11-01');
  const statement = await supplierStatement(ctx, supplierId, { from });
  expect(statement).toMatchObject({ from, to: '2026-11-21', openingUsd: 50_00, closingUsd: 30_00 });
  expect(
    statement.lines.map((line) => [
      line.date.slice(5),
      line.kind,
      line.billedUsd / 100,
      line.paidUsd / 100,
      line.balanceUsd / 100,
    ]),
  ).toEqual([
    ['11-02', 'bill', 100, 0, 150],
    ['11-04', 'bill', 20, 0, 170],
    ['11-12', 'payment', 0, 100, 70],
    ['11-15', 'payment', 0, 10, 60],
    ['11-21', 'reversal', -20, 0, 40],
    ['11-21', 'exchange', 0, 20, 20],
    ['11-21', 'reversal', 0, -10, 30],
  ]);
  const { supplier } = statement;
  expect(supplier.openUsd - supplier.advanceUsd).toBe(30_00);
  expect(await supplierStatement(ctx, supplierId, { to: isoDate('2026-10-31') })).toMatchObject({
    openingUsd: 0,
    closingUsd: 50_00,
  });

  const file = await supplierStatementPdf(ctx, supplierId, { from });
  expect(file.filename).toBe(`statement-${supplier.supplierCode}.pdf`);
  const { text } = await readPdf(file.body as Buffer);
  for (const part of ['Statement', 'We owe', 'TT 12', inPounds.billId, '$30.00'])
    expect(text.toLowerCase()).toContain(part.toLowerCase());

  const backwards = supplierStatement(ctx, supplierId, { from, to: date });
  expect(await refusal(backwards)).toMatchObject({ kind: 'invalid' });
  expect(await refusal(supplierStatement(ctx, 999_999, {}))).toMatchObject({ kind: 'notFound' });
});
