import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  allOf,
  countRows,
  inBatches,
  orderOf,
  pageOf,
  type Sorts,
  withTotal,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import type { EquipmentRecord } from '../../stock/rules.ts';
import type { EquipmentFilter } from '../../stock/schema.ts';

/** An item with its stock, before what follows by rules. */
export interface EquipmentRow extends EquipmentRecord {
  categoryName: string;
  /** On hand. */
  quantityInStock: number;
  reserved: number;
  stockValueUsd: Cents;
  underWay: number;
}

/**
 * Units by item that were asked for and not yet received, of the items in `page`: lines of requisitions without an order
 * that counts, and the rest of orders that are not closed. The items are an array, so that their lines are found by index
 * whatever the planner takes their number to be.
 */
const underWay = sql.raw(`
  select equipment_id, sum(units)::int as units from (
    select rl.equipment_id, rl.quantity as units
    from (select * from requisition_lines where equipment_id = any(array(select id from page)) offset 0) rl
    cross join lateral (select * from requisitions where id = rl.requisition_id offset 0) r
    where r.status in ('pending', 'reviewed', 'approved', 'ordered') and not exists (
      select from purchase_orders o where o.requisition_id = r.id and o.status in ('pending', 'approved', 'received'))
    union all
    select ol.equipment_id, ol.quantity - ol.received
    from (select * from purchase_order_lines where equipment_id = any(array(select id from page)) and received < quantity offset 0) ol
    cross join lateral (select * from purchase_orders where id = ol.order_id offset 0) o
    where o.status in ('pending', 'approved')) lines
  group by equipment_id`);

/** As one text, which is compiled once. The look-ups are those of `byKey`. */
const columns =
  sql.raw(`e.id, e.equipment_id as "equipmentId", e.name, e.sku, e.category_id as "categoryId", c.name as "categoryName",
  e.brand, e.model, e.description, e.specifications, e.unit_cost_cents as "unitCostUsd", e.markup_points as "markupPoints",
  e.selling_price_cents as "sellingPriceUsd", e.minimum_stock as "minimumStock", e.status, e.is_serialised as "isSerialised",
  e.created_at as "createdAt", e.version, coalesce(l.on_hand, 0) as "quantityInStock", coalesce(l.reserved, 0) as reserved,
  coalesce(l.value_cents, 0) as "stockValueUsd", coalesce(u.units, 0) as "underWay"`);
const ofPage = sql`left join under_way u on u.equipment_id = e.id`;
/** For a page of items, whose number the planner knows. */
const joins = sql`left join stock_levels l on l.equipment_id = e.id join equipment_categories c on c.id = e.category_id`;
/** For the many of an export. */
const lookUps = sql`left join lateral ${byKey('stock_levels', 'equipment_id', 'e.id')} l on true
  cross join lateral ${byKey('equipment_categories', 'id', 'e.category_id')} c`;

type SortColumn = 'name' | 'equipmentId' | 'quantityInStock' | 'stockValueUsd';

/** Numbers sort by `id`, which is assigned in that order. */
const sorts: Sorts<SortColumn> = {
  keys: {
    name: 'e.search_text',
    equipmentId: 'e.id',
    quantityInStock: sql`coalesce(l.on_hand, 0)`,
    stockValueUsd: sql`coalesce(l.value_cents, 0)`,
  },
  unique: 'e.id',
  first: { column: 'name', descending: false },
  complete: ['equipmentId'],
};

/** As `stockLabelOf`. */
const labels: Record<'out' | 'low' | 'in' | 'short', RawBuilder<SqlBool>> = {
  out: sql`coalesce(l.on_hand, 0) = 0`,
  low: sql`l.on_hand between 1 and e.minimum_stock`,
  in: sql`l.on_hand > e.minimum_stock`,
  short: sql`coalesce(l.on_hand, 0) <= e.minimum_stock`,
};

function found(db: Db, { categoryId, status = 'all', stock = 'all', q }: EquipmentFilter) {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (categoryId !== undefined) conditions.push(sql`e.category_id = ${categoryId}`);
  if (status !== 'all') conditions.push(sql`e.status = ${status}`);
  if (stock !== 'all') conditions.push(labels[stock]);
  if (q) conditions.push(matchesSearch(sql`e.search_text`, q));
  return db
    .selectFrom('equipment as e')
    .leftJoin('stock_levels as l', 'l.equipment_id', 'e.id')
    .where(allOf(conditions));
}

async function rowsOf(db: Db, ids: readonly number[]): Promise<EquipmentRow[]> {
  const { rows } = await sql<EquipmentRow>`
    with page as materialized (select k.id from ${eachId(ids)}), under_way as materialized (${underWay})
    select ${columns} from page cross join lateral ${byKey('equipment', 'id', 'page.id')} e ${lookUps} ${ofPage}`.execute(
    db,
  );
  return rows;
}

/** One page of the filtered list, by name by default. */
export async function findEquipment(db: Db, filter: EquipmentFilter): Promise<Page<EquipmentRow>> {
  const page = pageOf(found(db, filter).selectAll('e'), sorts, filter);
  const { rows } = await sql<EquipmentRow>`
    with page as materialized (${page}), under_way as materialized (${underWay})
    select ${columns} from page e ${joins} ${ofPage}
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  return withTotal(rows, filter, () => countRows(found(db, filter)));
}

/** The whole filtered, sorted list, `size` items at a time. */
export async function* streamEquipment(
  db: Db,
  filter: EquipmentFilter,
  size: number,
): AsyncGenerator<EquipmentRow[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('e.id').orderBy(order).execute();
  const ids = matches.map(({ id }) => id);
  yield* inBatches(ids, size, (part) => rowsOf(db, part));
}

export async function getEquipment(db: Db, id: number): Promise<EquipmentRow | undefined> {
  return (await rowsOf(db, [id]))[0];
}

export interface EquipmentTotals {
  totalEquipment: number;
  activeEquipment: number;
  lowStockItems: number;
  totalValue: Cents;
  monthlyRevenue: Cents;
}

/** Items low in stock are the active ones at or below their minimum; revenue is that of account 4410 in the month. */
export async function getTotals(db: Db, month: IsoDate): Promise<EquipmentTotals> {
  const { rows } = await sql<EquipmentTotals>`
    select count(*)::int as "totalEquipment",
      count(*) filter (where e.status = 'active')::int as "activeEquipment",
      count(*) filter (where e.status = 'active' and coalesce(l.on_hand, 0) <= e.minimum_stock)::int as "lowStockItems",
      coalesce(sum(l.value_cents), 0)::bigint as "totalValue",
      coalesce((select sum(m.credit_cents - m.debit_cents) from account_months m
        where m.account_code = ${leaf.equipmentSales} and m.month = ${month}::date), 0)::bigint as "monthlyRevenue"
    from equipment e full join stock_levels l on l.equipment_id = e.id`.execute(db);
  return rows[0]!;
}
