import { sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { type NewAdjustment, equipment } from '../queries.ts';
import type { EquipmentRecord } from '../rules.ts';
import type { ItemKey } from './rules.ts';

/** The advisory lock of imports of items and counts, next to that of the safe. */
const IMPORT_LOCK = 4_108;

/** Lets one import at a time judge what is there, until the end of the transaction. */
export async function lockImports(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK}::int, 0)`.execute(db);
}

/** The names by which all items are found. */
export function findKeys(db: Db): Promise<ItemKey[]> {
  return db
    .selectFrom('equipment')
    .select(['id', 'equipment_id as equipmentId', 'name', 'sku_key as skuKey'])
    .orderBy('id')
    .execute();
}

/** These items without a lock, for a preview. */
export async function findItems(db: Db, ids: readonly number[]): Promise<EquipmentRecord[]> {
  const { rows } = await sql<EquipmentRecord>`select ${equipment.listText('e')}
    from ${eachId(ids)} cross join lateral ${byKey('equipment', 'id', 'k.id')} e`.execute(db);
  return rows;
}

export interface Category {
  id: number;
  name: string;
  key: string;
}

export function findCategories(db: Db): Promise<Category[]> {
  return db.selectFrom('equipment_categories').select(['id', 'name', 'name_key as key']).execute();
}

export function insertCategories(db: Db, names: readonly string[]): Promise<Category[]> {
  return insertRows<string, Category>(
    db,
    'equipment_categories',
    names,
    { name: ['text', (name) => name], name_key: ['text', (name) => searchKey(name)] },
    sql`returning id, name, name_key as key`,
  );
}

export interface StockFacts {
  equipmentId: number;
  openedQuantity: number;
  openedValue: Cents;
  hasOtherMoves: boolean;
  lastDate: IsoDate;
}

/** What the moves of these items say; items without a move are missing. */
export async function findStock(db: Db, ids: readonly number[]): Promise<StockFacts[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StockFacts>`
    select m.equipment_id as "equipmentId",
      coalesce(sum(m.quantity) filter (where m.kind = 'opening'), 0)::int as "openedQuantity",
      coalesce(sum(m.value_cents) filter (where m.kind = 'opening'), 0)::bigint as "openedValue",
      bool_or(m.kind <> 'opening') as "hasOtherMoves", max(m.move_date) as "lastDate"
    from ${eachId(ids)} cross join lateral ${byKey('stock_moves', 'equipment_id', 'k.id')} m
    group by m.equipment_id`.execute(db);
  return rows;
}

/** Adjustments in one statement; answers their ids in the same order. */
export async function insertAdjustments(db: Db, rows: readonly NewAdjustment[]): Promise<number[]> {
  const added = await insertRows<NewAdjustment, { id: number }>(
    db,
    'stock_adjustments',
    rows,
    {
      equipment_id: ['bigint', (row) => row.equipmentId],
      adjustment_date: ['date', (row) => row.date],
      quantity: ['int', (row) => row.quantity],
      unit_cost_cents: ['bigint', (row) => row.unitCostUsd],
      is_opening: ['boolean', (row) => row.isOpening],
      reason: ['text', (row) => row.reason],
      created_at: ['timestamptz', (row) => row.at],
      created_by: ['text', (row) => row.by],
    },
    sql`returning id`,
  );
  return added.map(({ id }) => id);
}

export interface OpeningMove {
  /** The adjustment that made it. */
  id: number;
  equipmentId: number;
  equipmentNumber: string;
  date: IsoDate;
  quantity: number;
  value: Cents;
  /** The item has not moved since, and the opening was not taken back. */
  isLast: boolean;
}

/** The moves of opening stock by the adjustments that made them. Their levels are locked before. */
export async function findOpenings(db: Db, ids: readonly number[]): Promise<OpeningMove[]> {
  const { rows } = await sql<OpeningMove>`
    select a.id, e.id as "equipmentId", e.equipment_id as "equipmentNumber", m.move_date as date, m.quantity, m.value_cents as value,
      not exists (select from stock_moves o where o.equipment_id = m.equipment_id and o.id > m.id) as "isLast"
    from ${eachId(ids)} cross join lateral ${byKey('stock_adjustments', 'id', 'k.id')} a
    cross join lateral ${byKey('equipment', 'id', 'a.equipment_id')} e
    cross join lateral (
      select * from stock_moves where source = 'stock.opening' and source_id = a.id and revision = 1 offset 0) m
    order by a.id`.execute(db);
  return rows;
}

/** The items of adjustments. */
export async function findAdjusted(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.equipment_id as id
    from ${eachId(ids)} cross join lateral ${byKey('stock_adjustments', 'id', 'k.id')} a order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locks items against every record that is about to name them. */
export async function lockForUndo(db: Db, ids: readonly number[]): Promise<EquipmentRecord[]> {
  const { rows } = await sql<EquipmentRecord>`select ${equipment.listText('e')} from equipment e
    where e.id = any(${arrayOf('bigint', ids)}) order by e.id for update`.execute(db);
  return rows;
}

export async function removeItems(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from equipment where id = any(${arrayOf('bigint', ids)})`.execute(db);
}

/** Removes those of these categories that no item has; answers how many. */
export async function removeCategories(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    delete from equipment_categories c where c.id = any(${arrayOf('bigint', ids)})
      and not exists (select from equipment e where e.category_id = c.id) returning c.id`.execute(
    db,
  );
  return rows.length;
}
