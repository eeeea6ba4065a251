import { type SqlBool, sql } from 'kysely';
import { arrayOf, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import { foldForSearch, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import type { PaymentTerms } from '../suppliers/schema.ts';
import type { BillableLine, BillLine, BillRecord } from './rules.ts';

export const bills = defineRecord<'supplier_bills', BillRecord>(
  'supplier_bills',
  {
    id: 'id bigint',
    billId: 'bill_id text',
    supplierId: 'supplier_id bigint',
    supplierNumber: 'supplier_number text',
    billDate: 'bill_date date',
    dueDate: 'due_date date',
    currency: 'currency text',
    exchangeRate: 'rate_cents bigint',
    totalAmount: 'total_amount_cents bigint',
    totalUsd: 'total_cents bigint',
    settledAmount: 'settled_amount_cents bigint',
    settledUsd: 'settled_cents bigint',
    status: 'status text',
    heldReason: 'held_reason text',
    postedOn: 'posted_on date',
    cancelledOn: 'cancelled_on date',
    cancelReason: 'cancel_reason text',
    notes: 'notes text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
    createdById: 'created_by_id bigint',
    version: 'version int',
  },
  {
    derived: {
      supplier_number_key: ['text', (bill) => searchKey(bill.supplierNumber)],
      search_text: [
        'text',
        (bill) => searchTextOf(foldForSearch(bill.billId), foldForSearch(bill.supplierNumber)),
      ],
    },
  },
);

export interface PayeeRecord {
  id: number;
  supplierCode: string;
  supplierName: string;
  paymentTerms: PaymentTerms;
}

/**
 * Locks a supplier: whatever changes what is owed to one supplier happens one after the other. Compatible with the locks of
 * foreign keys, so that orders and receipts do not wait.
 */
export async function lockPayee(db: Db, id: number): Promise<PayeeRecord | undefined> {
  const { rows } = await sql<PayeeRecord>`
    select id, supplier_code as "supplierCode", name as "supplierName", payment_terms as "paymentTerms"
    from suppliers where id = ${id} for no key update`.execute(db);
  return rows[0];
}

/** Locks purchase orders in the order of their ids. */
export async function lockOrders(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from purchase_orders where id = any(${arrayOf('bigint', [...new Set(ids)])})
    order by id for no key update`.execute(db);
}

/** The lines of orders with what came and what bills that count expect; the orders must be locked. */
export async function findBillableLines(
  db: Db,
  orderIds: readonly number[],
): Promise<BillableLine[]> {
  const { rows } = await sql<BillableLine>`
    select l.order_id as "orderId", l.line_no as "orderLine", o.po_number as "poNumber", o.supplier_id as "supplierId",
      o.currency, o.rate_cents as "exchangeRate", l.description, l.unit_price_cents as "unitPrice", l.received, l.billed,
      (select coalesce(sum(case r.kind when 'receipt' then g.value_cents else -g.value_cents end), 0)::bigint
        from goods_receipt_lines g join goods_receipts r on r.id = g.receipt_id
        where g.order_id = l.order_id and g.order_line = l.line_no) as "receivedUsd",
      (select coalesce(sum(b.expected_cents), 0)::bigint
        from supplier_bill_lines b join supplier_bills s on s.id = b.bill_id
        where b.order_id = l.order_id and b.order_line = l.line_no and s.status in ('held', 'posted')) as "expectedUsd"
    from ${eachId([...new Set(orderIds)])}
    cross join lateral ${byKey('purchase_orders', 'id', 'k.id')} o
    cross join lateral ${byKey('purchase_order_lines', 'order_id', 'o.id')} l
    order by l.order_id, l.line_no`.execute(db);
  return rows;
}

/** Counts units of order lines as billed, or with `sign` -1 frees them. */
export async function countBilled(
  db: Db,
  lines: readonly Pick<BillLine, 'orderId' | 'orderLine' | 'quantity'>[],
  sign: 1 | -1,
): Promise<void> {
  await sql`
    update purchase_order_lines l set billed = l.billed + n.quantity
    from (select order_id, order_line, sum(quantity)::int as quantity from (${rowsOf(lines, {
      order_id: ['bigint', (line) => line.orderId],
      order_line: ['int', (line) => line.orderLine],
      quantity: ['int', (line) => sign * line.quantity],
    })}) as r group by order_id, order_line) n
    where l.order_id = n.order_id and l.line_no = n.order_line`.execute(db);
}

export async function insertLines(
  db: Db,
  billId: number,
  lines: readonly BillLine[],
): Promise<void> {
  await insertRows(db, 'supplier_bill_lines', lines, {
    line_no: ['int', (line) => line.lineNo],
    bill_id: ['bigint', () => billId],
    order_id: ['bigint', (line) => line.orderId],
    order_line: ['int', (line) => line.orderLine],
    quantity: ['int', (line) => line.quantity],
    unit_price_cents: ['bigint', (line) => line.unitPrice],
    amount_cents: ['bigint', (line) => line.amount],
    order_price_cents: ['bigint', (line) => line.orderPrice],
    expected_cents: ['bigint', (line) => line.expectedUsd],
  });
}

/** A line of a bill with the number and description of its order. */
export type ReadBillLine = BillLine & { poNumber: string; description: string };

/** The lines of a bill, with the number and description of their orders. */
export function findLines(db: Db, billId: number): Promise<ReadBillLine[]> {
  return db
    .selectFrom('supplier_bill_lines as l')
    .innerJoin('purchase_orders as o', 'o.id', 'l.order_id')
    .innerJoin('purchase_order_lines as p', (join) =>
      join.onRef('p.order_id', '=', 'l.order_id').onRef('p.line_no', '=', 'l.order_line'),
    )
    .select(['l.line_no as lineNo', 'l.order_id as orderId', 'o.po_number as poNumber'])
    .select(['l.order_line as orderLine', 'p.description', 'l.quantity'])
    .select(['l.unit_price_cents as unitPrice', 'l.amount_cents as amount'])
    .select(['l.order_price_cents as orderPrice', 'l.expected_cents as expectedUsd'])
    .where('l.bill_id', '=', billId)
    .orderBy('l.line_no')
    .execute();
}

/** What payments that are not reversed have settled of a bill. */
export function findPaymentsOfBill(db: Db, billId: number) {
  return db
    .selectFrom('supplier_allocations as a')
    .innerJoin('supplier_payments as p', 'p.id', 'a.payment_id')
    .select(['p.id', 'p.payment_id as paymentId', 'a.allocated_on as date'])
    .select(['a.paid_cents as paidUsd', 'a.settled_cents as settledUsd'])
    .select('a.settled_amount_cents as settledAmount')
    .where('a.bill_id', '=', billId)
    .where(sql<SqlBool>`not a.is_reversed`)
    .orderBy('a.id')
    .execute();
}

/** A bill with the name of its supplier. */
export async function getBill(
  db: Db,
  id: number,
): Promise<(BillRecord & { supplierName: string }) | undefined> {
  const row = await db
    .selectFrom('supplier_bills as b')
    .innerJoin('suppliers as s', 's.id', 'b.supplier_id')
    .select([...bills.list('b'), 's.name as supplierName'])
    .where('b.id', '=', id)
    .executeTakeFirst();
  return row;
}
