import { sql } from 'kysely';
import { type Columns, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { ReceiptLineRecord, ReceiptRecord } from './rules.ts';
import type { GoodsReceipt } from './schema.ts';

export const receipts = defineRecord<'goods_receipts', ReceiptRecord>(
  'goods_receipts',
  {
    id: 'id bigint',
    receiptId: 'receipt_id text',
    orderId: 'order_id bigint',
    kind: 'kind text',
    date: 'receipt_date date',
    deliveryNote: 'delivery_note text',
    notes: 'notes text',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
  },
  { versioned: false },
);

const lineColumns: Columns<ReceiptLineRecord> = {
  receipt_id: ['bigint', (line) => line.receiptId],
  line_no: ['int', (line) => line.lineNo],
  order_id: ['bigint', (line) => line.orderId],
  order_line: ['int', (line) => line.orderLine],
  quantity: ['int', (line) => line.quantity],
  value_cents: ['bigint', (line) => line.valueUsd],
};

export async function insertLines(db: Db, lines: readonly ReceiptLineRecord[]): Promise<void> {
  await insertRows(db, 'goods_receipt_lines', lines, lineColumns);
}

/** The receipts and returns of an order, newest first. */
export async function findReceipts(db: Db, orderId: number): Promise<ReceiptRecord[]> {
  return db
    .selectFrom('goods_receipts')
    .select(receipts.list())
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .execute();
}

type Line = GoodsReceipt['lines'][number] & { receiptId: number };

/** The lines of receipts, with the descriptions of the order's lines. */
export async function findReceiptLines(db: Db, receiptIds: readonly number[]): Promise<Line[]> {
  if (receiptIds.length === 0) return [];
  const { rows } = await sql<Line>`
    select l.receipt_id as "receiptId", l.order_line as "lineNo", o.description, l.quantity, l.value_cents as "valueUsd"
    from ${eachId(receiptIds)} cross join lateral ${byKey('goods_receipt_lines', 'receipt_id', 'k.id')} l
    join purchase_order_lines o on o.order_id = l.order_id and o.line_no = l.order_line
    order by l.receipt_id, l.line_no`.execute(db);
  return rows;
}
