import { type RawBuilder, sql } from 'kysely';
import { leaf } from '../../accounting/chart.ts';
import { accountMonths, IS_PRIVATE, IS_SUMMED } from '../../accounting/private/fragments.ts';
import { isOverdue } from '../../billing/fragments.ts';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { isEmployedOn } from '../../hr/employees/fragments.ts';
import { addDays, type IsoDate, startOfDay } from '../../kernel/dates.ts';
import { isSpent } from '../../procurement/fragments.ts';
import type {
  CustomerCounts,
  InvoiceCounts,
  LedgerSums,
  OperationCounts,
  StaffCounts,
  SupplierSpend,
} from './rules.ts';
import type { RangeParts } from './rules-range.ts';
import type { DateRange } from './schema.ts';

/** Before every entry. */
const NO_MONTH = '0001-01-01';

/** The group of the plans' revenue (core/accounting/chart.ts). */
export const PLANS = '4100';

/** The accounts of pay: salaries, and benefits and social security. */
export const PAY_ACCOUNTS = [leaf.salaries, leaf.employerSocial] as const;

/** The months whose payroll counts, in place of its days, for a caller who does not see pay; undefined for others. */
export type PrivateMonths = { from: IsoDate; to: IsoDate } | null | undefined;

/**
 * Debits less credits over a range as rows `account_code`, `net`, several for an account: by month, and from the lines of
 * the days at its edges. With `privateMonths` payroll counts in those months alone, without what is left out (decision 67).
 */
