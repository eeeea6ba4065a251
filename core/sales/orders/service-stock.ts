import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import { oneLine } from '../../kernel/text.ts';
import {
  type HeldStock,
  lockStockOf,
  type MoveInput,
  moveStock,
  moveUnits,
} from '../../stock/service-moves.ts';
import * as queries from './queries.ts';
import { type LockedSale, type ReadLine, unitsByItem } from './rules.ts';

type Reserving = Pick<LockedSale, 'id' | 'orderNumber' | 'customerName'>;
type Units = readonly Pick<ReadLine, 'equipmentId' | 'quantity'>[];

interface Reservation {
  sale: Reserving;
  /** The order's version after the change, by which moves of the same order differ. */
  revision: number;
  /** The lines whose units are reserved now, and those whose units are to be. */
  before: Units;
  after: Units;
  /** The stock of all these items. */
  held: HeldStock;
}

/**
 * Moves the reservation of an order from some lines to others, item by item; what differs of an item is released and
 * reserved anew, so that a refusal names all that is available for the order.
 * @throws AppError rule 'Insufficient stock! Available: N' (seeds/002 5).
 */
export async function reserve(
  tx: Ctx,
  { sale, revision, before, after, held: stock }: Reservation,
): Promise<void> {
  const [held, wanted] = [unitsByItem(before), unitsByItem(after)];
  const ids = [...new Set([...held.keys(), ...wanted.keys()])].sort((a, b) => a - b);
  const moves: MoveInput[] = [];
  const move = (equipmentId: number, kind: 'reserve' | 'release', reserved: number) =>
    moves.push({
      ...{ equipmentId, kind, reserved, quantity: 0, date: tx.today },
      ...{ source: 'sales.order', sourceId: sale.id, revision },
      reference: sale.orderNumber,
      note: sale.customerName,
    });
  for (const id of ids) {
    const [old, units] = [held.get(id) ?? 0, wanted.get(id) ?? 0];
    if (old === units) continue;
    if (old > 0) move(id, 'release', -old);
    if (units > 0) move(id, 'reserve', units);
  }
  await moveStock(tx, moves, stock);
}

/** Locks the stock of the items of lines, before numbers are taken. */
export function lockItems(
  tx: Ctx,
  lines: readonly Pick<ReadLine, 'equipmentId' | 'equipmentNumber'>[],
): Promise<HeldStock> {
  return lockStockOf(tx, lines);
}

/** Serial numbers of units of a line. */
export interface LineUnits {
  lineNo: number;
  serials: readonly string[];
}

/** Why serial numbers do not fit to units of a line; undefined if they do. */
export function serialsProblem(
  { description, isSerialised }: Pick<ReadLine, 'description' | 'isSerialised'>,
  quantity: number,
  serials: readonly string[],
): string | undefined {
  if (!isSerialised)
    return serials.length > 0 ? `${description} has no serial numbers.` : undefined;
  if (serials.length === quantity) return undefined;
  return `Enter ${quantity === 1 ? 'the serial number' : `the ${quantity} serial numbers`} of ${description}.`;
}

/** The serial numbers of each line. @throws AppError invalid for too few or too many, and lines that the order lacks. */
function serialsOf(
  { orderNumber, lines }: LockedSale,
  units: readonly LineUnits[],
  fieldOf: (lineNo: number) => string,
): Map<number, readonly string[]> {
  const byLine = new Map<number, readonly string[]>();
  for (const { lineNo, serials } of units) {
    if (!lines.some((line) => line.lineNo === lineNo))
      invalidField('units', `${orderNumber} has no line ${lineNo}.`);
    if (byLine.has(lineNo)) invalidField(fieldOf(lineNo), `Line ${lineNo} is named twice.`);
    byLine.set(lineNo, serials.map(oneLine));
  }
  for (const line of lines) {
    const problem = serialsProblem(line, line.quantity, byLine.get(line.lineNo) ?? []);
    if (problem) invalidField(fieldOf(line.lineNo), problem);
  }
  return byLine;
}

interface Delivery {
  units: readonly LineUnits[];
  /** Whether the goods are reserved for the order. */
  isReserved: boolean;
  /** The stock of the items, if it is locked already. */
  held?: HeldStock | undefined;
  fieldOf(lineNo: number): string;
}

/**
 * Takes the goods of an order out of stock at the moving average, and releases their reservation in the same moves; units
 * with serial numbers are the customer's now. Answers the lines as they are then, and their cost in US cents, which the
 * caller posts.
 * @throws AppError invalid for missing or wrong serial numbers; rule for too little in stock, and units that are elsewhere.
 */
export async function takeOut(
  tx: Ctx,
  sale: LockedSale,
  { units, isReserved, fieldOf, held }: Delivery,
): Promise<{ lines: ReadLine[]; costUsd: Cents }> {
  const serials = serialsOf(sale, units, fieldOf);
  const moved = await moveStock(
    tx,
    sale.lines.map(
      ({ equipmentId, lineNo, quantity }): MoveInput => ({
        ...{ equipmentId, lineNo, date: tx.today, kind: 'sale', quantity: -quantity },
        reserved: isReserved ? -quantity : 0,
        ...{ source: 'sales.delivery', sourceId: sale.id },
        reference: sale.orderNumber,
        note: sale.customerName,
      }),
    ),
    held ?? (await lockItems(tx, sale.lines)),
  );
  const costs = new Map(moved.map(({ lineNo, valueUsd }) => [lineNo, cents(0 - valueUsd)]));
  const lines = sale.lines.map((line) => ({
    ...line,
    costUsd: costs.get(line.lineNo)!,
    serials: serials.get(line.lineNo) ?? [],
  }));
  await moveUnits(tx, {
    units: lines.flatMap(({ equipmentId, serials: own }) =>
      own.map((serial) => ({ equipmentId, serial })),
    ),
    ...{ from: 'stock', to: 'sold', customerId: sale.customerId },
    ...{ source: 'sales.delivery', sourceId: sale.id },
  });
  await queries.updateDelivered(tx.db, sale.id, lines);
  const costUsd = cents(lines.reduce((sum, line) => sum + line.costUsd, 0));
  return { lines, costUsd };
}
