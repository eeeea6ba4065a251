import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { allOf, findPage, type Sorts, sumCents } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { rateInForce } from '../../rates/fragments.ts';
import { isOpen, isOverdue } from '../fragments.ts';
import { invoicesNumbered, invoicesPaidWith } from '../queries-numbers.ts';
import { type LinePlan, nearingBoundary, overdueBoundary } from '../rules.ts';
import type { InvoiceRecord, OpenInvoiceRecord } from './rules-record.ts';
import type { InvoiceFilter, InvoiceSort } from './schema.ts';

/** A row of the table invoices. */
export type StoredInvoice = Omit<InvoiceRecord, 'customerNumber' | 'customerName'>;

export const invoices = defineRecord<'invoices', StoredInvoice>('invoices', {
  id: 'id bigint',
  invoiceId: 'invoice_number text',
  customerId: 'customer_id bigint',
  kind: 'kind text',
  billingMonth: 'billing_month date',
  billDate: 'bill_date date',
  dueDate: 'due_date date',
  status: 'status text',
  amountUsd: 'amount_cents bigint',
  paidUsd: 'paid_cents bigint',
  exchangeRate: 'rate_cents bigint',
  amountSsp: 'ssp_cents bigint',
  description: 'description text',
  notes: 'notes text',
  packageName: 'package_name text',
  receivableAccount: 'receivable_account text',
  disputedSince: 'disputed_since date',
  countedDueDate: 'counted_due_date date',
  paidDate: 'paid_date date',
  paymentAccount: 'payment_account text',
  paymentReference: 'payment_reference text',
  postingRevision: 'posting_revision int',
  createdAt: 'created_at timestamptz',
  version: 'version bigint',
});

/** The columns of an invoice `i` and its customer `c`. */
const invoiceColumns = [
  ...invoices.list('i'),
  'c.customer_id as customerNumber',
  'c.name as customerName',
] as const;

function invoicesOfCustomers(db: Db) {
  return db.selectFrom('invoices as i').innerJoin('customers as c', 'c.id', 'i.customer_id');
}

export function getInvoice(db: Db, id: number): Promise<InvoiceRecord | undefined> {
  return invoicesOfCustomers(db).select(invoiceColumns).where('i.id', '=', id).executeTakeFirst();
}

export function findInvoicesById(db: Db, ids: readonly number[]): Promise<InvoiceRecord[]> {
  return invoicesOfCustomers(db)
    .select(invoiceColumns)
    .where(sql<SqlBool>`i.id = any(${arrayOf('bigint', ids)})`)
    .orderBy('i.id')
    .execute();
}

/**
 * The day from which an invoice `i` is owed in its current form. A correction is posted last in its transaction, so
 * until then it has no entry: its date will be today, or the bill date if that is later.
 */
function owedSince(today: IsoDate): RawBuilder<IsoDate> {
  return sql`greatest(i.reopened_on, case when i.posting_revision = 1 then i.bill_date else coalesce((
    select e.entry_date from journal_entries e
    where e.source = 'invoice' and e.source_id = i.id and e.revision = i.posting_revision),
    greatest(i.bill_date, ${today}::date)) end)`;
}

/** The unsettled invoices of customers, oldest due first. */
export function findOpenInvoices(
  db: Db,
  customerIds: readonly number[],
  today: IsoDate,
): Promise<OpenInvoiceRecord[]> {
  return db
    .selectFrom(eachId(customerIds))
    .crossJoinLateral(byKey('invoices', 'customer_id', 'k.id').as('i'))
    .crossJoinLateral(byKey('customers', 'id', 'k.id').as('c'))
    .select(invoiceColumns)
    .select(owedSince(today).as('since'))
    .where(isOpen)
    .orderBy('i.due_date')
    .orderBy('i.id')
    .execute();
}

/** Invoices by their displayed numbers. */
export function findInvoicesByNumber(
  db: Db,
  numbers: readonly string[],
  today: IsoDate,
): Promise<OpenInvoiceRecord[]> {
  return invoicesOfCustomers(db)
    .select(invoiceColumns)
    .select(owedSince(today).as('since'))
    .where(sql<SqlBool>`i.invoice_number = any(${arrayOf('text', numbers)})`)
    .execute();
}