export function ledgerNets(
  { months, edges }: RangeParts,
  privateMonths: PrivateMonths,
): RawBuilder<unknown> {
  const sums = sql`l.account_code, sum(l.debit_cents - l.credit_cents) as net from journal_entries e
    cross join lateral ${byKey('journal_lines', 'entry_id', 'e.id')} l`;
  const shown = privateMonths === undefined ? sql`` : sql`and not (${IS_PRIVATE})`;
  const parts = edges.map(
    ({ startDate, endDate }) => sql`select ${sums}
      where e.entry_date between ${startDate} and ${endDate} ${shown} group by l.account_code`,
  );
  if (months)
    parts.push(sql`select account_code, sum(debit_cents - credit_cents) as net from ${accountMonths(privateMonths === undefined)} kept
      where month between ${months.from} and ${months.to} group by account_code`);
  // Those of whole months are in the sums by month.
  if (privateMonths)
    parts.push(sql`select ${sums} where ${IS_SUMMED} and e.month between ${privateMonths.from} and ${privateMonths.to}
      and not (e.month between ${months?.from ?? NO_MONTH} and ${months?.to ?? NO_MONTH}) group by l.account_code`);
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** Sums of revenue and expenses over a range; `parts` and `privateMonths` as for `ledgerNets`. */
export async function sumLedger(
  db: Db,
  parts: RangeParts,
  privateMonths?: PrivateMonths,
): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    select ${sumCents(sql`-s.net`, sql`a.type = 'REVENUE'`)} as revenue,
      ${sumCents('s.net', sql`a.type = 'EXPENSE'`)} as expenses,
      ${sumCents(sql`-s.net`, sql`a.parent_code = ${PLANS}`)} as plans,
      ${sumCents('s.net', sql`a.code = any(${arrayOf('text', PAY_ACCOUNTS)})`)} as payroll
    from ${ledgerNets(parts, privateMonths)} s join accounts a on a.code = s.account_code`.execute(
    db,
  );
  return rows[0]!;
}

/** The first day with revenue of the ledger. */
export async function findFirstRevenue(db: Db): Promise<IsoDate | null> {
  const { rows } = await sql<{ day: IsoDate }>`
    select day from revenue_days order by day limit 1`.execute(db);
  return rows[0]?.day ?? null;
}

/**
 * The first status that each customer had after a day, of those whose status has changed since: what they had on that day.
 * Reconstructed changes do not know it; such customers were Active.
 */
export function statusBefore(after: IsoDate): RawBuilder<unknown> {
  return sql`(select distinct on (customer_id) customer_id, coalesce(from_status, 'Active') as status
    from customer_status_changes where business_date > ${after} order by customer_id, id)`;
}

/** The customers who became Inactive in a range, and the last day on which they did. */
export function becameInactive({ startDate, endDate }: DateRange): RawBuilder<unknown> {
  return sql`(select customer_id, max(business_date) as day from customer_status_changes
    where to_status = 'Inactive' and business_date between ${startDate} and ${endDate} group by customer_id)`;
}

/** The customers whose service begins after a day, and the Active ones of them now. */
function startingAfter(day: IsoDate): RawBuilder<unknown> {
  return sql`(select count(*) as customers, count(*) filter (where status = 'Active') as active from customers
    where service_start_date > ${day} and service_start_date <= 'infinity')`;
}

/** How many more of the customers with service on a day are Active now than on that day, by the changes since. */
function gainedSince(day: IsoDate): RawBuilder<unknown> {
  return sql`(select coalesce(sum(h.gained), 0)::bigint as active from (
      select customer_id, sum((to_status = 'Active')::int - (coalesce(from_status, 'Active') = 'Active')::int) as gained
      from customer_status_changes where business_date > ${day} and business_date <= 'infinity'
      group by customer_id
      having sum((to_status = 'Active')::int - (coalesce(from_status, 'Active') = 'Active')::int) <> 0) h
    cross join lateral ${byKey('customers', 'id', 'h.customer_id')} c
    where c.service_start_date <= ${day})`;
}

/**
 * Customers of a range without reading all of them: from the counts that the database keeps of today, less what has begun or
 * changed since. A customer is lost who became Inactive in the range and was so at its end.
 */
export async function countCustomers(
  db: Db,
  { startDate, endDate }: DateRange,
): Promise<CustomerCounts> {
  const before = addDays(startDate, -1);
  const { rows } = await sql<CustomerCounts>`
    select n.customers - e.customers as total, n.active - e.active - eg.active as active,
      n.active - s.active - sg.active as "activeBefore", s.customers - e.customers as added, l.lost
    from (select coalesce(sum(customers), 0)::bigint as customers,
        coalesce(sum(customers) filter (where status = 'Active'), 0)::bigint as active from customer_counts) n
    cross join ${startingAfter(endDate)} e cross join ${gainedSince(endDate)} eg
    cross join ${startingAfter(before)} s cross join ${gainedSince(before)} sg
    cross join (select count(*) as lost from ${becameInactive({ startDate, endDate })} i
      cross join lateral ${byKey('customers', 'id', 'i.customer_id')} c
      left join lateral (select coalesce(from_status, 'Active') as status
        from ${byKey('customer_status_changes', 'customer_id', 'i.customer_id')} h
        where business_date > ${endDate} order by id limit 1) a on true
      where coalesce(a.status, c.status) = 'Inactive') l`.execute(db);
  return rows[0]!;
}

/** Invoices billed in a range that are not cancelled; `boundary` is `overdueBoundary` of today. */
export async function countInvoices(
  db: Db,
  { startDate, endDate }: DateRange,
  boundary: IsoDate,
): Promise<InvoiceCounts> {
  const { rows } = await sql<InvoiceCounts>`
    select count(*) as total, count(*) filter (where i.status = 'paid') as paid,
      count(*) filter (where i.status in ('pending', 'overdue') and ${isOverdue(boundary)}) as overdue,
      ${sumCents('i.amount_cents')} as "billedUsd", ${sumCents('i.paid_cents')} as "paidUsd",
      (avg(greatest(i.paid_date - i.bill_date, 0)) filter (where i.status = 'paid'))::float8 as "paymentDays"
    from invoices i
    where i.bill_date between ${startDate} and ${endDate} and i.status <> 'cancelled'`.execute(db);
  return rows[0]!;
}

/** Employees at the end of a range, and the days marked in it. */
export async function countStaff(db: Db, { startDate, endDate }: DateRange): Promise<StaffCounts> {
  const { rows } = await sql<StaffCounts>`
    select e.*, a.* from (
      select count(*) as total, count(*) filter (where status = 'active') as active,
        ${sumCents('base_salary_cents', sql`status = 'active'`)} as salaries
      from employees s where ${isEmployedOn('s', endDate)}) e
    cross join (
      select count(*) as "markedDays", count(*) filter (where status in ('present', 'late')) as "presentDays"
      from attendance where day between ${startDate} and ${endDate}) a`.execute(db);
  return rows[0]!;
}

/** The suppliers with the highest approved orders of a range. */
export async function findTopSuppliers(
  db: Db,
  { startDate, endDate }: DateRange,
  limit: number,
): Promise<SupplierSpend[]> {
  const { rows } = await sql<SupplierSpend>`
    select o.supplier_id as "supplierId", s.name, o.orders as "orderCount", o.spent as "totalSpent"
    from (select supplier_id, count(*) as orders, ${sumCents('total_cents')} as spent from purchase_orders
      where order_date between ${startDate} and ${endDate} and ${isSpent(sql`status`)}
      group by supplier_id order by spent desc, supplier_id limit ${limit}) o
    join suppliers s on s.id = o.supplier_id
    order by o.spent desc, o.supplier_id`.execute(db);
  return rows;
}

/** The instants at which a range begins and ends. */
export function instantsOf({ startDate, endDate }: DateRange): { from: Date; to: Date } {
  return { from: startOfDay(startDate), to: startOfDay(addDays(endDate, 1)) };
}

/**
 * The tickets resolved in a range and their mean hours, merged ones left out; a select list and its source. Intervals are
 * added up as integers: the seconds of each would be a `numeric`.
 */
function resolvedIn({ from, to }: ReturnType<typeof instantsOf>): RawBuilder<unknown> {
  return sql`count(*) as resolved, (extract(epoch from sum(resolved_at - created_at)) / 3600 / count(*))::float8 as hours from tickets
    where resolved_at >= ${from} and resolved_at < ${to} and merged_into_id is null`;
}

export async function countResolved(
  db: Db,
  range: DateRange,
): Promise<Pick<OperationCounts, 'resolved' | 'hours'>> {
  const { rows } = await sql<Pick<OperationCounts, 'resolved' | 'hours'>>`
    select ${resolvedIn(instantsOf(range))}`.execute(db);
  return rows[0]!;
}

/**
 * What was taken back of the vouchers sold in a range, on whatever day: `f` of voucher_voids, with their sale `b`. A sale
 * without it is what the lists of vouchers call sold.
 */
export function voidsOfSales({ startDate, endDate }: DateRange): RawBuilder<unknown> {
  return sql`voucher_voids f cross join lateral ${byKey('voucher_batches', 'id', 'f.batch_id')} b
    where b.sold_on between ${startDate} and ${endDate}`;
}

/** The hotspot access `w` sold in a range, without what was given back. */
export function wifiSoldIn({ startDate, endDate }: DateRange): RawBuilder<unknown> {
  return sql`wifi_sessions w left join payment_refunds r on r.intent_id = w.intent_id
    where r.id is null and w.sold_on between ${startDate} and ${endDate}`;
}

/**
 * Tickets (merged ones left out), changes by the 15-day rule, vouchers and hotspot access sold in a range and not taken
 * back since.
 */
export async function countOperations(db: Db, range: DateRange): Promise<OperationCounts> {
  const { from, to } = instantsOf(range);
  const { startDate, endDate } = range;
  const { rows } = await sql<OperationCounts>`
    select o.*, r.*, c.*, v.*, w.*
    from (select count(*) as opened from tickets
      where created_at >= ${from} and created_at < ${to} and merged_into_id is null) o
    cross join (select ${resolvedIn({ from, to })}) r
    cross join (select count(*) filter (where to_status = 'Suspended') as disconnections,
        count(*) filter (where to_status = 'Active') as recoveries from customer_status_changes
      where by_rule and business_date between ${startDate} and ${endDate}) c
    cross join (select coalesce(sum(quantity), 0)::bigint as vouchers, ${sumCents('usd')} as "voucherSales" from (
        select quantity, quantity * value_cents as usd from voucher_batches
        where sold_on between ${startDate} and ${endDate}
        union all
        select -f.quantity, -f.amount_cents from ${voidsOfSales(range)}) s) v
    cross join (select count(*) as wifi, ${sumCents('w.usd_cents')} as "wifiSales" from ${wifiSoldIn(range)}) w`.execute(
    db,
  );
  return rows[0]!;
}
