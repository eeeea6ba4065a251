import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
} from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import type { Page } from '../../kernel/paging.ts';
import { isSpent } from '../fragments.ts';
import { documentsOf, orders } from './queries.ts';
import type { OrderRow } from './rules.ts';
import type { OrderFilter } from './schema.ts';

const columns = sql<OrderRow>`${orders.listText('o')}, s.name as "supplierName",
  coalesce(r.requisition_id, '') as "requisitionNumber", r.total_cents as "requisitionUsd", ${documentsOf}`;
const lookUps = sql`cross join lateral ${byKey('suppliers', 'id', 'o.supplier_id')} s
  left join lateral ${byKey('requisitions', 'id', 'o.requisition_id')} r on true`;

type SortColumn = 'orderDate' | 'poNumber' | 'supplierName' | 'totalUsd' | 'expectedDelivery';

const sorts: Sorts<SortColumn> = {
  keys: {
    orderDate: 'o.order_date',
    poNumber: 'o.po_number',
    supplierName: 's.search_text',
    totalUsd: 'o.total_cents',
    expectedDelivery: 'o.expected_delivery',
  },
  unique: 'o.id',
  first: { column: 'orderDate', descending: true },
};

/** Orders whose number, or whose supplier, contains the words of a search. */
function idsFound(q: string): RawBuilder<unknown> {
  return sql`(select f.id from purchase_orders f where ${matchesSearch(sql`f.search_text`, q)}
    union select m.id from suppliers k cross join lateral ${byKey('purchase_orders', 'supplier_id', 'k.id')} m
      where ${matchesSearch(sql`k.search_text`, q)})`;
}

function found(db: Db, { status = 'all', supplierId, from, to, toBill, q }: OrderFilter) {
  let query = db
    .selectFrom('purchase_orders as o')
    .innerJoin('suppliers as s', 's.id', 'o.supplier_id');
  if (status === 'standing') query = query.where(isSpent(sql`o.status`));
  else if (status !== 'all') query = query.where('o.status', '=', status);
  if (supplierId !== undefined) query = query.where('o.supplier_id', '=', supplierId);
  if (from) query = query.where('o.order_date', '>=', from);
  if (to) query = query.where('o.order_date', '<=', to);
  if (toBill)
    query = query.where(
      sql<boolean>`exists (select 1 from purchase_order_lines l where l.order_id = o.id and l.received > l.billed)`,
    );
  return q ? query.where(sql<boolean>`o.id in ${idsFound(q)}`) : query;
}

const list: DetailedList<OrderRow, SortColumn> = {
  table: 'purchase_orders',
  alias: 'o',
  columns,
  joins: lookUps,
  sorts,
};

/** One page of the filtered list, newest first by default. */
export function findOrders(db: Db, filter: OrderFilter): Promise<Page<OrderRow>> {
  return findDetailed(db, list, found(db, filter).selectAll('o'), filter);
}

/** The whole filtered, sorted list, `size` orders at a time. */
export function streamOrders(
  db: Db,
  filter: OrderFilter,
  size: number,
): AsyncGenerator<OrderRow[]> {
  return streamDetailed(db, list, found(db, filter).selectAll('o'), { sort: filter.sort, size });
}

export async function getOrder(db: Db, id: number): Promise<OrderRow | undefined> {
  const { rows } =
    await sql<OrderRow>`select ${columns} from ${byKey('purchase_orders', 'id', sql`${id}`)} o
    ${lookUps}`.execute(db);
  return rows[0];
}

/** The id of the requisition that an order was made from; it never changes. */
export async function getRequisitionOf(db: Db, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('purchase_orders')
    .select('requisition_id as requisitionId')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.requisitionId ?? null;
}

/** At most `limit` orders whose number or supplier matches, newest first. */
export async function searchOrders(
  db: Db,
  q: string,
  limit: number,
): Promise<Pick<OrderRow, 'id' | 'poNumber' | 'supplierName' | 'status' | 'totalUsd'>[]> {
  const { rows } = await sql<
    Pick<OrderRow, 'id' | 'poNumber' | 'supplierName' | 'status' | 'totalUsd'>
  >`select o.id, o.po_number as "poNumber", s.name as "supplierName", o.status, o.total_cents as "totalUsd"
    from (select * from purchase_orders where id in ${idsFound(q)} order by id desc limit ${limit}) o
    cross join lateral ${byKey('suppliers', 'id', 'o.supplier_id')} s order by o.id desc`.execute(
    db,
  );
  return rows;
}
