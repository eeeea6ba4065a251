import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { invoicesNumbered, invoicesPaidWith, receiptsNumbered } from '../queries-numbers.ts';

/** Invoices by number or payment reference: an exact match first, then the newest. */
export function searchInvoices(db: Db, q: string, limit: number) {
  const found = sql<{ id: number }>`(${invoicesNumbered(q)} union ${invoicesPaidWith(q)})`;
  return db
    .selectFrom(found.as('f'))
    .innerJoin('invoices as i', 'i.id', 'f.id')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .select(['i.id', 'i.invoice_number as invoiceId', 'c.name as customerName', 'i.status'])
    .select(['i.amount_cents as amountUsd', 'i.ssp_cents as amountSsp', 'i.due_date as dueDate'])
    .orderBy(sql`upper(i.invoice_number) <> upper(${q})`)
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
}

/** Receipts and credits by number or payment reference: an exact match first, then the newest. */
export function searchReceipts(db: Db, q: string, limit: number) {
  return db
    .selectFrom(sql<{ id: number }>`(${receiptsNumbered(q)})`.as('f'))
    .innerJoin('payments as p', 'p.id', 'f.id')
    .innerJoin('customers as c', 'c.id', 'p.customer_id')
    .select(['p.id', 'p.receipt_number as receiptId', 'c.name as customerName', 'p.status'])
    .select(['p.amount_cents as amountUsd', 'p.ssp_cents as amountSsp', 'p.reference'])
    .select('p.payment_date as paymentDate')
    .orderBy(sql`upper(${q}) not in (upper(p.receipt_number), upper(p.reference))`)
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}
