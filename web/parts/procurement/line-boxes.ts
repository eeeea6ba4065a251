import { dateText } from '@nimule/core/kernel/dates';
import { addCents, type Cents, type Currency, toDecimal, ZERO } from '@nimule/core/kernel/money';
import { requiredText, wholeNumber } from '@nimule/core/kernel/text';
import { type PurchaseOrder, priceInEither } from '@nimule/core/procurement/orders/schema';
import type { Requisition } from '@nimule/core/procurement/requisitions/schema';
import { z } from 'zod';
import { box, filledBox } from '../../ui/form/text-box.ts';
import { lineTotal } from './line-words.ts';

/** seeds/002 5. */
export const NO_DATE = 'Please select expected delivery date';
export const NO_ITEM = 'Please add at least one valid item';
const MAX_LINES = 200;

/** The expected delivery, with the message of the specification. */
export const deliveryBox = filledBox(dateText, NO_DATE);

const description = requiredText('The description', 500);

/** The boxes of a line of a requisition or an order. */
const boxes = {
  /** Id and label of an item of equipment; blank for a line with an account. */
  equipmentId: z.string(),
  equipment: z.string(),
  accountCode: z.string(),
  description: filledBox(description),
  quantity: filledBox(wholeNumber('The quantity', 1, 1_000_000)),
  price: box(priceInEither),
  received: box(wholeNumber('The received quantity', 0, 1_000_000)),
};
export const lineBoxes = z.object(boxes);
export type LineBoxes = z.output<typeof lineBoxes>;

/** Lines that are all complete. */
export const lines = z.array(lineBoxes).min(1, NO_ITEM).max(MAX_LINES);

/** The lines of an order: what is no stock item has an account (decision 87). */
export const linesOfOrder = lines.superRefine((all, ctx) => {
  for (const [place, { equipmentId, accountCode }] of all.entries()) {
    if (equipmentId !== '' || accountCode !== '') continue;
    const message = 'Choose a stock item or an account.';
    ctx.addIssue({ code: 'custom', path: [place, 'accountCode'], message });
  }
});

/** Lines of which blank ones are left out, as long as one is complete. */
export const someLines = z
  .array(z.object({ ...boxes, description: z.string() }))
  .max(MAX_LINES)
  .superRefine((all, ctx) => {
    const used = filledLines(all);
    if (used.length === 0)
      ctx.addIssue({ code: 'custom', path: [0, 'description'], message: NO_ITEM });
    for (const [place, line] of all.entries()) {
      if (!used.includes(line)) continue;
      const read = z.safeDecode(description, line.description);
      const message = read.success ? undefined : read.error.issues[0]?.message;
      if (message) ctx.addIssue({ code: 'custom', path: [place, 'description'], message });
    }
  });

/** Lines in which something is described, or priced. */
export function filledLines<T extends Pick<LineBoxes, 'description' | 'equipmentId' | 'price'>>(
  all: readonly T[],
): T[] {
  return all.filter((line) =>
    [line.description, line.equipmentId, line.price].some((text) => text.trim() !== ''),
  );
}

export const EMPTY_LINE: LineBoxes = {
  equipmentId: '',
  equipment: '',
  accountCode: '',
  description: '',
  quantity: '1',
  price: '',
  received: '',
};

const idText = (id: number | null) => (id === null ? '' : String(id));
const priceText = (price: Cents) => (price === ZERO ? '' : toDecimal(price));

/** The boxes of a requisition's lines; the price is the unit cost, converted to the currency of an order. */
export function boxesOfRequisition(
  { items }: Pick<Requisition, 'items'>,
  priceOf: (unitCostUsd: Cents) => Cents = (cost) => cost,
): LineBoxes[] {
  return items.map(({ equipmentId, description: text, quantity, unitCostUsd }) => ({
    ...EMPTY_LINE,
    equipmentId: idText(equipmentId),
    equipment: equipmentId === null ? '' : text,
    description: text,
    quantity: String(quantity),
    price: priceText(priceOf(unitCostUsd)),
  }));
}

export function boxesOfOrder({ items }: Pick<PurchaseOrder, 'items'>): LineBoxes[] {
  return items.map((line) => ({
    equipmentId: idText(line.equipmentId),
    equipment: line.equipmentId === null ? '' : line.equipmentNumber,
    accountCode: line.accountCode ?? '',
    description: line.description,
    quantity: String(line.quantity),
    price: toDecimal(line.unitPrice),
    received: String(line.receivedQuantity),
  }));
}

const idOf = (text: string) => (text === '' ? null : Number(text));
const priceOf = (text: string) => (text.trim() === '' ? '0' : text);

/** The lines of a requisition as they are sent. */
export function requisitionLines(all: readonly LineBoxes[]) {
  return filledLines(all).map(({ equipmentId, description: text, quantity, price }) => ({
    equipmentId: idOf(equipmentId),
    description: text,
    quantity,
    unitCostUsd: priceOf(price),
  }));
}

/** The lines of an order as they are sent. */
export function orderLines(all: readonly LineBoxes[], { received = false } = {}) {
  return all.map((line) => ({
    equipmentId: idOf(line.equipmentId),
    ...(line.equipmentId === '' && line.accountCode !== '' && { accountCode: line.accountCode }),
    description: line.description,
    quantity: line.quantity,
    unitPrice: priceOf(line.price),
    ...(received && { receivedQuantity: line.received.trim() === '' ? '0' : line.received }),
  }));
}

export function totalOf(all: readonly LineBoxes[], currency: Currency): Cents {
  return addCents(
    ...all.map(({ quantity, price }) => lineTotal(quantity, price, currency) ?? ZERO),
  );
}
