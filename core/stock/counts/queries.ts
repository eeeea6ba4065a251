import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { Cents } from '../../kernel/money.ts';
import type { StockCount, StockCountDetail } from '../schema.ts';

export interface CountRecord extends StockCount {
  createdById: number | null;
  submittedAt: Date | null;
  postedAt: Date | null;
}

export const counts = defineRecord<'stock_counts', CountRecord>('stock_counts', {
  id: 'id bigint',
  countId: 'count_id text',
  date: 'count_date date',
  status: 'status text',
  notes: 'notes text',
  items: 'items int',
  counted: 'counted int',
  differences: 'differences int',
  differenceUsd: 'difference_cents bigint',
  createdAt: 'created_at timestamptz',
  createdBy: 'created_by text',
  createdById: 'created_by_id bigint',
  submittedAt: 'submitted_at timestamptz',
  postedAt: 'posted_at timestamptz',
  postedBy: 'posted_by text',
  version: 'version int',
});

/** The latest counts, newest first. */
export function findCounts(db: Db, limit: number): Promise<CountRecord[]> {
  return db
    .selectFrom('stock_counts')
    .select(counts.list())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Inserts a line for each item that is not discontinued, or still in stock, with what is on hand. */
export async function insertLines(
  db: Db,
  countId: number,
  categoryId: number | undefined,
): Promise<number> {
  const category = categoryId === undefined ? sql`` : sql`and e.category_id = ${categoryId}`;
  const { rows } = await sql`
    insert into stock_count_lines (count_id, equipment_id, expected)
    select ${countId}::bigint, e.id, coalesce(l.on_hand, 0)
    from equipment e left join lateral ${byKey('stock_levels', 'equipment_id', 'e.id')} l on true
    where (e.status <> 'discontinued' or l.on_hand > 0) ${category}
    returning 1`.execute(db);
  return rows.length;
}

/** Inserts a line for each of these items, with what is on hand. */
export async function insertLinesOf(
  db: Db,
  countId: number,
  equipmentIds: readonly number[],
): Promise<number> {
  const { rows } = await sql`
    insert into stock_count_lines (count_id, equipment_id, expected)
    select ${countId}::bigint, k.id, coalesce(l.on_hand, 0)
    from ${eachId(equipmentIds)} left join lateral ${byKey('stock_levels', 'equipment_id', 'k.id')} l on true
    returning 1`.execute(db);
  return rows.length;
}

/** The value of a line's difference before it is posted, as `differenceValue`. */
const estimate = sql`(case when l.counted is null or l.counted = l.expected then 0
  when v.on_hand > 0 then round((l.counted - l.expected) * v.value_cents::numeric / v.on_hand)
  else greatest(0, l.counted - l.expected) * e.unit_cost_cents::numeric end)`;

const lineSource = (countId: number): RawBuilder<unknown> => sql`
  ${byKey('stock_count_lines', 'count_id', sql`${countId}::bigint`)} l
  cross join lateral ${byKey('equipment', 'id', 'l.equipment_id')} e
  left join lateral ${byKey('stock_levels', 'equipment_id', 'l.equipment_id')} v on true`;

/** The lines by category and name, with the values of their differences: as posted, or at today's average. */
export async function findLines(
  db: Db,
  { id, status }: Pick<CountRecord, 'id' | 'status'>,
): Promise<StockCountDetail['lines']> {
  const posted = sql`coalesce((select sum(m.value_cents) from stock_moves m
    where m.source = 'stock.count' and m.source_id = ${id} and m.equipment_id = l.equipment_id), 0)`;
  const value = status === 'posted' ? posted : estimate;
  const { rows } = await sql<StockCountDetail['lines'][number]>`
    select l.equipment_id as "equipmentId", e.equipment_id as "equipmentNumber", e.name, c.name as "categoryName",
      l.expected, l.counted, ${value}::bigint as "differenceUsd"
    from ${lineSource(id)} cross join lateral ${byKey('equipment_categories', 'id', 'e.category_id')} c
    order by c.name_key, e.search_text, e.id`.execute(db);
  return rows;
}

export interface Entered {
  equipmentId: number;
  counted: number | null;
}

/** The ids of the items of a count. */
export async function findItems(db: Db, countId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('stock_count_lines')
    .select('equipment_id as id')
    .where('count_id', '=', countId)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Writes quantities that differ from those entered before, with what is on hand now. Their levels are locked. */
export async function enterQuantities(
  db: Db,
  countId: number,
  lines: readonly Entered[],
): Promise<void> {
  if (lines.length === 0) return;
  const source = rowsOf(lines, {
    equipment_id: ['bigint', (line) => line.equipmentId],
    counted: ['int', (line) => line.counted],
  });
  await sql`
    update stock_count_lines l set counted = n.counted,
      expected = coalesce((select s.on_hand from stock_levels s where s.equipment_id = n.equipment_id), 0),
      after_move = coalesce((select max(m.id) from stock_moves m where m.equipment_id = n.equipment_id), 0)
    from (${source}) n
    where l.count_id = ${countId} and l.equipment_id = n.equipment_id
      and l.counted is distinct from n.counted`.execute(db);
}

interface Sums {
  items: number;
  counted: number;
  differences: number;
  differenceUsd: Cents;
}

/** The sums of a count's lines. */
export async function sumLines(db: Db, countId: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*)::int as items, count(l.counted)::int as counted,
      count(*) filter (where l.counted <> l.expected)::int as differences,
      coalesce(sum(${estimate}), 0)::bigint as "differenceUsd"
    from ${lineSource(countId)}`.execute(db);
  return rows[0]!;
}

export interface Difference {
  equipmentId: number;
  equipmentNumber: string;
  difference: number;
  unitCost: Cents;
  onHand: number;
  reserved: number;
  value: Cents;
  /** Whether the item was opened, adjusted or counted since the quantity was entered. */
  isOutdated: boolean;
  /** Serial numbers in stock. */
  serials: number;
}

/** The differences of a count by item; the levels are locked before. */
export async function findDifferences(db: Db, countId: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select l.equipment_id as "equipmentId", e.equipment_id as "equipmentNumber", l.counted - l.expected as difference,
      e.unit_cost_cents as "unitCost", coalesce(v.on_hand, 0) as "onHand", coalesce(v.reserved, 0) as reserved,
      coalesce(v.value_cents, 0) as value,
      exists (select from stock_moves m where m.equipment_id = l.equipment_id and m.id > l.after_move
        and m.kind in ('opening', 'adjustment', 'count')) as "isOutdated",
      (select count(*) from equipment_units u where u.equipment_id = l.equipment_id and u.place = 'stock')::int as serials
    from ${lineSource(countId)}
    where l.counted <> l.expected order by l.equipment_id`.execute(db);
  return rows;
}
