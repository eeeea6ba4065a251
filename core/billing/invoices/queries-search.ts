import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Payment } from '../payments/schema.ts';
import { invoicesNumbered, invoicesPaidWith, receiptsNumbered } from '../queries-numbers.ts';
import type { InvoiceStatus } from './schema.ts';

export interface FoundInvoice {
  id: number;
  invoiceId: string;
  customerName: string;
  amountUsd: Cents;
  amountSsp: Cents;
  status: InvoiceStatus;
  dueDate: IsoDate;
}

/** Invoices by their number or by the reference of a payment, the latest first. */
export async function searchInvoices(db: Db, q: string, limit: number): Promise<FoundInvoice[]> {
  const { rows } = await sql<FoundInvoice>`
    select i.id, i.invoice_number as "invoiceId", c.name as "customerName", i.amount_cents as "amountUsd",
      i.ssp_cents as "amountSsp", i.status, i.due_date as "dueDate"
    from (${invoicesNumbered(q)} union ${invoicesPaidWith(q)}) f
    join invoices i on i.id = f.id join customers c on c.id = i.customer_id
    order by upper(i.invoice_number) <> upper(${q}), i.id desc limit ${limit}`.execute(db);
  return rows;
}

export type FoundReceipt = Pick<
  Payment,
  | 'id'
  | 'receiptId'
  | 'customerName'
  | 'amountUsd'
  | 'amountSsp'
  | 'paymentDate'
  | 'reference'
  | 'status'
>;

/** Receipts and credits by their number or the payment's reference, the latest first. */
export async function searchReceipts(db: Db, q: string, limit: number): Promise<FoundReceipt[]> {
  const { rows } = await sql<FoundReceipt>`
    select p.id, p.receipt_number as "receiptId", c.name as "customerName", p.amount_cents as "amountUsd",
      p.ssp_cents as "amountSsp", p.payment_date as "paymentDate", p.reference, p.status
    from (${receiptsNumbered(q)}) f
    join payments p on p.id = f.id join customers c on c.id = p.customer_id
    order by upper(p.receipt_number) <> upper(${q}), p.id desc limit ${limit}`.execute(db);
  return rows;
}
