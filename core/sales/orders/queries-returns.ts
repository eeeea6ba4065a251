import { sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { ReturnLineRecord, ReturnRecord } from './rules.ts';

export const returns = defineRecord<'sales_returns', ReturnRecord>(
  'sales_returns',
  {
    id: 'id bigint',
    orderId: 'order_id bigint',
    creditNoteId: 'credit_note_id bigint',
    date: 'return_date date',
    reason: 'reason text',
    amountUsd: 'amount_cents bigint',
    createdAt: 'created_at timestamptz',
    createdBy: 'created_by text',
  },
  { versioned: false },
);

export async function insertReturnLines(db: Db, lines: readonly ReturnLineRecord[]): Promise<void> {
  await insertRows(db, 'sales_return_lines', lines, {
    return_id: ['bigint', (line) => line.returnId],
    line_no: ['int', (line) => line.lineNo],
    order_id: ['bigint', (line) => line.orderId],
    order_line: ['int', (line) => line.orderLine],
    quantity: ['int', (line) => line.quantity],
    amount_cents: ['bigint', (line) => line.amountUsd],
    cost_cents: ['bigint', (line) => line.costUsd],
    serials: ['text[]', (line) => line.serials],
  });
}

/** The returns of orders, oldest first, with the numbers of their credit notes. */
export async function findReturns(
  db: Db,
  orderIds: readonly number[],
): Promise<(ReturnRecord & { creditNote: string })[]> {
  const { rows } = await sql<ReturnRecord & { creditNote: string }>`
    select ${returns.listText('r')}, coalesce(p.receipt_number, '') as "creditNote"
    from ${eachId(orderIds)} cross join lateral ${byKey('sales_returns', 'order_id', 'k.id')} r
    left join lateral ${byKey('payments', 'id', 'r.credit_note_id')} p on true
    order by r.id`.execute(db);
  return rows;
}

/** The lines of returns in their order. */
export async function findReturnLines(
  db: Db,
  returnIds: readonly number[],
): Promise<ReturnLineRecord[]> {
  const { rows } = await sql<ReturnLineRecord>`
    select l.return_id as "returnId", l.line_no as "lineNo", l.order_id as "orderId", l.order_line as "orderLine", l.quantity,
      l.amount_cents as "amountUsd", l.cost_cents as "costUsd", l.serials
    from ${eachId(returnIds)} cross join lateral ${byKey('sales_return_lines', 'return_id', 'k.id')} l
    order by l.return_id, l.line_no`.execute(db);
  return rows;
}
