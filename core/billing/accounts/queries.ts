import { type SqlBool, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { overdueBoundary } from '../rules.ts';
import type { Movement } from './rules-statement.ts';

const receivables = [leaf.residentialReceivable, leaf.corporateReceivable];
const subledger = [...receivables, leaf.customerCredit];
const isInSubledger = sql<SqlBool>`l.account_code = any(${subledger})`;
/** The amount by which a subledger line `l` changes the balance. */
const owed = sql`l.debit_cents - l.credit_cents`;

/** The balance and the credit of a customer in the ledger. */
export function sumSubledger(db: Db, customerId: number) {
  return db
    .selectFrom('journal_lines as l')
    .select([
      sumCents(owed, sql`l.account_code = any(${receivables})`).as('balanceUsd'),
      sumCents(
        sql`l.credit_cents - l.debit_cents`,
        sql`l.account_code = ${leaf.customerCredit}`,
      ).as('creditUsd'),
    ])
    .where('l.customer_id', '=', customerId)
    .where(isInSubledger)
    .executeTakeFirstOrThrow();
}

export function sumOverdue(db: Db, customerId: number, today: IsoDate) {
  const isOverdue = sql`i.status = 'overdue' or i.due_date <= ${overdueBoundary(today)}`;
  return db
    .selectFrom(byKey('invoices', 'customer_id', sql`${customerId}`).as('i'))
    .select(({ fn }) => [
      sumCents(sql`i.amount_cents - i.paid_cents`, isOverdue).as('overdueUsd'),
      fn.countAll<number>().as('openInvoices'),
      sumCents(sql`i.amount_cents - i.paid_cents`, sql`i.disputed_since is not null`).as(
        'disputedUsd',
      ),
    ])
    .where(sql<SqlBool>`i.status in ('pending', 'overdue')`)
    .executeTakeFirstOrThrow();
}

export async function getLastPaymentDate(db: Db, customerId: number): Promise<IsoDate | null> {
  const { date } = await db
    .selectFrom('payments')
    .select(sql<IsoDate | null>`max(payment_date)`.as('date'))
    .where('customer_id', '=', customerId)
    .where('account', 'is not', null)
    .where('status', '=', 'recorded')
    .executeTakeFirstOrThrow();
  return date;
}

/** The balance of the customer, less credit, before a day. */
export async function sumBefore(db: Db, customerId: number, date: IsoDate): Promise<Cents> {
  const { openingUsd } = await db
    .selectFrom('journal_lines as l')
    .innerJoin('journal_entries as e', 'e.id', 'l.entry_id')
    .select(sumCents(owed).as('openingUsd'))
    .where('l.customer_id', '=', customerId)
    .where(isInSubledger)
    .where('e.entry_date', '<', date)
    .executeTakeFirstOrThrow();
  return openingUsd;
}

/**
 * The customer's balance, less credit, right after a payment was posted: all entries up to that of the payment in the
 * order of posting, regardless of their dates. Posted entries never change, so the sum is constant.
 * Undefined if the payment has no entry.
 */
export async function sumUpToPayment(db: Db, paymentId: number): Promise<Cents | undefined> {
  const sum = await db
    .selectFrom('payments as p')
    .innerJoin('journal_entries as e', (join) =>
      join
        .onRef('e.source_id', '=', 'p.id')
        .on('e.source', '=', 'payment')
        .on('e.revision', '=', 1),
    )
    .innerJoin('journal_lines as l', (join) =>
      join
        .onRef('l.customer_id', '=', 'p.customer_id')
        .on(isInSubledger)
        .onRef('l.entry_id', '<=', 'e.id'),
    )
    .select(sumCents(owed).as('balanceUsd'))
    .where('p.id', '=', paymentId)
    .groupBy('e.id')
    .executeTakeFirst();
  return sum?.balanceUsd;
}

export interface DatedMovement extends Movement {
  date: IsoDate;
  reference: string;
  /** Change of the balance; negative if it decreases. */
  netUsd: Cents;
}

/** One row per entry, without transfers between receivable and credit, which do not change the balance. */
export async function findMovements(
  db: Db,
  customerId: number,
  from: IsoDate,
  to: IsoDate,
  limit: number,
): Promise<DatedMovement[]> {
  const result = await sql<DatedMovement>`
    select e.entry_date as date, e.reference, e.source, e.revision, e.description, ${sumCents(owed)} as "netUsd",
      min(i.description) as "invoiceDescription", min(p.kind) as "paymentKind"
    from journal_lines l join journal_entries e on e.id = l.entry_id
    left join invoices i on e.source = 'invoice' and i.id = e.source_id
    left join payments p on e.source in ('payment', 'payment.reversal') and p.id = e.source_id
    where l.customer_id = ${customerId} and ${isInSubledger} and e.entry_date between ${from} and ${to}
    group by e.id having ${sumCents(owed)} <> 0
    order by e.entry_date, e.id limit ${limit}`.execute(db);
  return result.rows;
}
