import { type Ctx, transact } from '../context.ts';
import { documentNumber, takeNumbers } from '../database/counters.ts';
import { actorName, authorise } from '../identity/actor.ts';
import { invalidField, notFound } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import { assertVersion } from '../kernel/versions.ts';
import { audit } from '../records/audit.ts';
import * as queries from './queries.ts';
import {
  DEFAULT_CATEGORY,
  DEFAULT_MINIMUM_STOCK,
  EQUIPMENT_COUNTER,
  EQUIPMENT_PREFIX,
  EQUIPMENT_WIDTH,
  type EquipmentRecord,
  markupPointsOf,
  nameOfEquipment,
  OPENING_REASON,
  sellingPrice,
} from './rules.ts';
import {
  type EquipmentInput,
  type EquipmentUpdate,
  equipmentCategory,
  equipment as schema,
} from './schema.ts';
import { adjustLocked, openStock } from './service-adjust.ts';

/** All categories by name. */
export function listCategories(ctx: Ctx): Promise<queries.Category[]> {
  return queries.findCategories(ctx.db);
}

/** @throws AppError conflict for a name that exists, in any case. */
export function createCategory(ctx: Ctx, name: string): Promise<queries.Category> {
  return transact(ctx, async (tx) => {
    const after = await queries.insertCategory(tx.db, name);
    await audit(tx, {
      action: 'equipmentCategory.create',
      entity: 'equipmentCategory',
      entityId: after.id,
      summary: name,
      schema: equipmentCategory,
      after,
    });
    return after;
  });
}

/** @throws AppError invalid for a category that does not exist. */
async function categoryOf(tx: Ctx, id: number | undefined): Promise<queries.Category> {
  const found = await queries.getCategory(tx.db, { id, name: DEFAULT_CATEGORY });
  return found ?? invalidField('categoryId', 'This category does not exist.');
}

type Line = { before?: EquipmentRecord; after: EquipmentRecord };

function auditEquipment(tx: Ctx, action: string, { before, after }: Line): Promise<void> {
  const shown = (row: EquipmentRecord) => ({ ...row, markupPercentage: row.markupPoints / 100 });
  const change = { ...(before ? { before: shown(before) } : {}), after: shown(after) };
  const summary = nameOfEquipment(after);
  return audit(tx, { action, entity: 'equipment', entityId: after.id, summary, schema, ...change });
}

/**
 * Adds an item with the next number EQ-001 (decision 7). A quantity is its opening stock at the unit cost, dated today
 * (1410 / 3120). Prices are US cents. Answers the id.
 * @throws AppError invalid for a category that does not exist, and wrong serial numbers; conflict for the SKU of another
 *   item; rule for a locked month.
 */
export function createEquipment(ctx: Ctx, input: EquipmentInput): Promise<number> {
  return transact(ctx, async (tx) => {
    const category = await categoryOf(tx, input.categoryId);
    const markupPoints = markupPointsOf(input.markupPercentage);
    const number = await takeNumbers(tx.db, EQUIPMENT_COUNTER);
    const after = await queries.equipment.insert(
      tx.db,
      {
        equipmentId: documentNumber(EQUIPMENT_PREFIX, number, EQUIPMENT_WIDTH),
        name: input.name,
        sku: input.sku ?? '',
        categoryId: category.id,
        brand: input.brand ?? '',
        model: input.model ?? '',
        description: input.description ?? '',
        specifications: input.specifications ?? '',
        unitCostUsd: input.unitCostUsd,
        markupPoints,
        sellingPriceUsd: sellingPrice(input.unitCostUsd, markupPoints),
        minimumStock: input.minimumStock ?? DEFAULT_MINIMUM_STOCK,
        status: input.status ?? ('active' as const),
        isSerialised: input.isSerialised ?? false,
        createdAt: tx.now,
      },
      {
        updated_at: ['timestamptz', () => tx.now],
        created_by: ['text', () => actorName(tx.actor)],
      },
    );
    await auditEquipment(tx, 'equipment.create', { after });
    const { quantityInStock: quantity = 0, serials = [], reason } = input;
    await openStock(tx, after, { quantity, serials, reason: reason || OPENING_REASON });
    return after.id;
  });
}

function changesOf(before: EquipmentRecord, input: EquipmentUpdate): Partial<EquipmentRecord> {
  const { name, sku, categoryId, brand, model, description, specifications } = input;
  const { unitCostUsd = before.unitCostUsd, markupPercentage } = input;
  const { minimumStock, status, isSerialised } = input;
  const markupPoints =
    markupPercentage === undefined ? before.markupPoints : markupPointsOf(markupPercentage);
  return {
    ...{ name, sku, categoryId, brand, model, description, specifications },
    ...{ minimumStock, status, isSerialised, unitCostUsd, markupPoints },
    sellingPriceUsd: sellingPrice(unitCostUsd, markupPoints),
  } as Partial<EquipmentRecord>;
}

async function change(
  tx: Ctx,
  before: EquipmentRecord,
  changes: Partial<EquipmentRecord>,
): Promise<EquipmentRecord> {
  const after = await queries.equipment.update(tx.db, before, changes, { updated_at: tx.now });
  await auditEquipment(tx, 'equipment.update', { before, after });
  return after;
}

/**
 * Changes the sent fields; the selling price follows cost and markup. Another quantity in stock than there is is an
 * adjustment, which needs its permission and a reason.
 * @throws AppError notFound; conflict for an outdated version and the SKU of another item; forbidden without the permission to adjust; invalid for a
 *   category that does not exist or a missing reason; otherwise as `adjustStock`.
 */
export function updateEquipment(ctx: Ctx, id: number, input: EquipmentUpdate): Promise<void> {
  return transact(ctx, async (tx) => {
    const before = (await queries.equipment.lock(tx.db, id)) ?? notFound('Equipment', id);
    assertVersion('item', before.version, input.version);
    if (input.categoryId !== undefined) await categoryOf(tx, input.categoryId);
    const after = await change(tx, before, changesOf(before, input));
    const { quantityInStock, quantityShown, reason } = input;
    if (quantityInStock === undefined || quantityInStock === quantityShown) return;
    if (quantityInStock === (await queries.getOnHand(tx.db, id))) return;
    authorise(tx.actor, 'stock.adjust');
    if (!reason) invalidField('reason', 'Say why the stock changes.');
    await adjustLocked(tx, after, { quantityInStock, quantityShown, reason });
  });
}

export interface NewCost {
  equipmentId: number;
  /** US cents. */
  unitCostUsd: Cents;
}

/** Takes over the costs of goods that came as the costs of the list; selling prices follow at the same markup. */
export async function takeOverCosts(tx: Ctx, costs: readonly NewCost[]): Promise<void> {
  if (costs.length === 0) return;
  const byId = new Map(costs.map(({ equipmentId, unitCostUsd }) => [equipmentId, unitCostUsd]));
  for (const before of await queries.equipment.lockMany(tx.db, [...byId.keys()])) {
    const unitCostUsd = byId.get(before.id)!;
    await change(tx, before, changesOf(before, { unitCostUsd }));
  }
}