export function findLines(db: Db, invoiceId: number): Promise<Required<LinePlan>[]> {
  return db
    .selectFrom('invoice_lines')
    .select(['kind', 'description', 'amount_cents as amountUsd', 'account_code as account'])
    .select(['quantity', 'unit_price_cents as unitPriceUsd'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('line_no')
    .execute();
}

/** Whether an invoice of this customer that is not cancelled contains the connection fee. */
export async function findConnectionFee(db: Db, customerId: number): Promise<boolean> {
  const line = await db
    .selectFrom(byKey('invoices', 'customer_id', sql`${customerId}`).as('i'))
    .crossJoinLateral(byKey('invoice_lines', 'invoice_id', 'i.id').as('l'))
    .select('i.id')
    .where('i.status', '<>', 'cancelled')
    .where('l.kind', '=', 'connection')
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

const makeSorts = (today: IsoDate): Sorts<InvoiceSort> => ({
  keys: {
    invoiceId: 'i.invoice_number',
    customerName: 'c.search_text',
    amountUsd: 'i.amount_cents',
    dueDate: 'i.due_date',
    billDate: 'i.bill_date',
    // The displayed status (decision 2).
    status: sql`case when i.status = 'pending' and i.due_date <= ${overdueBoundary(today)} then 'overdue' else i.status end`,
    openUsd: sql`(i.amount_cents - i.paid_cents)`,
  },
  unique: 'i.id',
  first: { column: 'billDate', descending: true },
});

let latest: { today: IsoDate; sorts: Sorts<InvoiceSort> } | undefined;

/** Made once a day, so that each order is (`orderOf`). */
function sortsOf(today: IsoDate): Sorts<InvoiceSort> {
  if (latest?.today !== today) latest = { today, sorts: makeSorts(today) };
  return latest.sorts;
}

/** The condition on stored columns for a displayed status (decision 2, same rule as `overdueBoundary`). */
function statusCondition(
  status: Exclude<InvoiceFilter['status'], undefined | 'all'>,
  today: IsoDate,
): RawBuilder<SqlBool> {
  const overdue = overdueBoundary(today);
  switch (status) {
    case 'open':
      return isOpen;
    case 'disputed':
      return sql`i.disputed_since is not null`;
    case 'notCancelled':
      return sql`i.status <> 'cancelled'`;
    case 'pending':
      return sql`i.status = 'pending' and i.due_date > ${overdue}`;
    case 'overdue':
      return sql`${isOpen} and ${isOverdue(overdue)}`;
    case 'nearing':
      return sql`i.status = 'pending' and i.due_date > ${overdue} and i.due_date <= ${nearingBoundary(today)}`;
    default:
      return sql`i.status = ${status}`;
  }
}

function conditionsOf(filter: InvoiceFilter, today: IsoDate): RawBuilder<SqlBool>[] {
  const { status, customerId, month, from, to, q } = filter;
  const all: RawBuilder<SqlBool>[] = [];
  if (status && status !== 'all') all.push(statusCondition(status, today));
  if (customerId !== undefined) all.push(sql`i.customer_id = ${customerId}`);
  if (month) all.push(inMonth(sql`i.bill_date`, month));
  if (from) all.push(sql`i.bill_date >= ${from}`);
  if (to) all.push(sql`i.bill_date <= ${to}`);
  if (q) {
    // A union of indexed searches; an OR across the two tables would read them whole.
    all.push(sql`i.id in (
      ${invoicesNumbered(q)}
      union all
      select f.id from customers fc join invoices f on f.customer_id = fc.id where ${isSearchedCustomer('fc', q)}
      union all
      ${invoicesPaidWith(q)})`);
  }
  return all;
}

export function inMonth(column: RawBuilder<unknown>, month: IsoMonth): RawBuilder<SqlBool> {
  return sql`${column} between ${firstDay(month)} and ${lastDay(month)}`;
}

/** One page of invoices, newest bill date first by default, each with the standard rate of today. */
export function findInvoices(
  db: Db,
  filter: InvoiceFilter,
  today: IsoDate,
): Promise<Page<InvoiceRecord & { todaysRate: Cents | null }>> {
  const found = invoicesOfCustomers(db)
    .select(invoiceColumns)
    .select(rateInForce('standard', today).as('todaysRate'))
    .where(allOf(conditionsOf(filter, today)));
  return findPage(found, sortsOf(today), filter);
}

export function sumOpenInvoices(db: Db, today: IsoDate) {
  const open = sql`i.amount_cents - i.paid_cents`;
  const overdue = isOverdue(overdueBoundary(today));
  const isNearing = sql<SqlBool>`not ${overdue} and i.due_date <= ${nearingBoundary(today)}`;
  return db
    .selectFrom('invoices as i')
    .select(({ fn }) => [
      sumCents(open).as('outstandingUsd'),
      sumCents(open, overdue).as('overdueUsd'),
      fn.countAll<number>().as('openInvoices'),
      fn.countAll<number>().filterWhere(overdue).as('overdueInvoices'),
      fn.countAll<number>().filterWhere(isNearing).as('nearingOverdueInvoices'),
    ])
    .where(isOpen)
    .executeTakeFirstOrThrow();
}

/** Records the day on which the payments of invoices were reversed, from which they are owed again. */
export async function markReopened(db: Db, ids: readonly number[], on: IsoDate): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ reopened_on: on })
    .where(sql<SqlBool>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
}

/** The day on which an invoice was paid, where it is paid; a credit note does not move it. */
export async function keepPaidDate(db: Db, id: number, paidDate: IsoDate): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ paid_date: paidDate })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .execute();
}

const settled = ['paidUsd', 'status', 'paidDate', 'paymentAccount', 'paymentReference'] as const;
export type Settlement = Pick<InvoiceRecord, 'id' | (typeof settled)[number]>;

/** Updates the paid amounts and payment details of invoices, in one statement. */
export function updateSettlements(db: Db, changes: readonly Settlement[]): Promise<void> {
  return invoices.updateMany(db, changes, settled);
}
