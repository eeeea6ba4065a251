import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { sumCents } from '../database/list.ts';
import type { IsoDate } from '../kernel/dates.ts';
import { poundsToday } from '../rates/fragments.ts';

/** What is still open of an invoice `i`. */
const open = sql`(i.amount_cents - i.paid_cents)`;

/** The condition that an invoice `i` is unsettled. */
export const isOpen = sql<SqlBool>`i.status in ('pending', 'overdue')`;

/** The condition that an open invoice `i` is overdue; `boundary` is `overdueBoundary` of today (decision 2). */
export function isOverdue(boundary: IsoDate): RawBuilder<SqlBool> {
  return sql<SqlBool>`(i.status = 'overdue' or i.due_date <= ${boundary})`;
}

/**
 * As `isOverdue`, of an invoice that the customer is reminded of: neither disputed, nor after a dispute still within the days
 * to pay (decision 120).
 */
export function isReminded(boundary: IsoDate): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isOverdue(boundary)} and i.disputed_since is null
    and (i.counted_due_date is null or i.counted_due_date <= ${boundary}))`;
}

/** Sums of open invoices `i` and of the overdue ones among them (decision 2). */
export function debtColumns(boundary: IsoDate): RawBuilder<unknown> {
  return sql`${sumCents(open)} as open_cents, ${sumCents(open, isOverdue(boundary))} as overdue_cents`;
}

/**
 * What customers owe, one row each with an open invoice: open_cents and overdue_cents, of what they are reminded of, this part
 * in the pounds that settle it today, and due date and number of the oldest such invoice. For a full join with customers, which
 * without statistics is never a nested loop.
 */
export function debtsByCustomer(boundary: IsoDate, today: IsoDate): RawBuilder<unknown> {
  const overdue = isReminded(boundary);
  return sql`(select i.customer_id, ${sumCents(open)} as open_cents, ${sumCents(open, overdue)} as overdue_cents,
    ${poundsToday(sumCents(open, overdue), today)} as overdue_ssp_cents,
    min(i.due_date) filter (where ${overdue}) as due_date,
    (array_agg(i.invoice_number order by i.due_date, i.id) filter (where ${overdue} and ${open} > 0))[1] as invoice_number
    from invoices i where ${isOpen} group by i.customer_id)`;
}
