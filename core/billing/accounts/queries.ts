import { sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { overdueBoundary } from '../rules.ts';
import type { Movement } from './rules-statement.ts';

/** The accounts of a customer's subledger. */
const subledger = [leaf.residentialReceivable, leaf.corporateReceivable, leaf.customerCredit];
const receivables = [leaf.residentialReceivable, leaf.corporateReceivable];

/** What the ledger says a customer owes, and has in advance. */
export async function sumSubledger(
  db: Db,
  customerId: number,
): Promise<{ balance: Cents; credit: Cents }> {
  const result = await sql<{ balance: Cents; credit: Cents }>`
    select coalesce(sum(debit_cents - credit_cents) filter (where account_code = any(${receivables})), 0)::bigint as balance,
      coalesce(sum(credit_cents - debit_cents) filter (where account_code = ${leaf.customerCredit}), 0)::bigint as credit
    from journal_lines where customer_id = ${customerId} and account_code = any(${subledger})`.execute(
    db,
  );
  return result.rows[0]!;
}

export async function sumOverdue(
  db: Db,
  customerId: number,
  today: IsoDate,
): Promise<{ overdue: Cents; openInvoices: number }> {
  const result = await sql<{ overdue: Cents; openInvoices: number }>`
    select coalesce(sum(amount_cents - paid_cents) filter (where status = 'overdue' or due_date <= ${overdueBoundary(today)}), 0)::bigint as overdue,
      count(*) as "openInvoices"
    from ${byKey('invoices', 'customer_id', sql`${customerId}`)} i where status in ('pending', 'overdue')`.execute(
    db,
  );
  return result.rows[0]!;
}

export async function getLastPaymentDate(db: Db, customerId: number): Promise<IsoDate | null> {
  const result = await sql<{ date: IsoDate | null }>`
    select max(payment_date) as date from payments
    where customer_id = ${customerId} and kind = 'payment' and status = 'recorded'`.execute(db);
  return result.rows[0]!.date;
}

/** What the customer owed, less what it had in advance, before a day. */
export async function sumBefore(db: Db, customerId: number, date: IsoDate): Promise<Cents> {
  const result = await sql<{ opening: Cents }>`
    select coalesce(sum(l.debit_cents - l.credit_cents), 0)::bigint as opening
    from journal_lines l join journal_entries e on e.id = l.entry_id
    where l.customer_id = ${customerId} and l.account_code = any(${subledger}) and e.entry_date < ${date}`.execute(
    db,
  );
  return result.rows[0]!.opening;
}

/**
 * What the customer of a payment owed, less what it had in advance, once the payment was posted: every entry up to the
 * payment's own in the order of posting, whatever its date. Posted entries never change, so this sum does not either.
 * Undefined where the payment has no entry.
 */
export async function sumUpToPayment(db: Db, paymentId: number): Promise<Cents | undefined> {
  const result = await sql<{ balance: Cents }>`
    select coalesce(sum(l.debit_cents - l.credit_cents), 0)::bigint as balance
    from payments p
    join journal_entries e on e.source = 'payment' and e.source_id = p.id and e.revision = 1
    join journal_lines l on l.customer_id = p.customer_id and l.account_code = any(${subledger}) and l.entry_id <= e.id
    where p.id = ${paymentId} group by e.id`.execute(db);
  return result.rows[0]?.balance;
}

export interface DatedMovement extends Movement {
  date: IsoDate;
  reference: string;
  net: Cents;
}

/** One row an entry; moves between receivable and credit change nothing that is owed and are left out. */
export async function findMovements(
  db: Db,
  customerId: number,
  from: IsoDate,
  to: IsoDate,
  limit: number,
): Promise<DatedMovement[]> {
  const result = await sql<DatedMovement>`
    select e.entry_date as date, e.reference, e.source, e.revision, e.description, sum(l.debit_cents - l.credit_cents)::bigint as net,
      min(i.description) as "invoiceDescription", min(p.kind) as "paymentKind"
    from journal_lines l join journal_entries e on e.id = l.entry_id
    left join invoices i on e.source = 'invoice' and i.id = e.source_id
    left join payments p on e.source in ('payment', 'payment.reversal') and p.id = e.source_id
    where l.customer_id = ${customerId} and l.account_code = any(${subledger}) and e.entry_date between ${from} and ${to}
    group by e.id having sum(l.debit_cents - l.credit_cents) <> 0
    order by e.entry_date, e.id limit ${limit}`.execute(db);
  return result.rows;
}
