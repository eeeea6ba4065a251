import { dateText } from '@nimule/core/kernel/dates';
import type { SalesOrderDetail } from '@nimule/core/sales/schema';
import { z } from 'zod';
import { pickedCustomer } from '../../../parts/customer-field.tsx';
import { box } from '../../../ui/form/text-box.ts';
import {
  boxesOfSale,
  checkStock,
  EMPTY_SALE_LINE,
  isBelowList,
  saleItems,
  saleLinesBox,
  stockBox,
} from './sale-lines.ts';

const fields = z.object({
  customerId: pickedCustomer,
  deliveryDate: box(dateText),
  deliveryAddress: z.string().max(500, 'The delivery address is too long: at most 500 characters.'),
  notes: z.string().max(2000, 'The notes are too long: at most 2000 characters.'),
  items: saleLinesBox,
  stock: stockBox,
  priceReason: z.string().max(500, 'The reason is too long: at most 500 characters.'),
});
export type SaleValues = z.input<typeof fields>;

/** The form of a sales order (seeds/002 5); a price below the list's needs a reason. */
export const saleForm = fields.superRefine(({ items, stock, priceReason }, ctx) => {
  checkStock(items, stock, ctx);
  if (priceReason.trim() !== '' || !items.some(isBelowList)) return;
  const message = 'A price is below the list: say why. Another person must accept it.';
  ctx.addIssue({ code: 'custom', path: ['priceReason'], message });
});

export function newSale(): SaleValues {
  return {
    ...{ customerId: '', deliveryDate: '', deliveryAddress: '', notes: '', priceReason: '' },
    items: [EMPTY_SALE_LINE],
    stock: {},
  };
}

export function valuesOfSale(sale: SalesOrderDetail): SaleValues {
  return {
    customerId: String(sale.customerId),
    deliveryDate: sale.deliveryDate ?? '',
    deliveryAddress: sale.deliveryAddress,
    notes: sale.notes,
    items: boxesOfSale(sale),
    stock: {},
    priceReason: '',
  };
}

/** What is sent. */
export function saleBody({ items, stock: _, priceReason, deliveryDate, ...values }: SaleValues) {
  return {
    ...values,
    deliveryDate: deliveryDate.trim() === '' ? null : deliveryDate,
    items: saleItems(items),
    ...(items.some(isBelowList) ? { priceReason } : {}),
  };
}
