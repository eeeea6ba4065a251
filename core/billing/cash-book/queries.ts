import { type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

/** The recorded payments of customers that have a reference, and whether they are lines of an imported cash book. */
export function findReferences(db: Db, customerIds: readonly number[]) {
  return db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('payments', 'customer_id', 'k.id').as('p'))
    .select(['p.id', 'p.customer_id as customerId', 'p.receipt_number as receiptId', 'p.account'])
    .select(['p.payment_date as paymentDate', 'p.amount_cents as amountUsd', 'p.reference'])
    .select('p.unallocated_cents as unallocatedUsd')
    .select(
      sql<boolean>`exists (select from ${byKey('imported_lines', 'payment_id', sql`p.id`)} l)`.as(
        'isCashLine',
      ),
    )
    .where(
      sql<SqlBool>`p.kind in ('payment', 'before_opening') and p.status = 'recorded' and p.reference <> ''`,
    )
    .orderBy('p.id')
    .execute();
}

/** An invoice by its number, with what recorded payments have settled of it; US cents. */
export interface NumberedInvoice {
  id: number;
  number: string;
  customerId: number;
  isImported: boolean;
  settled: { paymentId: number; amountUsd: Cents }[];
}

/** The invoices with these numbers that are not cancelled, key by key. */
export async function findNumberedInvoices(
  db: Db,
  numbers: readonly string[],
): Promise<NumberedInvoice[]> {
  if (numbers.length === 0) return [];
  const { rows } = await sql<NumberedInvoice>`
    select i.id, i.invoice_number as number, i.customer_id as "customerId", i.kind = 'imported' as "isImported",
      coalesce((
        select json_agg(json_build_object('paymentId', a.payment_id, 'amountUsd', a.amount_cents) order by a.payment_id)
        from ${byKey('payment_allocations', 'invoice_id', 'i.id')} a
      ), '[]') as settled
    from unnest(${arrayOf('text', numbers)}) as k (key)
    cross join lateral (select * from invoices where invoice_number = k.key offset 0) i
    where i.status <> 'cancelled'`.execute(db);
  return rows;
}

/** Money between two accounts on a day; US cents. */
export interface Transfer {
  date: IsoDate;
  from: string;
  to: string;
  amountUsd: Cents;
}

/** The entries of these days and amounts that have one line each way and are not reversed. */
export async function findTransfers(
  db: Db,
  transfers: readonly Transfer[],
): Promise<(Transfer & { entryNumber: string })[]> {
  if (transfers.length === 0) return [];
  const dates = [...new Set(transfers.map(({ date }) => date))];
  const amounts = [...new Set(transfers.map(({ amountUsd }) => amountUsd))];
  const { rows } = await sql<Transfer & { entryNumber: string }>`
    select e.entry_number as "entryNumber", e.entry_date as date, e.total_cents as "amountUsd",
      c.account_code as "from", d.account_code as "to"
    from unnest(${arrayOf('date', dates)}) as k (day)
    cross join lateral (select * from journal_entries where entry_date = k.day offset 0) e
    cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} d
    cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} c
    where e.total_cents = any(${arrayOf('bigint', amounts)}) and e.reversal_of is null
      and d.debit_cents = e.total_cents and c.credit_cents = e.total_cents
      and not exists (select from journal_entries r where r.reversal_of = e.id)
    order by e.id`.execute(db);
  return rows;
}
