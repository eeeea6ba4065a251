import { post } from '../accounting/service-post.ts';
import { type Ctx, transact } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { assertDateAllowed, type IsoDate } from '../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../kernel/errors.ts';
import { type Cents, cents, scaleCents } from '../kernel/money.ts';
import { assertVersion } from '../kernel/versions.ts';
import { audit } from '../records/audit.ts';
import { adjustmentPosted, openingPosted } from './postings.ts';
import * as queries from './queries.ts';
import { lockLevels } from './queries-moves.ts';
import { averageCost, type EquipmentRecord, nameOfEquipment, valueProblem } from './rules.ts';
import { EMPTY_LEVEL, type Level } from './rules-moves.ts';
import type { AdjustInput } from './schema.ts';
import { moveStock } from './service-moves.ts';
import { moveUnits, receiveUnits } from './service-units.ts';

interface Change {
  isOpening: boolean;
  date: IsoDate;
  quantity: number;
  /** US cents of all units added; the average takes its place for units taken out. */
  value?: Cents;
  unitCost: Cents;
  reason: string;
}

interface Document {
  source: string;
  sourceId: number;
}

/** Moves and posts a change of an item's stock with a line of the audit log; `moveSerials` moves its serial numbers. */
async function change(
  tx: Ctx,
  item: EquipmentRecord,
  made: Change,
  moveSerials: (document: Document) => Promise<void>,
): Promise<void> {
  const { isOpening, date, quantity, value, unitCost, reason } = made;
  const id = await queries.insertAdjustment(tx.db, {
    equipmentId: item.id,
    unitCostUsd: unitCost,
    ...{ date, quantity, isOpening, reason, at: tx.now, by: actorName(tx.actor) },
  });
  const source = isOpening ? 'stock.opening' : 'stock.adjustment';
  await moveSerials({ source, sourceId: id });
  const [move] = await moveStock(tx, [
    {
      equipmentId: item.id,
      kind: isOpening ? 'opening' : 'adjustment',
      ...{ date, quantity, valueUsd: value, source, sourceId: id },
      reference: item.equipmentId,
      note: reason,
    },
  ]);
  await audit(tx, {
    action: isOpening ? 'stock.open' : 'stock.adjust',
    entity: 'equipment',
    entityId: item.id,
    summary: `${nameOfEquipment(item)}: ${quantity > 0 ? '+' : ''}${quantity}`,
    facts: { quantity, date, reason },
  });
  const description = `${isOpening ? 'Opening stock' : 'Stock adjustment'} ${item.equipmentId}: ${reason}`;
  const document = { id, date, description, reference: item.equipmentId };
  const posted = isOpening ? openingPosted : adjustmentPosted;
  await post(tx, posted(document, move!.valueUsd));
}

interface Opening {
  quantity: number;
  serials: readonly string[];
  reason: string;
}

/** The opening stock of a new item at its list cost, dated today: 1410 / 3120. */
export async function openStock(
  tx: Ctx,
  item: EquipmentRecord,
  { quantity, serials, reason }: Opening,
): Promise<void> {
  if (quantity === 0) {
    if (serials.length > 0) tooManySerials();
    return;
  }
  const problem = valueProblem(quantity, item.unitCostUsd);
  if (problem) invalidField('quantityInStock', problem);
  assertSerials(item, serials);
  if (serials.length > quantity) tooManySerials();
  const value = cents(quantity * item.unitCostUsd);
  const made = { isOpening: true, date: tx.today, quantity, value, reason };
  const unitCost = item.unitCostUsd;
  const units = unitsOf(item, serials);
  await change(tx, item, { ...made, unitCost }, (document) => receiveUnits(tx, units, document));
}

function unitsOf({ id }: EquipmentRecord, serials: readonly string[]) {
  return serials.map((serial) => ({ equipmentId: id, serial }));
}

function assertSerials({ isSerialised }: EquipmentRecord, serials: readonly string[]): void {
  if (serials.length > 0 && !isSerialised)
    invalidField('serials', 'The units of this item have no serial numbers.');
}

function tooManySerials(): never {
  invalidField('serials', 'There are more serial numbers than units in stock.');
}

