import { sql } from 'kysely';
import { IS_PRIVATE, IS_SUMMED } from '../../accounting/private/fragments.ts';
import { isOverdue } from '../../billing/fragments.ts';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { inBatches } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { isEmployedOn } from '../../hr/employees/fragments.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { isSpent } from '../../procurement/fragments.ts';
import { instantsOf, type PrivateMonths, statusBefore } from '../comprehensive/queries.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import type { Cell } from './rules-tables.ts';

/** Rows read at a time by an export. */
const BATCH = 2000;

/** A row as the columns name it; `id` orders rows in the batches and is shown by none. */
export type RowRecord = Record<string, Cell> & { id: number };

async function idsOf(query: ReturnType<typeof sql<{ id: number }>>, db: Db): Promise<number[]> {
  return (await query.execute(db)).rows.map(({ id }) => id);
}

async function* read(
  ids: readonly number[],
  rowsOf: (part: readonly number[]) => Promise<{ rows: RowRecord[] }>,
): AsyncGenerator<RowRecord[]> {
  yield* inBatches(ids, BATCH, async (part) => (await rowsOf(part)).rows);
}

/** What may be shown of the ledger: all, or payroll as monthly sums (decision 44). */
export interface LedgerPart {
  /** 'result' of revenue and expenses, or these accounts. */
  accounts: 'result' | readonly string[];
  /** The months whose payroll is shown as sums; undefined to show its lines. */
  privateMonths: PrivateMonths;
  /** The day of the payroll of the current month; that of others is dated its last day. */
  today: IsoDate;
}

const isOfPart = ({ accounts }: LedgerPart) =>
  accounts === 'result'
    ? sql`a.type in ('REVENUE', 'EXPENSE')`
    : sql`a.code = any(${arrayOf('text', accounts)})`;

const linesIn = ({ startDate, endDate }: DateRange, part: LedgerPart) => sql`
  from journal_entries e cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l
  join accounts a on a.code = l.account_code
  where e.entry_date between ${startDate} and ${endDate} and ${isOfPart(part)}`;

