import { dateText } from '@nimule/core/kernel/dates';
import { addCents, type Cents, type Currency, toDecimal, ZERO } from '@nimule/core/kernel/money';
import { requiredText, wholeNumber } from '@nimule/core/kernel/text';
import {
  orderCurrencies,
  type PurchaseOrder,
  priceInEither,
} from '@nimule/core/procurement/orders/schema';
import { z } from 'zod';
import { lineTotal } from '../../../parts/procurement/line-words.ts';
import { box, filledBox } from '../../../ui/form/text-box.ts';
import { today } from '../../../ui/today.ts';

const billLine = z.object({
  orderId: z.number(),
  orderLine: z.number(),
  /** For labels. */
  poNumber: z.string(),
  description: z.string(),
  currency: z.enum(orderCurrencies),
  /** Received and not billed. */
  most: z.number(),
  quantity: box(wholeNumber('The quantity', 0, 1_000_000)),
  unitPrice: box(priceInEither),
});
export type BillLine = z.output<typeof billLine>;

/** A bill against received order lines, all in one currency. */
export const billForm = z
  .object({
    supplierNumber: requiredText("The supplier's number", 60),
    billDate: filledBox(dateText),
    dueDate: box(dateText),
    currency: z.enum(orderCurrencies),
    notes: z.string().max(2000, 'The notes are too long: at most 2000 characters.'),
    lines: z.array(billLine),
  })
  .superRefine(({ lines, currency }, ctx) => {
    const shown = lines.map((line, place) => ({ ...line, place }));
    const ofCurrency = shown.filter((line) => line.currency === currency);
    for (const { place, quantity, most } of ofCurrency) {
      if (Number(quantity) <= most) continue;
      const message = `At most ${most} came and are not billed.`;
      ctx.addIssue({ code: 'custom', path: ['lines', place, 'quantity'], message });
    }
    const first = ofCurrency[0];
    if (!first || ofCurrency.some(({ quantity }) => Number(quantity) > 0)) return;
    const path = ['lines', first.place, 'quantity'];
    ctx.addIssue({ code: 'custom', path, message: 'Enter what the bill is for.' });
  });
export type BillValues = z.input<typeof billForm>;

/** What came of these orders and is not billed, at the orders' prices; of one order only, if it is given. */
export function linesToBill(orders: readonly PurchaseOrder[], orderId?: number): BillLine[] {
  return orders.flatMap((order) =>
    order.items
      .filter(({ receivedQuantity, billedQuantity }) => receivedQuantity > billedQuantity)
      .map((line) => {
        const most = line.receivedQuantity - line.billedQuantity;
        return {
          orderId: order.id,
          orderLine: line.lineNo,
          poNumber: order.poNumber,
          description: line.description,
          currency: order.currency,
          most,
          quantity: orderId === undefined || orderId === order.id ? String(most) : '0',
          unitPrice: toDecimal(line.unitPrice),
        };
      }),
  );
}

export function newBill(lines: BillLine[]): BillValues {
  const chosen = lines.find(({ quantity }) => quantity !== '0') ?? lines[0];
  return {
    ...{ supplierNumber: '', billDate: today(), dueDate: '', notes: '' },
    currency: chosen?.currency ?? 'USD',
    lines,
  };
}

export function billBody({ lines, currency, dueDate, ...head }: BillValues, supplierId: number) {
  return {
    supplierId,
    supplierNumber: head.supplierNumber,
    billDate: head.billDate,
    ...(dueDate.trim() === '' ? {} : { dueDate }),
    notes: head.notes,
    lines: lines
      .filter((line) => line.currency === currency && Number(line.quantity) > 0)
      .map(({ orderId, orderLine, quantity, unitPrice }) => ({
        ...{ orderId, orderLine, quantity },
        unitPrice: unitPrice.trim() === '' ? '0' : unitPrice,
      })),
  };
}

export function billTotal(lines: readonly BillLine[], currency: Currency): Cents {
  return addCents(
    ...lines
      .filter((line) => line.currency === currency)
      .map(({ quantity, unitPrice }) => lineTotal(quantity, unitPrice, currency) ?? ZERO),
  );
}
