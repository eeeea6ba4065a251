import { sql } from 'kysely';
import { type Columns, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import {
  type LockedOrder,
  type OrderLineRecord,
  type OrderRecord,
  orderSearchText,
  type ReadLine,
} from './rules.ts';

export const orders = defineRecord<'purchase_orders', OrderRecord>(
  'purchase_orders',
  {
    id: 'id bigint',
    poNumber: 'po_number text',
    requisitionId: 'requisition_id bigint',
    supplierId: 'supplier_id bigint',
    orderDate: 'order_date date',
    expectedDelivery: 'expected_delivery date',
    currency: 'currency text',
    exchangeRate: 'rate_cents bigint',
    totalAmount: 'total_amount_cents bigint',
    totalUsd: 'total_cents bigint',
    notes: 'notes text',
    status: 'status text',
    createdBy: 'created_by text',
    createdById: 'created_by_id bigint',
    changedBy: 'changed_by text',
    changedById: 'changed_by_id bigint',
    approvedBy: 'approved_by text',
    approvedById: 'approved_by_id bigint',
    approvedAt: 'approved_at timestamptz',
    closedReason: 'closed_reason text',
    receivedOn: 'received_on date',
    createdAt: 'created_at timestamptz',
    version: 'version int',
  },
  { derived: { search_text: ['text', orderSearchText] } },
);

const lineColumns: Columns<OrderLineRecord> = {
  order_id: ['bigint', (line) => line.orderId],
  line_no: ['int', (line) => line.lineNo],
  equipment_id: ['bigint', (line) => line.equipmentId],
  account_code: ['text', (line) => line.accountCode],
  description: ['text', (line) => line.description],
  quantity: ['int', (line) => line.quantity],
  cancelled: ['int', (line) => line.cancelledQuantity],
  unit_price_cents: ['bigint', (line) => line.unitPrice],
  received: ['int', (line) => line.receivedQuantity],
  billed: ['int', (line) => line.billedQuantity],
};

/** The lines of orders in their order, with their items. */
export async function findLines(db: Db, orderIds: readonly number[]): Promise<ReadLine[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<ReadLine>`
    select l.order_id as "orderId", l.line_no as "lineNo", l.equipment_id as "equipmentId", l.account_code as "accountCode",
      l.description, l.quantity, l.cancelled as "cancelledQuantity", l.unit_price_cents as "unitPrice", l.received as "receivedQuantity", l.billed as "billedQuantity",
      coalesce(e.equipment_id, '') as "equipmentNumber", coalesce(e.is_serialised, false) as "isSerialised",
      e.unit_cost_cents as "listCostUsd"
    from ${eachId(orderIds)} cross join lateral ${byKey('purchase_order_lines', 'order_id', 'k.id')} l
    left join lateral ${byKey('equipment', 'id', 'l.equipment_id')} e on true
    order by l.order_id, l.line_no`.execute(db);
  return rows;
}

/** Locks orders in the order of their ids; answers them with their lines. */
export async function lockOrders(db: Db, ids: readonly number[]): Promise<LockedOrder[]> {
  const rows = await orders.lockMany(db, ids);
  const lines = await findLines(db, ids);
  const others = await findOthers(db, ids);
  return rows.map((row) => ({
    ...row,
    ...others.get(row.id)!,
    lines: lines.filter(({ orderId }) => orderId === row.id),
  }));
}

type OfOthers = Pick<
  LockedOrder,
  'id' | 'supplierName' | 'requisitionUsd' | 'hasReceipts' | 'hasBills'
>;

/** What other tables say of orders: the supplier's name, and whether receipts and bills name them. */
async function findOthers(db: Db, ids: readonly number[]): Promise<Map<number, OfOthers>> {
  const { rows } =
    await sql<OfOthers>`select o.id, s.name as "supplierName", r.total_cents as "requisitionUsd", ${documentsOf} from ${eachId(ids)}
    cross join lateral ${byKey('purchase_orders', 'id', 'k.id')} o
    cross join lateral ${byKey('suppliers', 'id', 'o.supplier_id')} s
    left join lateral ${byKey('requisitions', 'id', 'o.requisition_id')} r on true`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertLines(db: Db, lines: readonly OrderLineRecord[]): Promise<void> {
  await insertRows(db, 'purchase_order_lines', lines, lineColumns);
}

export async function deleteLines(db: Db, orderId: number): Promise<void> {
  await db.deleteFrom('purchase_order_lines').where('order_id', '=', orderId).execute();
}

/** Adds to the received quantities of lines of a locked order. */
export async function addReceived(
  db: Db,
  orderId: number,
  changes: readonly { lineNo: number; count: number }[],
): Promise<void> {
  const added = rowsOf(changes, {
    line_no: ['int', ({ lineNo }) => lineNo],
    count: ['int', ({ count }) => count],
  });
  await sql`update purchase_order_lines l set received = l.received + n.count
    from (${added}) as n where l.order_id = ${orderId} and l.line_no = n.line_no`.execute(db);
}

/** Cancels what did not come of a locked order: nothing more is to come. */
export async function closeLines(db: Db, orderId: number): Promise<void> {
  await sql`update purchase_order_lines set cancelled = cancelled + quantity - received, quantity = received
    where order_id = ${orderId}`.execute(db);
}

/** The numbers of a prefix and year that are in use. */
export async function findNumbers(db: Db, start: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('purchase_orders')
    .select('po_number as number')
    .where('po_number', '>=', start)
    .where('po_number', '<', `${start}:`)
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** Raises the version of a locked order whose lines changed, but nothing else. */
export async function raiseVersion(db: Db, id: number, at: Date): Promise<void> {
  await sql`update purchase_orders set version = version + 1, updated_at = ${at} where id = ${id}`.execute(
    db,
  );
}

/** Whether goods receipts or bills, of any status, name an order `o`. */
export const documentsOf = sql`exists (select from ${byKey('goods_receipts', 'order_id', 'o.id')} g) as "hasReceipts",
  exists (select from ${byKey('supplier_bill_lines', 'order_id', 'o.id')} b) as "hasBills"`;

/** The date of the last goods that came; undefined if none did. */
export async function getLastReceiptDate(db: Db, orderId: number): Promise<IsoDate | undefined> {
  const row = await db
    .selectFrom('goods_receipts')
    .select('receipt_date as date')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'receipt')
    .orderBy('receipt_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.date as IsoDate | undefined;
}
