import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import { rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { findPage, inBatches, orderOf, type Sorts } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import { addDays, type IsoDate } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import { invoicesNumbered } from '../queries-numbers.ts';
import {
  type DisputeFilter,
  type DisputeOutcome,
  type DisputeSort,
  type InvoiceDispute,
  LONG_DISPUTE_DAYS,
} from './schema.ts';

/** A row of the table invoice_disputes. */
export interface StoredDispute
  extends Pick<
    InvoiceDispute,
    | 'id'
    | 'invoiceId'
    | 'since'
    | 'reason'
    | 'amountUsd'
    | 'ticketId'
    | 'openedAt'
    | 'openedBy'
    | 'decidedOn'
    | 'decidedBy'
    | 'outcome'
    | 'note'
  > {
  decidedAt: Date | null;
}

export const disputes = defineRecord<'invoice_disputes', StoredDispute>(
  'invoice_disputes',
  {
    id: 'id bigint',
    invoiceId: 'invoice_id bigint',
    since: 'since date',
    reason: 'reason text',
    amountUsd: 'amount_cents bigint',
    ticketId: 'ticket_id bigint',
    openedAt: 'opened_at timestamptz',
    openedBy: 'opened_by text',
    decidedOn: 'decided_on date',
    decidedAt: 'decided_at timestamptz',
    decidedBy: 'decided_by text',
    outcome: 'outcome text',
    note: 'note text',
  },
  { versioned: false },
);

const daysUntil = (today: IsoDate) =>
  sql<number>`(coalesce(d.decided_on, ${today}::date) - d.since)`;

/** What is shown of a dispute besides its own columns, from its invoice `i`, customer `c` and ticket `t`. */
const shownOf = (today: IsoDate) =>
  [
    sql<string>`i.invoice_number`.as('invoiceNumber'),
    sql<number>`i.customer_id`.as('customerId'),
    sql<string>`c.customer_id`.as('customerNumber'),
    sql<string>`c.name`.as('customerName'),
    sql<string | null>`t.ticket_id`.as('ticketNumber'),
    sql<InvoiceDispute['openUsd']>`case when i.status = 'cancelled' then 0
      else i.amount_cents - i.paid_cents end`.as('openUsd'),
    daysUntil(today).as('days'),
  ] as const;

/** Disputes `d` with their invoices `i`, customers `c` and tickets `t`. */
function disputesOfInvoices(db: Db, today: IsoDate) {
  return db
    .selectFrom('invoice_disputes as d')
    .innerJoin('invoices as i', 'i.id', 'd.invoice_id')
    .innerJoin('customers as c', 'c.id', 'i.customer_id')
    .leftJoin('tickets as t', 't.id', 'd.ticket_id')
    .select(disputes.list('d'))
    .select(shownOf(today));
}

export function getDispute(
  db: Db,
  id: number,
  today: IsoDate,
): Promise<InvoiceDispute | undefined> {
  return disputesOfInvoices(db, today).where('d.id', '=', id).executeTakeFirst();
}

/** The open dispute of an invoice, whose account is locked. */
export function findOpen(db: Db, invoiceId: number): Promise<StoredDispute | undefined> {
  return db
    .selectFrom('invoice_disputes as d')
    .select(disputes.list('d'))
    .where('d.invoice_id', '=', invoiceId)
    .where('d.outcome', 'is', null)
    .executeTakeFirst();
}

/** The disputes of an invoice, the latest first. */
export function findOfInvoice(
  db: Db,
  invoiceId: number,
  today: IsoDate,
): Promise<InvoiceDispute[]> {
  return disputesOfInvoices(db, today)
    .where('d.invoice_id', '=', invoiceId)
    .orderBy('d.id', 'desc')
    .execute();
}

const makeSorts = (today: IsoDate): Sorts<DisputeSort> => ({
  keys: {
    since: 'd.since',
    days: daysUntil(today),
    customerName: 'c.search_text',
    amountUsd: 'd.amount_cents',
  },
  unique: 'd.id',
  first: { column: 'since', descending: true },
});

function stateCondition(state: NonNullable<DisputeFilter['state']>): RawBuilder<SqlBool> {
  if (state === 'all') return sql`true`;
  if (state === 'open') return sql`d.outcome is null`;
  if (state === 'decided') return sql`d.outcome is not null`;
  return sql`d.outcome = ${state}`;
}

/** The disputes that match the filter. */
function filtered(db: Db, filter: DisputeFilter, today: IsoDate) {
  const { state = 'all', customerId, invoiceId, q } = filter;
  let found = disputesOfInvoices(db, today).where(stateCondition(state));
  if (customerId !== undefined) found = found.where('i.customer_id', '=', customerId);
  if (invoiceId !== undefined) found = found.where('d.invoice_id', '=', invoiceId);
  if (q) {
    found = found.where(
      sql<SqlBool>`d.invoice_id in (
        ${invoicesNumbered(q)}
        union all
        select f.id from customers fc join invoices f on f.customer_id = fc.id
        where ${isSearchedCustomer('fc', q)})`,
    );
  }
  return found;
}

/** One page of disputes, the latest first by default. */
export function findDisputes(
  db: Db,
  filter: DisputeFilter,
  today: IsoDate,
): Promise<Page<InvoiceDispute>> {
  return findPage(filtered(db, filter, today), makeSorts(today), filter);
}

/** All disputes that match, in the order of the list, read by key in batches. */
export async function* streamDisputes(
  db: Db,
  filter: DisputeFilter,
  today: IsoDate,
  size: number,
): AsyncGenerator<InvoiceDispute[]> {
  const matches = await filtered(db, filter, today)
    .clearSelect()
    .select('d.id')
    .orderBy(sql`${orderOf(makeSorts(today), filter.sort)}`)
    .execute();
  const ids = matches.map(({ id }) => id);
  yield* inBatches(ids, size, (part) =>
    db
      .selectFrom(eachId(part))
      .crossJoinLateral(byKey('invoice_disputes', 'id', 'k.id').as('d'))
      .crossJoinLateral(byKey('invoices', 'id', 'd.invoice_id').as('i'))
      .crossJoinLateral(byKey('customers', 'id', 'i.customer_id').as('c'))
      .leftJoinLateral(byKey('tickets', 'id', 'd.ticket_id').as('t'), (join) => join.onTrue())
      .select(disputes.list('d'))
      .select(shownOf(today))
      .execute(),
  );
}

/** How many disputes have been open for more than `LONG_DISPUTE_DAYS` days. */
export async function countLongOpen(db: Db, today: IsoDate): Promise<number> {
  const { count } = await db
    .selectFrom('invoice_disputes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .where('since', '<', addDays(today, -LONG_DISPUTE_DAYS))
    .executeTakeFirstOrThrow();
  return count;
}

/** The invoices of a customer whose dispute was open at the end of a day, the oldest dispute first. */
export function findDisputedOn(
  db: Db,
  customerId: number,
  day: IsoDate,
): Promise<{ invoiceNumber: string; since: IsoDate }[]> {
  return db
    .selectFrom(byKey('invoices', 'customer_id', sql`${customerId}`).as('i'))
    .crossJoinLateral(byKey('invoice_disputes', 'invoice_id', 'i.id').as('d'))
    .select(['i.invoice_number as invoiceNumber', 'd.since'])
    .where('d.since', '<=', day)
    .where(sql<SqlBool>`(d.decided_on is null or d.decided_on > ${day})`)
    .orderBy('d.since')
    .orderBy('d.id')
    .execute();
}

/** Whether the invoice got a credit note of its own since a moment. */
export async function hasCreditNoteSince(db: Db, invoiceId: number, at: Date): Promise<boolean> {
  const found = await db
    .selectFrom(byKey('payment_allocations', 'invoice_id', sql`${invoiceId}`).as('a'))
    .crossJoinLateral(byKey('payments', 'id', 'a.payment_id').as('p'))
    .select('p.id')
    .where('p.credited_invoice_id', '=', invoiceId)
    .where('p.created_at', '>=', at)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The number of a ticket and its customer, locked against deletion. */
export function lockTicket(
  db: Db,
  id: number,
): Promise<{ ticketNumber: string; customerId: number | null } | undefined> {
  return db
    .selectFrom('tickets')
    .select(['ticket_id as ticketNumber', 'customer_id as customerId'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

export interface Closing {
  invoiceId: number;
  outcome: DisputeOutcome;
  note: string;
}

/** Closes the open disputes of these invoices in one statement. Answers those that were open, as they were. */
export async function close(
  db: Db,
  closings: readonly Closing[],
  by: { on: IsoDate; at: Date; name: string },
): Promise<StoredDispute[]> {
  const source = rowsOf(closings, {
    invoice_id: ['bigint', (one) => one.invoiceId],
    outcome: ['text', (one) => one.outcome],
    note: ['text', (one) => one.note],
  });
  const { rows } = await sql<StoredDispute>`
    update invoice_disputes d set outcome = n.outcome, note = n.note, decided_on = ${by.on}::date,
      decided_at = ${by.at}::timestamptz, decided_by = ${by.name}::text
    from (${source}) as n where d.invoice_id = n.invoice_id and d.outcome is null
    returning ${disputes.listText('d')}`.execute(db);
  return rows;
}