/** Takes serial numbers in, or takes those that are gone out, so that there are never more of them than units. */
async function adjustUnits(
  tx: Ctx,
  item: EquipmentRecord,
  onHand: number,
  quantity: number,
  serials: readonly string[],
  document: Document,
): Promise<void> {
  if (!item.isSerialised) return assertSerials(item, serials);
  const known = await queries.countUnitsInStock(tx.db, item.id);
  const after = onHand + quantity;
  if (quantity >= 0) {
    if (known + serials.length > after) tooManySerials();
    return receiveUnits(tx, unitsOf(item, serials), document);
  }
  if (serials.length > -quantity)
    invalidField('serials', 'There are more serial numbers than units taken out.');
  const missing = known - serials.length - after;
  if (missing > 0) {
    const message = `Name the serial numbers of the units that are gone: ${serials.length + missing} of them were in stock.`;
    invalidField('serials', message);
  }
  await moveUnits(tx, { units: unitsOf(item, serials), from: 'stock', to: 'lost', ...document });
}

/** The value of units added in US cents: at the cost given, or the average, or the list's. */
function valueOfAdded(
  item: EquipmentRecord,
  { onHand, value }: Level,
  quantity: number,
  unitCost: Cents | undefined,
): Cents {
  if (unitCost === undefined && onHand > 0) return scaleCents(value, quantity, onHand);
  const cost = unitCost ?? item.unitCostUsd;
  const problem = valueProblem(quantity, cost);
  if (problem) invalidField('quantityInStock', problem);
  return cents(quantity * cost);
}

type Adjustment = Omit<AdjustInput, 'version'>;

/** Sets what is on hand of a locked item; nothing where nothing differs. See `adjustStock`. */
export async function adjustLocked(
  tx: Ctx,
  item: EquipmentRecord,
  {
    quantityInStock,
    quantityShown,
    unitCostUsd,
    date = tx.today,
    serials = [],
    reason,
  }: Adjustment,
): Promise<void> {
  assertDateAllowed('date', date, tx.today);
  if (date > tx.today) invalidField('date', 'Stock cannot be adjusted on a day to come.');
  const level = (await lockLevels(tx.db, [item.id])).get(item.id) ?? EMPTY_LEVEL;
  if (quantityShown !== undefined && quantityShown !== level.onHand) {
    const message = `The stock of ${item.equipmentId} has changed to ${level.onHand} in the meantime. Reload it and try again.`;
    conflicts('stock.moved', message);
  }
  const quantity = quantityInStock - level.onHand;
  if (-quantity > level.onHand - level.reserved) {
    const message = `${level.reserved} units of ${item.equipmentId} are reserved: its stock cannot be lower.`;
    breaksRule('stock.reserved', message, { quantityInStock: message });
  }
  const moveSerials = (document: Document) =>
    adjustUnits(tx, item, level.onHand, quantity, serials, document);
  // Serial numbers alone, of units that were in stock without them.
  if (quantity === 0) return moveSerials({ source: 'equipment', sourceId: item.id });
  const value = quantity > 0 ? valueOfAdded(item, level, quantity, unitCostUsd) : undefined;
  const unitCost =
    value === undefined ? averageCost(level.value, level.onHand)! : scaleCents(value, 1, quantity);
  const made = { isOpening: false, date, quantity, unitCost, reason };
  await change(tx, item, value === undefined ? made : { ...made, value }, moveSerials);
}

/**
 * Sets what is on hand of an item; the difference is moved and posted with its reason: more 1410 / 5230, less 5230 / 1410
 * at the moving average.
 * @throws AppError notFound; conflict for an outdated version, or stock that moved since the form was read; rule for units
 *   that are reserved, a date before the item's last move, a locked month; invalid for a future date or wrong serial numbers.
 */
export function adjustStock(ctx: Ctx, id: number, input: AdjustInput): Promise<void> {
  return transact(ctx, async (tx) => {
    const item = (await queries.equipment.lock(tx.db, id)) ?? notFound('Equipment', id);
    assertVersion('item', item.version, input.version);
    await adjustLocked(tx, item, input);
  });
}
