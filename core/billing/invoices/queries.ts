import { type RawBuilder, sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { firstDay, type IsoDate, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { limitOf, type Page, type Sort } from '../../kernel/paging.ts';
import type { PaymentAccount } from '../payments/schema.ts';
import { invoicesNumbered, invoicesPaidWith } from '../queries-numbers.ts';
import { type LinePlan, nearingBoundary, overdueBoundary } from '../rules.ts';
import type { InvoiceFilter, InvoiceStatus, invoiceSorts } from './schema.ts';

/** An invoice as it is stored, with its customer's number and name. */
export interface InvoiceRecord {
  id: number;
  invoiceNumber: string;
  customerId: number;
  customerNumber: string;
  customerName: string;
  kind: 'recurring' | 'manual' | 'imported';
  billingMonth: IsoDate | null;
  billDate: IsoDate;
  dueDate: IsoDate;
  status: InvoiceStatus;
  amount: Cents;
  paid: Cents;
  rate: Cents;
  ssp: Cents;
  description: string;
  notes: string;
  receivableAccount: string;
  paidDate: IsoDate | null;
  paymentAccount: PaymentAccount | null;
  paymentReference: string;
  postingRevision: number;
  createdAt: Date;
  version: number;
}

const columns = sql`i.id, i.invoice_number as "invoiceNumber", i.customer_id as "customerId", c.customer_id as "customerNumber",
  c.name as "customerName", i.kind, i.billing_month as "billingMonth", i.bill_date as "billDate", i.due_date as "dueDate",
  i.status, i.amount_cents as amount, i.paid_cents as paid, i.rate_cents as rate, i.ssp_cents as ssp, i.description, i.notes,
  i.receivable_account as "receivableAccount", i.paid_date as "paidDate", i.payment_account as "paymentAccount",
  i.payment_reference as "paymentReference", i.posting_revision as "postingRevision", i.created_at as "createdAt", i.version`;

const source = sql`invoices i join customers c on c.id = i.customer_id`;

export async function getInvoice(db: Db, id: number): Promise<InvoiceRecord | undefined> {
  return (await sql<InvoiceRecord>`select ${columns} from ${source} where i.id = ${id}`.execute(db))
    .rows[0];
}

export async function findInvoicesById(db: Db, ids: readonly number[]): Promise<InvoiceRecord[]> {
  return (
    await sql<InvoiceRecord>`select ${columns} from ${source} where i.id = any(${arrayOf('bigint', ids)}) order by i.id`.execute(
      db,
    )
  ).rows;
}

/** An unsettled invoice. */
export interface OpenInvoiceRecord extends InvoiceRecord {
  /** The day since which it is owed as it stands: its bill date, that of its correction, or of a payment's reversal. */
  since: IsoDate;
}

/**
 * The day since which an invoice `i` is owed as it stands. A correction that is under way has no entry yet, which
 * comes last in its transaction: it is dated today, or on the bill date where that is later.
 */
export function sinceOf(today: IsoDate): RawBuilder<IsoDate> {
  return sql`greatest(i.reopened_on, case when i.posting_revision = 1 then i.bill_date else coalesce((
    select e.entry_date from journal_entries e
    where e.source = 'invoice' and e.source_id = i.id and e.revision = i.posting_revision),
    greatest(i.bill_date, ${today}::date)) end) as since`;
}

/** The unsettled invoices of customers, oldest due first. */
export async function findOpenInvoices(
  db: Db,
  customerIds: readonly number[],
  today: IsoDate,
): Promise<OpenInvoiceRecord[]> {
  return (
    await sql<OpenInvoiceRecord>`select ${columns}, ${sinceOf(today)}
      from ${eachId(customerIds)} cross join lateral ${byKey('invoices', 'customer_id', sql`k.id`)} i
      cross join lateral ${byKey('customers', 'id', sql`k.id`)} c
      where i.status in ('pending', 'overdue') order by i.due_date, i.id`.execute(db)
  ).rows;
}

export async function findLines(db: Db, invoiceId: number): Promise<LinePlan[]> {
  const result =
    await sql<LinePlan>`select kind, description, amount_cents as amount, account_code as account
    from invoice_lines where invoice_id = ${invoiceId} order by line_no`.execute(db);
  return result.rows;
}

/** Does an invoice that stands bill this customer the connection fee? */
export async function findConnectionFee(db: Db, customerId: number): Promise<boolean> {
  const result = await sql`
    select 1 from ${byKey('invoices', 'customer_id', sql`${customerId}`)} i
    cross join lateral ${byKey('invoice_lines', 'invoice_id', sql`i.id`)} l
    where i.status <> 'cancelled' and l.kind = 'connection' limit 1`.execute(db);
  return result.rows.length > 0;
}

type Sorts = Record<(typeof invoiceSorts)[number], RawBuilder<unknown>>;

const sortColumns = (today: IsoDate): Sorts => ({
  invoiceId: sql`i.invoice_number`,
  customerName: sql`c.search_text`,
  amountUsd: sql`i.amount_cents`,
  dueDate: sql`i.due_date`,
  billDate: sql`i.bill_date`,
  // As it is shown (decision 2).
  status: sql`case when i.status = 'pending' and i.due_date <= ${overdueBoundary(today)} then 'overdue' else i.status end`,
  openUsd: sql`(i.amount_cents - i.paid_cents)`,
});

/** Displayed statuses as conditions on what is stored (decision 2, one rule: `overdueBoundary`). */
function statusCondition(status: InvoiceFilter['status'], today: IsoDate): RawBuilder<unknown> {
  const overdue = overdueBoundary(today);
  switch (status) {
    case undefined:
    case 'all':
      return sql`true`;
    case 'open':
      return sql`i.status in ('pending', 'overdue')`;
    case 'pending':
      return sql`i.status = 'pending' and i.due_date > ${overdue}`;
    case 'overdue':
      return sql`i.status in ('pending', 'overdue') and (i.status = 'overdue' or i.due_date <= ${overdue})`;
    case 'nearing':
      return sql`i.status = 'pending' and i.due_date > ${overdue} and i.due_date <= ${nearingBoundary(today)}`;
    default:
      return sql`i.status = ${status}`;
  }
}

function conditions(filter: InvoiceFilter, today: IsoDate): RawBuilder<unknown> {
  const all = [statusCondition(filter.status, today)];
  if (filter.customerId !== undefined) all.push(sql`i.customer_id = ${filter.customerId}`);
  if (filter.month) all.push(inMonth(sql`i.bill_date`, filter.month));
  if (filter.q) {
    // A union of indexed searches; an OR across the two tables would read them whole.
    all.push(sql`i.id in (
      ${invoicesNumbered(filter.q)}
      union all
      select f.id from customers fc join invoices f on f.customer_id = fc.id where ${matchesSearch(sql`fc.search_text`, filter.q)}
      union all
      ${invoicesPaidWith(filter.q)})`);
  }
  return sql.join(all, sql` and `);
}

export function inMonth(column: RawBuilder<unknown>, month: IsoMonth): RawBuilder<unknown> {
  return sql`${column} between ${firstDay(month)} and ${lastDay(month)}`;
}

/** One page of invoices, sorted and with the id as the last word so that pages never overlap. */
export async function findInvoices(
  db: Db,
  filter: InvoiceFilter,
  sort: Sort<(typeof invoiceSorts)[number]>,
  today: IsoDate,
): Promise<Page<InvoiceRecord>> {
  const { limit, offset } = limitOf(filter);
  const where = conditions(filter, today);
  const direction = sql.raw(sort.descending ? 'desc' : 'asc');
  const rows = (
    await sql<InvoiceRecord>`select ${columns} from ${source} where ${where}
      order by ${sortColumns(today)[sort.column]} ${direction}, i.id ${direction} limit ${limit} offset ${offset}`.execute(
      db,
    )
  ).rows;
  if (!filter.total) return { rows };
  const count = await sql<{
    total: number;
  }>`select count(*) as total from ${source} where ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

export interface OpenTotals {
  outstanding: Cents;
  overdue: Cents;
  openInvoices: number;
  overdueInvoices: number;
  nearingInvoices: number;
}

export async function sumOpenInvoices(db: Db, today: IsoDate): Promise<OpenTotals> {
  const isOverdue = sql`(status = 'overdue' or due_date <= ${overdueBoundary(today)})`;
  const result = await sql<OpenTotals>`
    select coalesce(sum(amount_cents - paid_cents), 0)::bigint as outstanding,
      coalesce(sum(amount_cents - paid_cents) filter (where ${isOverdue}), 0)::bigint as overdue,
      count(*) as "openInvoices", count(*) filter (where ${isOverdue}) as "overdueInvoices",
      count(*) filter (where not ${isOverdue} and due_date <= ${nearingBoundary(today)}) as "nearingInvoices"
    from invoices where status in ('pending', 'overdue')`.execute(db);
  return result.rows[0]!;
}

export type InvoiceChange = Pick<
  InvoiceRecord,
  | 'customerId'
  | 'amount'
  | 'ssp'
  | 'status'
  | 'dueDate'
  | 'notes'
  | 'receivableAccount'
  | 'postingRevision'
  | 'paid'
  | 'paidDate'
  | 'paymentAccount'
  | 'paymentReference'
>;

/** Writes what changes of a locked invoice; where nothing does, its version stays too. */
export async function updateInvoice(
  db: Db,
  before: InvoiceRecord,
  changes: Partial<InvoiceChange>,
): Promise<void> {
  const change: InvoiceChange = { ...before, ...changes };
  const names = Object.keys(changes) as (keyof InvoiceChange)[];
  if (names.every((name) => before[name] === change[name])) return;
  await sql`
    update invoices set customer_id = ${change.customerId}, amount_cents = ${change.amount}, ssp_cents = ${change.ssp},
      status = ${change.status}, due_date = ${change.dueDate}, notes = ${change.notes},
      receivable_account = ${change.receivableAccount}, posting_revision = ${change.postingRevision},
      paid_cents = ${change.paid}, paid_date = ${change.paidDate}, payment_account = ${change.paymentAccount},
      payment_reference = ${change.paymentReference}, version = version + 1
    where id = ${before.id}`.execute(db);
}

export interface Settlement {
  id: number;
  paid: Cents;
  status: InvoiceStatus;
  paidDate: IsoDate | null;
  paymentAccount: PaymentAccount | null;
  paymentReference: string;
}

/** Marks invoices whose payment was reversed: since that day they are owed again. */
export async function markReopened(db: Db, ids: readonly number[], on: IsoDate): Promise<void> {
  await sql`update invoices set reopened_on = ${on} where id = any(${arrayOf('bigint', ids)})`.execute(
    db,
  );
}

/** Sets what is paid on invoices, in one statement. */
export async function updateSettlements(db: Db, changes: readonly Settlement[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update invoices i set paid_cents = n.paid, status = n.status, paid_date = n.paid_date, payment_account = n.account,
      payment_reference = n.reference, version = i.version + 1
    from (${rowsOf(changes, {
      id: ['bigint', (change) => change.id],
      paid: ['bigint', (change) => change.paid],
      status: ['text', (change) => change.status],
      paid_date: ['date', (change) => change.paidDate],
      account: ['text', (change) => change.paymentAccount],
      reference: ['text', (change) => change.paymentReference],
    })}) as n
    where i.id = n.id`.execute(db);
}
