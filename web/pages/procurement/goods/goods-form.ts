import { dateText } from '@nimule/core/kernel/dates';
import type { Cents } from '@nimule/core/kernel/money';
import { optionalText, wholeNumber } from '@nimule/core/kernel/text';
import type { PurchaseOrder } from '@nimule/core/procurement/orders/schema';
import { toUsd } from '@nimule/core/procurement/rules';
import { z } from 'zod';
import { box, filledBox } from '../../../ui/form/text-box.ts';
import { today } from '../../../ui/today.ts';

export type GoodsKind = 'receipt' | 'return';
type Line = PurchaseOrder['items'][number];

/** What of a line may still come, or go back: billed goods do not. */
function possibleOf(line: Line, kind: GoodsKind): number {
  return kind === 'receipt'
    ? line.quantity - line.receivedQuantity
    : line.receivedQuantity - line.billedQuantity;
}

/** One serial number per line; a MAC address may follow it after a comma. */
export function unitsIn(text: string): { serial: string; macAddress?: string }[] {
  return text
    .split('\n')
    .map((row) => row.split(',', 2).map((part) => part.trim()))
    .flatMap(([serial = '', macAddress = '']) =>
      serial === '' ? [] : [{ serial, ...(macAddress === '' ? {} : { macAddress }) }],
    );
}

const goodsLine = z.object({
  lineNo: z.number(),
  most: z.number(),
  isSerialised: z.boolean(),
  quantity: box(wholeNumber('The quantity', 0, 1_000_000)),
  units: z.string().max(100_000, 'These are too many serial numbers.'),
});
type GoodsLine = z.output<typeof goodsLine>;

function problemOf(line: GoodsLine, kind: GoodsKind): [field: string, message: string] | undefined {
  const quantity = Number(line.quantity);
  if (quantity > line.most)
    return [
      'quantity',
      kind === 'receipt'
        ? `At most ${line.most} are still to come.`
        : `At most ${line.most} can go back.`,
    ];
  if (!line.isSerialised || quantity === 0) return undefined;
  const units = unitsIn(line.units).length;
  if (units === quantity) return undefined;
  return ['units', `Enter ${quantity} serial numbers, one per line; there are ${units}.`];
}

/** Goods that came or went back: quantities within the order, one serial number for each unit that has one. */
export function goodsForm(kind: GoodsKind) {
  return z
    .object({
      lines: z.array(goodsLine),
      date: filledBox(dateText),
      deliveryNote: box(optionalText('The delivery note', 100)),
      notes: z.string().max(2000, 'The notes are too long: at most 2000 characters.'),
      takesCosts: z.union([z.boolean(), z.string()]),
    })
    .superRefine(({ lines }, ctx) => {
      for (const [place, line] of lines.entries()) {
        const [field, message] = problemOf(line, kind) ?? [];
        if (field)
          ctx.addIssue({ code: 'custom', path: ['lines', place, field], message: message! });
      }
      if (lines.some(({ quantity }) => Number(quantity) > 0)) return;
      const message = kind === 'receipt' ? 'Enter what came.' : 'Enter what goes back.';
      ctx.addIssue({ code: 'custom', path: ['lines', 0, 'quantity'], message });
    });
}
export type GoodsValues = z.input<ReturnType<typeof goodsForm>>;

/** All that is still to come is proposed; of a return nothing. */
export function goodsValues({ items }: PurchaseOrder, kind: GoodsKind): GoodsValues {
  return {
    lines: items
      .filter((line) => possibleOf(line, kind) > 0)
      .map((line) => ({
        lineNo: line.lineNo,
        most: possibleOf(line, kind),
        isSerialised: line.isSerialised,
        quantity: kind === 'receipt' ? String(possibleOf(line, kind)) : '',
        units: '',
      })),
    ...{ date: today(), deliveryNote: '', notes: '', takesCosts: '' },
  };
}

interface CostChange {
  equipmentId: number;
  description: string;
  listCostUsd: Cents;
  orderCostUsd: Cents;
}

/** The equipment that came at another cost than that of the equipment list. */
export function costChanges(
  lines: readonly Pick<GoodsLine, 'lineNo' | 'quantity'>[],
  order: PurchaseOrder,
): CostChange[] {
  const came = new Set(
    lines.filter(({ quantity }) => Number(quantity) > 0).map(({ lineNo }) => lineNo),
  );
  const found = new Map<number, CostChange>();
  for (const { lineNo, equipmentId, description, listCostUsd, unitPrice } of order.items) {
    if (equipmentId === null || listCostUsd === null || !came.has(lineNo)) continue;
    // Of several lines of an item the server takes the first.
    if (found.has(equipmentId)) continue;
    const orderCostUsd = toUsd(unitPrice, order);
    found.set(equipmentId, { equipmentId, description, listCostUsd, orderCostUsd });
  }
  return [...found.values()].filter(
    ({ listCostUsd, orderCostUsd }) => listCostUsd !== orderCostUsd,
  );
}

/** What is sent; costs are taken over of the equipment that came at another one. */
export function goodsBody(values: GoodsValues, kind: GoodsKind, order: PurchaseOrder) {
  const moved = values.lines.filter(({ quantity }) => Number(quantity) > 0);
  const takesCosts = values.takesCosts === true || values.takesCosts === 'true';
  const costs = costChanges(moved, order).map(({ equipmentId }) => equipmentId);
  return {
    kind,
    date: values.date,
    deliveryNote: values.deliveryNote,
    notes: values.notes,
    lines: moved.map(({ lineNo, quantity, isSerialised, units }) => ({
      lineNo,
      quantity,
      ...(isSerialised && { units: unitsIn(units) }),
    })),
    ...(takesCosts && kind === 'receipt' && costs.length > 0 && { updateCosts: costs }),
    version: order.version,
  };
}
