import { type RawBuilder, sql } from 'kysely';
import { type Columns, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import {
  type OrderOfRequisition,
  type RequisitionLineRecord,
  type RequisitionRecord,
  type RequisitionRow,
  requisitionSearchText,
} from './rules.ts';
import type { RequisitionFilter } from './schema.ts';

export const requisitions = defineRecord<'requisitions', RequisitionRecord>(
  'requisitions',
  {
    id: 'id bigint',
    requisitionId: 'requisition_id text',
    requestedBy: 'requested_by text',
    requestedById: 'requested_by_id bigint',
    changedBy: 'changed_by text',
    changedById: 'changed_by_id bigint',
    department: 'department text',
    priority: 'priority text',
    requestDate: 'request_date date',
    expectedDeliveryDate: 'expected_delivery_date date',
    exchangeRate: 'rate_cents bigint',
    totalAmountUsd: 'total_cents bigint',
    status: 'status text',
    notes: 'notes text',
    isLowStock: 'is_low_stock boolean',
    reviewedBy: 'reviewed_by text',
    reviewedById: 'reviewed_by_id bigint',
    reviewedAt: 'reviewed_at timestamptz',
    reviewNotes: 'review_notes text',
    decidedBy: 'decided_by text',
    decidedById: 'decided_by_id bigint',
    decidedAt: 'decided_at timestamptz',
    decisionNotes: 'decision_notes text',
    createdAt: 'created_at timestamptz',
    version: 'version int',
  },
  { derived: { search_text: ['text', requisitionSearchText] } },
);

const lineColumns: Columns<RequisitionLineRecord> = {
  requisition_id: ['bigint', (line) => line.requisitionId],
  line_no: ['int', (line) => line.lineNo],
  equipment_id: ['bigint', (line) => line.equipmentId],
  description: ['text', (line) => line.description],
  quantity: ['int', (line) => line.quantity],
  unit_cost_cents: ['bigint', (line) => line.unitCostUsd],
};

const isLive = sql`status in ('pending', 'approved', 'received')`;

/** The orders of a requisition `r`: the one that counts, and whether there is any. */
const ordersOf = sql`cross join lateral (
    select (array_agg(p.id) filter (where ${isLive}))[1] as id, (array_agg(p.po_number) filter (where ${isLive}))[1] as number,
      (array_agg(p.status) filter (where ${isLive}))[1] as status, count(*) > 0 as has
    from ${byKey('purchase_orders', 'requisition_id', 'r.id')} p) o`;
const orderColumns = sql`case when o.id is not null then jsonb_build_object('id', o.id, 'poNumber', o.number) end as "purchaseOrder",
  o.status as "orderStatus", o.has as "hasOrders"`;
const columns = sql<RequisitionRow>`${requisitions.listText('r')}, ${orderColumns}`;

type SortColumn = 'requestDate' | 'requisitionId' | 'totalAmountUsd' | 'expectedDeliveryDate';

/** Numbers and request dates sort by `id`, which is assigned in that order. */
const sorts: Sorts<SortColumn> = {
  keys: {
    requestDate: 'r.id',
    requisitionId: 'r.id',
    totalAmountUsd: 'r.total_cents',
    expectedDeliveryDate: 'r.expected_delivery_date',
  },
  unique: 'r.id',
  first: { column: 'requestDate', descending: true },
  complete: ['requestDate', 'requisitionId'],
};

function found(db: Db, { status = 'all', priority = 'all', q }: RequisitionFilter) {
  let query = db.selectFrom('requisitions as r');
  if (status !== 'all') query = query.where('r.status', '=', status);
  if (priority !== 'all') query = query.where('r.priority', '=', priority);
  return q ? query.where(matchesSearch(sql`r.search_text`, q)) : query;
}

const list: DetailedList<RequisitionRow, SortColumn> = {
  table: 'requisitions',
  alias: 'r',
  columns,
  joins: ordersOf,
  sorts,
};

/** One page of the filtered list, newest first by default. */
export function findRequisitions(db: Db, filter: RequisitionFilter): Promise<Page<RequisitionRow>> {
  return findDetailed(db, list, found(db, filter).selectAll('r'), filter);
}

/** The whole filtered, sorted list, `size` requisitions at a time. */
export function streamRequisitions(
  db: Db,
  filter: RequisitionFilter,
  size: number,
): AsyncGenerator<RequisitionRow[]> {
  return streamDetailed(db, list, found(db, filter).selectAll('r'), { sort: filter.sort, size });
}

async function readSome(db: Db, source: RawBuilder<unknown>): Promise<RequisitionRow[]> {
  const { rows } = await sql<RequisitionRow>`select ${columns} from ${source} r ${ordersOf}
    order by r.id desc`.execute(db);
  return rows;
}

/** At most `limit` approved requisitions without an order that counts, newest first. */
export function findApproved(db: Db, limit: number): Promise<RequisitionRow[]> {
  return readSome(
    db,
    sql`(select * from requisitions a where a.status = 'approved' and not exists (
      select from purchase_orders p where p.requisition_id = a.id and p.status in ('pending', 'approved', 'received'))
      order by a.id desc limit ${limit})`,
  );
}

export async function getRequisition(db: Db, id: number): Promise<RequisitionRow | undefined> {
  return (await readSome(db, byKey('requisitions', 'id', sql`${id}`)))[0];
}

/** Locks a requisition; answers it with its order. */
export async function lockRequisition(db: Db, id: number): Promise<RequisitionRow | undefined> {
  const row = await requisitions.lock(db, id);
  return row && { ...row, ...(await getOrderOf(db, id)) };
}

async function getOrderOf(db: Db, id: number): Promise<OrderOfRequisition> {
  const { rows } = await sql<OrderOfRequisition>`select ${orderColumns}
    from (select ${id}::bigint as id) r ${ordersOf}`.execute(db);
  return rows[0]!;
}

/** The lines of requisitions in their order. */
export async function findLines(
  db: Db,
  requisitionIds: readonly number[],
): Promise<RequisitionLineRecord[]> {
  if (requisitionIds.length === 0) return [];
  const { rows } = await sql<RequisitionLineRecord>`
    select l.requisition_id as "requisitionId", l.line_no as "lineNo", l.equipment_id as "equipmentId", l.description,
      l.quantity, l.unit_cost_cents as "unitCostUsd"
    from ${eachId(requisitionIds)} cross join lateral ${byKey('requisition_lines', 'requisition_id', 'k.id')} l
    order by l.requisition_id, l.line_no`.execute(db);
  return rows;
}

export async function insertLines(db: Db, lines: readonly RequisitionLineRecord[]): Promise<void> {
  await insertRows(db, 'requisition_lines', lines, lineColumns);
}

export async function deleteLines(db: Db, requisitionId: number): Promise<void> {
  await db.deleteFrom('requisition_lines').where('requisition_id', '=', requisitionId).execute();
}

/** Raises the version of a locked requisition whose lines changed, but nothing else. */
export async function raiseVersion(db: Db, id: number, at: Date): Promise<void> {
  await sql`update requisitions set version = version + 1, updated_at = ${at} where id = ${id}`.execute(
    db,
  );
}

/** At most `limit` requisitions whose number, requester, department or justification matches. */
export async function searchRequisitions(
  db: Db,
  q: string,
  limit: number,
): Promise<Pick<RequisitionRecord, 'id' | 'requisitionId' | 'requestedBy' | 'status'>[]> {
  const { rows } = await sql<
    Pick<RequisitionRecord, 'id' | 'requisitionId' | 'requestedBy' | 'status'>
  >`select r.id, r.requisition_id as "requisitionId", r.requested_by as "requestedBy", r.status
    from (select * from requisitions where ${matchesSearch(sql`search_text`, q)} offset 0) r
    order by r.id desc limit ${limit}`.execute(db);
  return rows;
}