export async function countLines(db: Db, range: DateRange, part: LedgerPart): Promise<number> {
  const shown = part.privateMonths === undefined ? sql`` : sql`and not (${IS_PRIVATE})`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${linesIn(range, part)} ${shown}`.execute(db);
  const sums = (await findPrivateSums(db, part)).length;
  return rows[0]!.count + sums;
}

/** The lines of a range by date; those of payroll, if they may not be shown, as sums by month and account at the end. */
export async function* streamLines(
  db: Db,
  range: DateRange,
  part: LedgerPart,
): AsyncGenerator<RowRecord[]> {
  const shown = part.privateMonths === undefined ? sql`` : sql`and not (${IS_PRIVATE})`;
  const ids = await idsOf(
    sql<{ id: number }>`select e.id from journal_entries e
      where e.entry_date between ${range.startDate} and ${range.endDate} ${shown}
      order by e.entry_date, e.id`,
    db,
  );
  yield* read(ids, (some) =>
    sql<RowRecord>`
      select e.id, e.entry_date as date, e.entry_number as entry, a.code as account, a.name as "accountName", a.type,
        coalesce(nullif(l.description, ''), e.description) as description, e.reference,
        nullif(l.debit_cents, 0)::bigint as debit, nullif(l.credit_cents, 0)::bigint as credit
      from ${eachId(some)} cross join lateral ${byKey('journal_entries', 'id', 'k.id')} e
      cross join lateral ${byKey('journal_lines', 'entry_id', 'k.id')} l
      join accounts a on a.code = l.account_code
      where ${isOfPart(part)} order by e.entry_date, e.id, l.line_no`.execute(db),
  );
  yield await findPrivateSums(db, part);
}

async function findPrivateSums(db: Db, part: LedgerPart): Promise<RowRecord[]> {
  const months = part.privateMonths;
  if (!months) return [];
  const { rows } = await sql<RowRecord>`
    select 0 as id, case when e.month = date_trunc('month', ${part.today}::date)::date then ${part.today}::date
        else (e.month + interval '1 month' - interval '1 day')::date end as date, 'PAYROLL-' || to_char(e.month, 'YYYY-MM') as entry, a.code as account,
      a.name as "accountName", a.type, 'Payroll of the month' as description, '' as reference,
      sum(l.debit_cents)::bigint as debit, sum(l.credit_cents)::bigint as credit
    from journal_entries e cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l
    join accounts a on a.code = l.account_code
    where ${IS_SUMMED} and e.month between ${months.from} and ${months.to} and ${isOfPart(part)}
    group by e.month, a.code, a.name, a.type order by e.month, a.code`.execute(db);
  return rows;
}

export async function countRows(
  db: Db,
  source: 'customers' | 'invoices' | 'orders' | 'employees' | 'tickets',
  range: DateRange,
): Promise<number> {
  return (await idsOf(idQueries[source](range), db)).length;
}

/** The ids of each list's rows in their order. */
const idQueries = {
  customers: ({ endDate }: DateRange) => sql<{ id: number }>`
    select id from customers where service_start_date <= ${endDate} order by search_text, id`,
  invoices: ({ startDate, endDate }: DateRange) => sql<{ id: number }>`
    select id from invoices where bill_date between ${startDate} and ${endDate} and status <> 'cancelled'
    order by bill_date, id`,
  orders: ({ startDate, endDate }: DateRange) => sql<{ id: number }>`
    select id from purchase_orders where order_date between ${startDate} and ${endDate}
      and ${isSpent(sql`status`)} order by order_date, id`,
  employees: ({ endDate }: DateRange) => sql<{ id: number }>`
    select s.id from employees s where ${isEmployedOn('s', endDate)} order by search_text, id`,
  tickets: (range: DateRange) => {
    const { from, to } = instantsOf(range);
    return sql<{ id: number }>`
      select id from tickets where created_at >= ${from} and created_at < ${to} and merged_into_id is null
      order by created_at, id`;
  },
};

/** Customers whose service began by the last day, with their status then. */
export async function* streamCustomers(db: Db, range: DateRange): AsyncGenerator<RowRecord[]> {
  const { startDate, endDate } = range;
  const ids = await idsOf(idQueries.customers(range), db);
  const then = await sql<{ id: number; status: string }>`
    select customer_id as id, status from ${statusBefore(endDate)} s`.execute(db);
  const statuses = new Map(then.rows.map(({ id, status }) => [id, status]));
  const batches = read(ids, (some) =>
    sql<RowRecord>`
      select c.id, c.customer_id as "customerId", c.name, c.type, c.location, c.package_type as "packageType", c.status,
        c.service_start_date as "serviceStartDate", c.monthly_fee_cents as "monthlyFeeUsd",
        case when c.service_start_date >= ${startDate} then 'yes' else 'no' end as "isNew"
      from ${eachId(some)} cross join lateral ${byKey('customers', 'id', 'k.id')} c`.execute(db),
  );
  for await (const rows of batches) {
    for (const row of rows) row.status = statuses.get(row.id) ?? row.status!;
    yield rows;
  }
}

/** Invoices billed in a range; `boundary` is `overdueBoundary` of today. */
export async function* streamInvoices(
  db: Db,
  range: DateRange,
  boundary: IsoDate,
): AsyncGenerator<RowRecord[]> {
  const ids = await idsOf(idQueries.invoices(range), db);
  yield* read(ids, (some) =>
    sql<RowRecord>`
      select i.id, i.invoice_number as "invoiceId", c.customer_id as "customerId", c.name as "customerName",
        i.bill_date as "billDate", i.due_date as "dueDate",
        case when i.status = 'pending' and ${isOverdue(boundary)} then 'overdue' else i.status end as status,
        i.amount_cents as "amountUsd", i.paid_cents as "paidUsd", i.amount_cents - i.paid_cents as "openUsd",
        i.paid_date as "paidDate", i.disputed_since as "disputedSince"
      from ${eachId(some)} cross join lateral ${byKey('invoices', 'id', 'k.id')} i
      cross join lateral ${byKey('customers', 'id', 'i.customer_id')} c`.execute(db),
  );
}

export async function* streamOrders(db: Db, range: DateRange): AsyncGenerator<RowRecord[]> {
  const ids = await idsOf(idQueries.orders(range), db);
  yield* read(ids, (some) =>
    sql<RowRecord>`
      select o.id, o.po_number as "poNumber", s.name as supplier, o.order_date as "orderDate", o.status,
        o.expected_delivery as "expectedDelivery", o.received_on as "receivedOn", o.currency, o.total_cents as "totalUsd"
      from ${eachId(some)} cross join lateral ${byKey('purchase_orders', 'id', 'k.id')} o
      cross join lateral ${byKey('suppliers', 'id', 'o.supplier_id')} s`.execute(db),
  );
}

export async function* streamEmployees(
  db: Db,
  range: DateRange,
  seesPay: boolean,
): AsyncGenerator<RowRecord[]> {
  const ids = await idsOf(idQueries.employees(range), db);
  const salary = seesPay ? sql`e.base_salary_cents` : sql`null::bigint`;
  yield* read(ids, (some) =>
    sql<RowRecord>`
      select e.id, e.employee_number as "employeeNumber", e.first_name || ' ' || e.last_name as name, d.name as department,
        e.position, e.employment_type as "employmentType", e.hire_date as "hireDate", e.status, ${salary} as "baseSalary"
      from ${eachId(some)} cross join lateral ${byKey('employees', 'id', 'k.id')} e
      join departments d on d.id = e.department_id`.execute(db),
  );
}

export async function* streamTickets(db: Db, range: DateRange): AsyncGenerator<RowRecord[]> {
  const ids = await idsOf(idQueries.tickets(range), db);
  yield* read(ids, (some) =>
    sql<RowRecord>`
      select t.id, t.ticket_id as "ticketId", t.title, coalesce(c.name, '') as customer, t.issue_type as category,
        t.priority, t.status, ((t.created_at at time zone 'UTC') + interval '2 hours')::date as opened,
        ((t.resolved_at at time zone 'UTC') + interval '2 hours')::date as resolved,
        round(extract(epoch from t.resolved_at - t.created_at)::numeric / 3600, 1)::float8 as hours
      from ${eachId(some)} cross join lateral ${byKey('tickets', 'id', 'k.id')} t
      left join lateral ${byKey('customers', 'id', 't.customer_id')} c on true`.execute(db),
  );
}
