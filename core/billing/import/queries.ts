import { sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { type OpenInvoiceRecord, sinceOf } from '../invoices/queries.ts';
import type { ImportedLine, PlannedChange } from './rules-types.ts';

export type FoundInvoice = Pick<
  OpenInvoiceRecord,
  | 'id'
  | 'invoiceNumber'
  | 'customerId'
  | 'customerNumber'
  | 'billDate'
  | 'since'
  | 'dueDate'
  | 'status'
  | 'amount'
  | 'paid'
  | 'description'
  | 'notes'
  | 'receivableAccount'
  | 'paidDate'
  | 'paymentAccount'
  | 'paymentReference'
>;

export async function findByNumbers(
  db: Db,
  numbers: readonly string[],
  today: IsoDate,
): Promise<FoundInvoice[]> {
  const result = await sql<FoundInvoice>`
    select i.id, i.invoice_number as "invoiceNumber", i.customer_id as "customerId",
      c.customer_id as "customerNumber", i.bill_date as "billDate", ${sinceOf(today)}, i.due_date as "dueDate", i.status,
      i.amount_cents as amount, i.paid_cents as paid, i.description, i.notes,
      i.receivable_account as "receivableAccount", i.payment_account as "paymentAccount",
      i.payment_reference as "paymentReference", i.paid_date as "paidDate"
    from invoices i join customers c on c.id = i.customer_id
    where i.invoice_number = any(${arrayOf('text', numbers)})`.execute(db);
  return result.rows;
}

/** The lines of invoices, by the invoice's id. */
export async function findLines(
  db: Db,
  invoiceIds: readonly number[],
): Promise<Map<number, ImportedLine[]>> {
  if (invoiceIds.length === 0) return new Map();
  const result = await sql<ImportedLine & { invoiceId: number }>`
    select invoice_id as "invoiceId", description, amount_cents as amount from invoice_lines
    where invoice_id = any(${arrayOf('bigint', invoiceIds)})`.execute(db);
  return groupedBy(result.rows, ({ invoiceId }) => invoiceId);
}

/** What an import may change of invoices without touching their postings, in one statement. */
export async function updateDetails(
  db: Db,
  changes: readonly (PlannedChange & { id: number })[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update invoices i set due_date = n.due_date, status = n.status, description = n.description,
      notes = n.notes, version = i.version + 1
    from (${rowsOf(changes, {
      id: ['bigint', (change) => change.id],
      due_date: ['date', (change) => change.dueDate],
      status: ['text', (change) => change.status],
      description: ['text', (change) => change.description],
      notes: ['text', (change) => change.notes],
    })}) as n
    where i.id = n.id`.execute(db);
}
