import type { z } from 'zod';
import { type Ctx, transact } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { firstDay, monthOf } from '../../kernel/dates.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Cents, usdToSsp } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { averageCost, stockLabelOf } from '../../stock/rules.ts';
import type {
  AdjustInput,
  Equipment,
  EquipmentDetail,
  EquipmentFilter,
  EquipmentInput,
  EquipmentUpdate,
  equipmentExport,
} from '../../stock/schema.ts';
import * as stock from '../../stock/service.ts';
import { adjustStock } from '../../stock/service-adjust.ts';
import { latestMoves, unitsOfEquipment } from '../../stock/service-list.ts';
import * as queries from './queries.ts';

/** Reads of equipment are here, since what is under way is in tables of procurement, above the module of stock. */
function toEquipment(row: queries.EquipmentRow, rate: Cents): Equipment {
  const { unitCostUsd, sellingPriceUsd, quantityInStock, reserved, stockValueUsd, minimumStock } =
    row;
  // A literal: adding fields to the driver's rows, or spreading them, takes twice the time of a list.
  return {
    id: row.id,
    equipmentId: row.equipmentId,
    name: row.name,
    sku: row.sku,
    categoryId: row.categoryId,
    categoryName: row.categoryName,
    brand: row.brand,
    model: row.model,
    description: row.description,
    specifications: row.specifications,
    unitCostUsd,
    unitCostSsp: usdToSsp(unitCostUsd, rate),
    markupPercentage: row.markupPoints / 100,
    sellingPriceUsd,
    sellingPriceSsp: usdToSsp(sellingPriceUsd, rate),
    quantityInStock,
    reserved,
    available: quantityInStock - reserved,
    averageCostUsd: averageCost(stockValueUsd, quantityInStock),
    stockValueUsd,
    minimumStock,
    stockLabel: stockLabelOf(quantityInStock, minimumStock),
    underWay: row.underWay,
    status: row.status,
    isSerialised: row.isSerialised,
    createdAt: row.createdAt,
    version: row.version,
  };
}

/** Equipment with its stock, by name by default; pounds at today's standard rate (decision 1). */
export async function listEquipment(ctx: Ctx, filter: EquipmentFilter): Promise<Page<Equipment>> {
  const rate = await currentRate(ctx, 'standard', ctx.today);
  const { rows, ...page } = await queries.findEquipment(ctx.db, filter);
  return { ...page, rows: rows.map((row) => toEquipment(row, rate)) };
}

/** Items read at a time by an export. */
const BATCH = 2000;

const labels = { out: 'Out of Stock', low: 'Low Stock', in: 'In Stock' } as const;

const columns: readonly Column<Equipment>[] = [
  { header: 'equipmentId', kind: 'text', value: (row) => row.equipmentId, width: 12 },
  { header: 'name', kind: 'text', value: (row) => row.name, width: 36 },
  { header: 'sku', kind: 'text', value: (row) => row.sku, width: 16 },
  { header: 'category', kind: 'text', value: (row) => row.categoryName, width: 16 },
  { header: 'brand', kind: 'text', value: (row) => row.brand, width: 16 },
  { header: 'model', kind: 'text', value: (row) => row.model, width: 20 },
  { header: 'unitCostUsd', kind: 'money', value: (row) => row.unitCostUsd },
  { header: 'markupPercentage', kind: 'number', value: (row) => row.markupPercentage },
  { header: 'sellingPriceUsd', kind: 'money', value: (row) => row.sellingPriceUsd },
  { header: 'sellingPriceSsp', kind: 'money', value: (row) => row.sellingPriceSsp },
  { header: 'quantityInStock', kind: 'integer', value: (row) => row.quantityInStock },
  { header: 'reserved', kind: 'integer', value: (row) => row.reserved },
  { header: 'available', kind: 'integer', value: (row) => row.available },
  { header: 'underWay', kind: 'integer', value: (row) => row.underWay },
  { header: 'minimumStock', kind: 'integer', value: (row) => row.minimumStock },
  { header: 'stockLabel', kind: 'text', value: (row) => labels[row.stockLabel], width: 14 },
  { header: 'averageCostUsd', kind: 'money', value: (row) => row.averageCostUsd },
  { header: 'stockValueUsd', kind: 'money', value: (row) => row.stockValueUsd },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 14 },
  { header: 'description', kind: 'text', value: (row) => row.description, width: 40 },
  { header: 'specifications', kind: 'text', value: (row) => row.specifications, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export async function exportEquipment(
  ctx: Ctx,
  query: z.output<typeof equipmentExport>,
): Promise<FileAnswer> {
  const rate = await currentRate(ctx, 'standard', ctx.today);
  const { format = 'xlsx' } = query;
  const file = { name: `equipment-${ctx.today}`, sheetName: 'Equipment', format };
  async function* rows() {
    for await (const batch of queries.streamEquipment(ctx.db, query, BATCH))
      yield batch.map((row) => toEquipment(row, rate));
  }
  return exportFile(file, columns, rows());
}

/** An item with its units and latest moves. @throws AppError notFound. */
export async function getEquipment(ctx: Ctx, id: number): Promise<EquipmentDetail> {
  const row = (await queries.getEquipment(ctx.db, id)) ?? notFound('Equipment', id);
  const rate = await currentRate(ctx, 'standard', ctx.today);
  return {
    ...toEquipment(row, rate),
    units: await unitsOfEquipment(ctx, id),
    moves: await latestMoves(ctx, id),
  };
}

/** The cards (seeds/002 3): revenue of equipment is that of this month in Juba. */
export function getEquipmentStats(ctx: Ctx): Promise<queries.EquipmentTotals> {
  return queries.getTotals(ctx.db, firstDay(monthOf(ctx.today)));
}

/** As `createEquipment` of the stock; answers the item. */
export function createEquipment(ctx: Ctx, input: EquipmentInput): Promise<EquipmentDetail> {
  return transact(ctx, async (tx) => getEquipment(tx, await stock.createEquipment(tx, input)));
}

/** As `updateEquipment` of the stock; answers the item. */
export function updateEquipment(
  ctx: Ctx,
  id: number,
  input: EquipmentUpdate,
): Promise<EquipmentDetail> {
  return transact(ctx, async (tx) => {
    await stock.updateEquipment(tx, id, input);
    return getEquipment(tx, id);
  });
}

/** As `adjustStock` of the stock; answers the item. */
export function adjust(ctx: Ctx, id: number, input: AdjustInput): Promise<EquipmentDetail> {
  return transact(ctx, async (tx) => {
    await adjustStock(tx, id, input);
    return getEquipment(tx, id);
  });
}
