import { readPdf } from '@nimule/fixtures/testing/documents/pdf-reading';
import { moveTo, newBuyer, newItem, saleLine, sell } from '@nimule/fixtures/testing/sales';
import { contextOf, createMarkedApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../context.ts';
import { closePdf } from '../../documents/pdf/pdf.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { isoDate } from '../../kernel/dates.ts';
import { returnSale } from '../orders/service-returns.ts';
import { downloadCreditNote, downloadDeliveryNote, downloadSaleInvoice } from './service.ts';

let app: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  app = await createMarkedApp('2026-11-23T08:00:00Z');
  ctx = contextOf(app);
});
afterAll(async () => {
  await closePdf();
  await app.close();
});

function textOf({ body }: FileAnswer): string {
  return readPdf(body as Buffer).text.replace(/\s+/g, ' ');
}

test('an order is printed as a pro forma, then as its invoice, with delivery note and credit note', async () => {
  const customerId = await newBuyer(ctx, 'Nile Hotel');
  const router = await newItem(ctx, { serials: ['FCW2140-A1', 'FCW2140-A2', 'FCW2140-A3'] });
  const cable = await newItem(ctx);
  const { id, orderNumber } = await sell(
    ctx,
    customerId,
    [saleLine(router, 2, 85_00), saleLine(cable, 3)],
    {
      ...{ deliveryDate: isoDate('2026-12-01'), deliveryAddress: 'Airport Road 12, Juba' },
      notes: 'Call before delivery.',
    },
  );
  const proForma = await downloadSaleInvoice(ctx, id);
  expect(proForma.filename).toBe(`pro-forma-${orderNumber}.pdf`);
  const offered = textOf(proForma);
  for (const part of [
    'PRO FORMA',
    'Nile Hotel',
    '$85.00$170.00',
    'Tax$0.00',
    'SSP 83,000',
    '$207.50',
    'this is not an invoice',
  ])
    expect(offered).toContain(part);
  expect(textOf(await downloadDeliveryNote(ctx, id))).toContain('UNITS TO DELIVER');

  await moveTo(ctx, id, 'confirmed');
  const invoice = await downloadSaleInvoice(ctx, id);
  expect(invoice.filename).toMatch(/^INV-2026-\d{6}\.pdf$/);
  expect(textOf(invoice)).not.toMatch(/pro forma/i);

  const units = [{ lineNo: 1, serials: ['FCW2140-A1', 'FCW2140-A3'] }];
  await moveTo(ctx, id, 'delivered', { units, receivedBy: 'John Deng' });
  const back = await returnSale(ctx, id, {
    lines: [
      { lineNo: 1, quantity: 1, serials: ['FCW2140-A3'] },
      { lineNo: 2, quantity: 1 },
    ],
    reason: 'Does not power on.',
  });
  const note = await downloadDeliveryNote(ctx, id);
  expect(note.filename).toBe(`delivery-note-${orderNumber}.pdf`);
  for (const part of ['FCW2140-A1, FCW2140-A3', 'Received in good order', 'John Deng'])
    expect(textOf(note)).toContain(part);
  expect(textOf(note)).not.toContain('$');

  const [made] = back.returns;
  const credit = await downloadCreditNote(ctx, made!.id);
  expect(credit.filename).toBe(`${made!.creditNote}.pdf`);
  const credited = textOf(credit);
  for (const part of [
    'Credit note',
    back.invoiceNumber,
    orderNumber,
    '$85.00',
    '$97.50',
    'Does not power on',
  ])
    expect(credited).toContain(part);
  await expect(downloadCreditNote(ctx, 999_999)).rejects.toMatchObject({ kind: 'notFound' });
});
