import {
  type Cents,
  cents,
  formatUsd,
  MAX_AMOUNT,
  moneyNotNegative,
  parseAmount,
  toDecimal,
} from '@nimule/core/kernel/money';
import { wholeNumber } from '@nimule/core/kernel/text';
import type { SalesOrderDetail } from '@nimule/core/sales/schema';
import type { Equipment } from '@nimule/core/stock/schema';
import { z } from 'zod';
import { box, filledBox } from '../../../ui/form/text-box.ts';
import { serialsIn } from '../equipment-words.ts';

const MAX_LINES = 200;

/** The boxes of a line of a sale. */
export const saleLineBoxes = z.object({
  equipmentId: filledBox(z.string().min(1), 'Choose the equipment.'),
  /** Of the item: its name, whether its units have serial numbers, and its list price in dollars. */
  name: z.string(),
  isSerialised: z.boolean(),
  listPrice: z.string(),
  quantity: filledBox(wholeNumber('The quantity', 1, 1_000_000)),
  /** Blank: the list price. */
  price: box(moneyNotNegative),
  /** One in each line; of sales at the counter. */
  serials: z.string().max(100_000, 'These are too many serial numbers.'),
});
export type SaleLineBoxes = z.output<typeof saleLineBoxes>;

export const saleLinesBox = z
  .array(saleLineBoxes)
  .min(1, 'At least one item is needed.')
  .max(MAX_LINES, `A sale can have at most ${MAX_LINES} items.`);

/** Units that may be sold, by the id of the item; without items whose stock is not read yet. */
export const stockBox = z.record(z.string(), z.number());
export type Stock = z.output<typeof stockBox>;

export const EMPTY_SALE_LINE: SaleLineBoxes = {
  ...{ equipmentId: '', name: '', isSerialised: false, listPrice: '' },
  ...{ quantity: '1', price: '', serials: '' },
};

/** What is filled in when an item is picked. */
export function boxesOfItem({
  name,
  isSerialised,
  sellingPriceUsd,
}: Equipment): Partial<SaleLineBoxes> {
  const price = toDecimal(sellingPriceUsd);
  return { name, isSerialised, listPrice: price, price, serials: '' };
}

/** The lines of a pending order. */
export function boxesOfSale({ items }: SalesOrderDetail): SaleLineBoxes[] {
  return items.map(({ equipmentId, name, isSerialised, listPriceUsd, unitPriceUsd, quantity }) => ({
    ...{ equipmentId: String(equipmentId), name, isSerialised, serials: '' },
    ...{ listPrice: toDecimal(listPriceUsd), price: toDecimal(unitPriceUsd) },
    quantity: String(quantity),
  }));
}

function priceOf({ price, listPrice }: Pick<SaleLineBoxes, 'price' | 'listPrice'>) {
  return parseAmount(price.trim() === '' ? listPrice : price);
}

/** Quantity times price; undefined while one of them cannot be read. */
export function lineTotal(line: SaleLineBoxes): Cents | undefined {
  const quantity = Number(line.quantity.replaceAll(',', ''));
  const price = priceOf(line);
  if (line.quantity.trim() === '' || !Number.isInteger(quantity) || quantity < 0) return undefined;
  return price === undefined ? undefined : amountUpTo(quantity * price);
}

/** Undefined above the largest amount of a document. */
function amountUpTo(total: number): Cents | undefined {
  return total <= MAX_AMOUNT.USD ? cents(total) : undefined;
}

/** The sum of the lines that can be read; undefined above the largest amount of a document. */
export function totalOf(lines: readonly SaleLineBoxes[]): Cents | undefined {
  return amountUpTo(lines.reduce((sum, line) => sum + (lineTotal(line) ?? 0), 0));
}

/** Whether the price is below the list's, which another person must accept. */
export function isBelowList(line: SaleLineBoxes): boolean {
  const price = priceOf(line);
  const list = parseAmount(line.listPrice);
  return price !== undefined && list !== undefined && price < list;
}

export function listPriceText({ listPrice }: SaleLineBoxes): string {
  const price = parseAmount(listPrice);
  return price === undefined ? '' : formatUsd(price);
}

/**
 * 'Insufficient stock! Available: N' (seeds/002 5) for a line whose item is sold in a larger quantity than is available, in
 * all lines together; undefined otherwise.
 */
export function shortageOf(
  lines: readonly SaleLineBoxes[],
  stock: Stock,
  { equipmentId }: SaleLineBoxes,
): string | undefined {
  const available = stock[equipmentId];
  if (equipmentId === '' || available === undefined) return undefined;
  const wanted = lines
    .filter((line) => line.equipmentId === equipmentId)
    .reduce((sum, { quantity }) => sum + (Number(quantity.replaceAll(',', '')) || 0), 0);
  return wanted > available ? `Insufficient stock! Available: ${available}` : undefined;
}

/** Reports lines of which too little is in stock. */
export function checkStock(
  lines: readonly SaleLineBoxes[],
  stock: Stock,
  ctx: z.RefinementCtx,
): void {
  for (const [place, line] of lines.entries()) {
    const message = shortageOf(lines, stock, line);
    if (message) ctx.addIssue({ code: 'custom', path: ['items', place, 'quantity'], message });
  }
}

/** Why serial numbers do not fit the quantity; undefined if they do. */
export function serialsProblem(quantity: string, serials: string): string | undefined {
  const wanted = Number(quantity.replaceAll(',', ''));
  const entered = serialsIn(serials).length;
  if (entered === wanted) return undefined;
  return wanted === 1
    ? `Enter one serial number; there are ${entered}.`
    : `Enter ${wanted} serial numbers, one per line; there are ${entered}.`;
}

/** The lines as they are sent. */
export function saleItems(lines: readonly SaleLineBoxes[]) {
  return lines.map(({ equipmentId, quantity, price }) => ({
    equipmentId: Number(equipmentId),
    quantity,
    ...(price.trim() === '' ? {} : { unitPriceUsd: price }),
  }));
}
