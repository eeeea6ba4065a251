import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { matchesSearch } from '../database/like.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
} from '../database/list.ts';
import { byKey } from '../database/look-up.ts';
import { defineRecord } from '../database/record.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { searchKey } from '../kernel/text.ts';
import { type EquipmentRecord, equipmentSearchText } from './rules.ts';
import type { StockMove, StockMoveFilter } from './schema.ts';

export const equipment = defineRecord<'equipment', EquipmentRecord>(
  'equipment',
  {
    id: 'id bigint',
    equipmentId: 'equipment_id text',
    name: 'name text',
    sku: 'sku text',
    categoryId: 'category_id bigint',
    brand: 'brand text',
    model: 'model text',
    description: 'description text',
    specifications: 'specifications text',
    unitCostUsd: 'unit_cost_cents bigint',
    markupPoints: 'markup_points int',
    sellingPriceUsd: 'selling_price_cents bigint',
    minimumStock: 'minimum_stock int',
    status: 'status text',
    isSerialised: 'is_serialised boolean',
    createdAt: 'created_at timestamptz',
    version: 'version int',
  },
  {
    derived: {
      search_text: ['text', equipmentSearchText],
      sku_key: ['text', ({ sku }) => searchKey(sku)],
    },
  },
);

/** At most `limit` items whose name, brand, model, number or SKU matches. */
export function searchEquipment(
  db: Db,
  q: string,
  limit: number,
): Promise<Pick<EquipmentRecord, 'id' | 'equipmentId' | 'name' | 'brand' | 'status'>[]> {
  return db
    .selectFrom('equipment as e')
    .select([
      'e.id',
      'e.equipment_id as equipmentId',
      'e.name',
      'e.brand',
      sql<EquipmentRecord['status']>`e.status`.as('status'),
    ])
    .where(matchesSearch(sql`e.search_text`, q))
    .orderBy('e.search_text')
    .orderBy('e.id')
    .limit(limit)
    .execute();
}

export interface Category {
  id: number;
  name: string;
}

/** All categories by name. */
export function findCategories(db: Db): Promise<Category[]> {
  return db.selectFrom('equipment_categories').select(['id', 'name']).orderBy('name_key').execute();
}

/** A category by its id or, without one, by its name. */
export function getCategory(
  db: Db,
  { id, name }: { id?: number | undefined; name: string },
): Promise<Category | undefined> {
  const query = db.selectFrom('equipment_categories').select(['id', 'name']);
  const found =
    id === undefined ? query.where('name_key', '=', searchKey(name)) : query.where('id', '=', id);
  return found.executeTakeFirst();
}

export function insertCategory(db: Db, name: string): Promise<Category> {
  return db
    .insertInto('equipment_categories')
    .values({ name, name_key: searchKey(name) })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();
}

export interface NewAdjustment {
  equipmentId: number;
  date: IsoDate;
  quantity: number;
  unitCostUsd: Cents;
  isOpening: boolean;
  reason: string;
  at: Date;
  by: string;
}

/** Answers the id, which is the source of the adjustment's move and entry. */
export async function insertAdjustment(db: Db, row: NewAdjustment): Promise<number> {
  const { id } = await db
    .insertInto('stock_adjustments')
    .values({
      equipment_id: row.equipmentId,
      adjustment_date: row.date,
      quantity: row.quantity,
      unit_cost_cents: row.unitCostUsd,
      is_opening: row.isOpening,
      reason: row.reason,
      created_at: row.at,
      created_by: row.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const sorts: Sorts<'date'> = {
  keys: { date: 'm.move_date' },
  unique: 'm.id',
  first: { column: 'date', descending: true },
};

/** The ids of items whose name, brand, model or number contains the words of a search. */
function equipmentFound(q: string): RawBuilder<unknown> {
  return sql`select s.id from equipment s where ${matchesSearch(sql`s.search_text`, q)}`;
}

function foundMoves(db: Db, filter: StockMoveFilter) {
  const conditions: RawBuilder<SqlBool>[] = [];
  const { equipmentId, kind = 'all', from, to, q } = filter;
  if (equipmentId !== undefined) conditions.push(sql`m.equipment_id = ${equipmentId}`);
  if (kind !== 'all') conditions.push(sql`m.kind = ${kind}`);
  if (from) conditions.push(sql`m.move_date >= ${from}::date`);
  if (to) conditions.push(sql`m.move_date <= ${to}::date`);
  if (q) conditions.push(sql`m.equipment_id in (${equipmentFound(q)})`);
  return db.selectFrom('stock_moves as m').where(allOf(conditions));
}

const moveColumns = sql<StockMove>`m.id, m.equipment_id as "equipmentId", e.equipment_id as "equipmentNumber", e.name as "equipmentName",
  m.move_date as date, m.kind, m.quantity, m.value_cents as "valueUsd", m.reserved, m.source, m.source_id as "sourceId",
  m.reference, m.note, m.created_at as "createdAt", m.created_by as "createdBy"`;

const moveList: DetailedList<StockMove, 'date'> = {
  table: 'stock_moves',
  alias: 'm',
  columns: moveColumns,
  joins: sql`join equipment e on e.id = m.equipment_id`,
  lookUps: sql`cross join lateral ${byKey('equipment', 'id', 'm.equipment_id')} e`,
  sorts,
};

/** One page of the moves, newest first by default. */
export function findMoves(db: Db, filter: StockMoveFilter): Promise<Page<StockMove>> {
  return findDetailed(db, moveList, foundMoves(db, filter).selectAll('m'), filter);
}

/** The whole filtered, sorted list, `size` moves at a time. */
export function streamMoves(
  db: Db,
  filter: StockMoveFilter,
  size: number,
): AsyncGenerator<StockMove[]> {
  return streamDetailed(db, moveList, foundMoves(db, filter).selectAll('m'), {
    sort: filter.sort,
    size,
  });
}

/** The number of units of an item whose serial numbers are in stock. */
export async function countUnitsInStock(db: Db, equipmentId: number): Promise<number> {
  const { count } = await db
    .selectFrom('equipment_units')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('equipment_id', '=', equipmentId)
    .where('place', '=', 'stock')
    .executeTakeFirstOrThrow();
  return count;
}

/** Units on hand of an item, without a lock. */
export async function getOnHand(db: Db, equipmentId: number): Promise<number> {
  const row = await db
    .selectFrom('stock_levels')
    .select('on_hand as onHand')
    .where('equipment_id', '=', equipmentId)
    .executeTakeFirst();
  return row?.onHand ?? 0;
}
