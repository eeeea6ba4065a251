import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { addMonths, firstDay, type IsoDate, lastDay, monthOf } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { instantsOf } from '../comprehensive/queries.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import type { Cell } from '../exports/rules-tables.ts';
import type { OwnReportName } from './schema.ts';

/** Rows as their columns name them; amounts in cents. */
export type OwnRow = Record<string, Cell>;

/** The months of a range: their names, and their days within it. */
function monthsOf({ startDate, endDate }: DateRange): RawBuilder<unknown> {
  const months: RawBuilder<unknown>[] = [];
  for (let month = monthOf(startDate); month <= monthOf(endDate); month = addMonths(month, 1)) {
    const from = firstDay(month) < startDate ? startDate : firstDay(month);
    const to = lastDay(month) > endDate ? endDate : lastDay(month);
    months.push(sql`(${month}::text, ${from}::date, ${to}::date)`);
  }
  return sql`(values ${sql.join(months)}) m (month, "from", "to")`;
}

/**
 * What happened to customers, as one row each with a date: their service began, their status changed. The status at the
 * beginning is the one before the first change. Changes before the service count on its first day.
 */
const events = sql`(
  select c.id, c.package_type, c.service_start_date as day, 1 as added, 0 as lost,
    case when coalesce(f.status, c.status) = 'Active' then 1 else 0 end as active
  from customers c
  full join (select distinct on (customer_id) customer_id, coalesce(from_status, 'Active') as status
    from customer_status_changes order by customer_id, id) f on f.customer_id = c.id
  union all
  select c.id, c.package_type, greatest(h.business_date, c.service_start_date), 0, 0,
    case when h.to_status = 'Active' then 1 when coalesce(h.from_status, 'Active') = 'Active' then -1 else 0 end
  from customers c full join customer_status_changes h on h.customer_id = c.id
  where h.id is not null)`;

/** New, lost and active customers at the end of each month, for each value of a grouping. */
function customersBy(range: DateRange, key: RawBuilder<unknown>) {
  return sql<OwnRow>`
    with e as materialized (select ${key} as key, day, sum(added) as added, sum(active) as active
      from ${events} e group by 1, 2),
    keys as (select distinct key from e where day <= ${range.endDate}),
    gone as materialized (
      select ${key} as key, month, count(*) as lost from (
        select distinct c.package_type, c.id, m.month from customers c
        full join customer_status_changes h on h.customer_id = c.id
        join ${monthsOf(range)} on h.business_date between m."from" and m."to"
        where h.to_status = 'Inactive' and not exists (
          select from customer_status_changes later where later.customer_id = h.customer_id and later.id > h.id
            and later.business_date <= m."to")) e group by 1, 2)
    select m.month, keys.key, sums.added, coalesce(gone.lost, 0) as lost, sums.active, sums.total
    from ${monthsOf(range)} cross join keys
    cross join lateral (
      select coalesce(sum(added) filter (where day >= m."from"), 0)::bigint as added,
        coalesce(sum(active), 0)::bigint as active, coalesce(sum(added), 0)::bigint as total
      from e where e.key = keys.key and e.day <= m."to") sums
    left join gone on gone.key = keys.key and gone.month = m.month
    order by m.month, keys.key`;
}

/** Customers by the month in which their service began; `left_on` of those who are Inactive now. */
function cohorts({ startDate, endDate }: DateRange, today: IsoDate) {
  const after = (months: number) => sql`case
    when (max(start) + ${months} * interval '1 month')::date > ${today} then null
    else round(100.0 * count(*) filter (where left_on is null or left_on > (start + ${months} * interval '1 month')::date)
      / count(*), 1)::float8 end`;
  return sql<OwnRow>`
    select to_char(start, 'YYYY-MM') as month, count(*) as customers,
      count(*) filter (where left_on is null) as remaining,
      ${after(1)} as after1, ${after(3)} as after3, ${after(6)} as after6, ${after(12)} as after12
    from (
      select c.service_start_date as start,
        case when c.status = 'Inactive' then coalesce(h.day, c.service_start_date) end as left_on
      from customers c
      full join (select customer_id, max(business_date) as day from customer_status_changes
        where to_status = 'Inactive' group by customer_id) h on h.customer_id = c.id
      where c.service_start_date between ${startDate} and ${endDate}) c
    group by 1 order by 1`;
}

function revenueBy({ startDate, endDate }: DateRange, name: string, key: RawBuilder<unknown>) {
  return sql<OwnRow>`
    select ${key} as ${sql.ref(name)}, count(distinct i.customer_id) as customers, count(*) as invoices,
      ${sumCents('i.amount_cents')} as "billedUsd", ${sumCents('i.paid_cents')} as "paidUsd",
      ${sumCents(sql`i.amount_cents - i.paid_cents`)} as "openUsd",
      round(100.0 * sum(i.amount_cents) / sum(sum(i.amount_cents)) over (), 1)::float8 as share
    from (select * from invoices where bill_date between ${startDate} and ${endDate} and status <> 'cancelled') i
    full join customers c on c.id = i.customer_id
    where i.id is not null
    group by 1 order by "billedUsd" desc, 1`;
}

/** What each customer owes on open invoices, by the days since they were due; `d` with the customer's id as `key`. */
function debts(today: IsoDate): RawBuilder<unknown> {
  const open = sql`i.amount_cents - i.paid_cents`;
  const days = sql`${today}::date - i.due_date`;
  return sql`(select i.customer_id as key,
      ${sumCents(open, sql`${days} <= 0`)} as "notDue",
      ${sumCents(open, sql`${days} between 1 and 30`)} as days30,
      ${sumCents(open, sql`${days} between 31 and 60`)} as days60,
      ${sumCents(open, sql`${days} between 61 and 90`)} as days90,
      ${sumCents(open, sql`${days} > 90`)} as older, ${sumCents(open)} as total
    from invoices i where i.status in ('pending', 'overdue') group by i.customer_id) d`;
}

function ageing(today: IsoDate) {
  return sql<OwnRow>`
    select c.customer_id as "customerId", c.name, c.phone, c.status, d.*
    from ${debts(today)}
    full join customers c on c.id = d.key
    where d.total > 0
    order by d.total desc, c.search_text, c.id`;
}

/** The sums of the report of ageing. */
export interface AgeingSums {
  customers: number;
  notDue: Cents;
  days30: Cents;
  days60: Cents;
  days90: Cents;
  older: Cents;
  total: Cents;
}

export async function sumAgeing(db: Db, today: IsoDate): Promise<AgeingSums> {
  const sums = ['notDue', 'days30', 'days60', 'days90', 'older', 'total'].map(
    (name) => sql`${sumCents(sql.ref(name))} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<AgeingSums>`
    select count(*) as customers, ${sql.join(sums)} from ${debts(today)} where total > 0`.execute(
    db,
  );
  return rows[0]!;
}

export interface Debtor {
  customerId: string;
  name: string;
  status: string;
  total: Cents;
  /** Of it, what is more than 30 days past due. */
  late: Cents;
}

/** The customers who owe most, as the report of ageing lists them. */
export async function findDebtors(db: Db, today: IsoDate, limit: number): Promise<Debtor[]> {
  const { rows } = await sql<Debtor>`
    select c.customer_id as "customerId", c.name, c.status, d.total, d.days60 + d.days90 + d.older as late
    from (select * from ${debts(today)} where total > 0 order by total desc, key limit ${limit}) d
    cross join lateral ${byKey('customers', 'id', 'd.key')} c
    order by d.total desc, d.key`.execute(db);
  return rows;
}

function disconnections(range: DateRange) {
  const number = (condition: RawBuilder<unknown>) => sql`count(h.id) filter (where ${condition})`;
  return sql<OwnRow>`
    select m.month, ${number(sql`h.by_rule and h.to_status = 'Suspended'`)} as "suspendedByRule",
      ${number(sql`h.by_rule and h.to_status = 'Active'`)} as "restoredByRule",
      ${number(sql`not h.by_rule and h.to_status = 'Suspended'`)} as "suspendedByHand",
      ${number(sql`not h.by_rule and h.from_status = 'Suspended' and h.to_status = 'Active'`)} as "restoredByHand",
      ${number(sql`h.to_status = 'Inactive'`)} as "left"
    from ${monthsOf(range)}
    left join (select * from customer_status_changes
      where business_date between ${range.startDate} and ${range.endDate}) h on h.business_date between m."from" and m."to"
    group by m.month order by m.month`;
}

function tickets(range: DateRange) {
  const { from, to } = instantsOf(range);
  const resolved = sql`resolved_at >= ${from} and resolved_at < ${to}`;
  return sql<OwnRow>`
    select issue_type as category, count(*) filter (where created_at >= ${from} and created_at < ${to}) as opened,
      count(*) filter (where ${resolved}) as resolved,
      round((avg(extract(epoch from resolved_at - created_at)) filter (where ${resolved}) / 3600)::numeric, 1)::float8 as hours,
      round(100.0 * count(*) filter (where ${resolved} and resolved_at <= resolution_due_at)
        / nullif(count(*) filter (where ${resolved} and resolution_due_at is not null), 0), 1)::float8 as "onTime"
    from (
      select * from tickets where created_at >= ${from} and created_at < ${to}
      union
      select * from tickets where ${resolved}) t
    where merged_into_id is null
    group by issue_type order by opened desc, issue_type`;
}

function nodeUptime(range: DateRange) {
  const { from, to } = instantsOf(range);
  return sql<OwnRow>`
    select n.name as node, n.location, n.type,
      case when r.samples > 0 then floor(r.up * 100000.0 / r.samples) / 1000
        else n.typed_uptime / 1000.0 end::float8 as uptime,
      coalesce(r.samples, 0) as samples, coalesce(r.samples - r.up, 0) as failed, coalesce(a.alarms, 0) as alarms
    from network_nodes n
    left join (select node_id, sum(samples)::bigint as samples, sum(up_samples)::bigint as up from network_rollups
      where span = 'day' and start >= ${from} and start < ${to} group by node_id) r on r.node_id = n.id
    left join (select node_id, count(*) as alarms from network_alarms
      where raised_at >= ${from} and raised_at < ${to} group by node_id) a on a.node_id = n.id
    where n.retired_at is null
    order by uptime nulls last, n.search_text, n.id`;
}

function vouchersByDay({ startDate, endDate }: DateRange) {
  return sql<OwnRow>`
    select date, sum(sales)::bigint as sales, sum(sold)::bigint as sold, ${sumCents('usd')} as "salesUsd",
      sum(activated)::bigint as activated
    from (
      select sold_on as date, 1 as sales, quantity as sold, quantity * value_cents as usd, 0 as activated
      from voucher_batches where sold_on between ${startDate} and ${endDate}
      union all
      select activated_on, 0, 0, 0, 1 from vouchers where activated_on between ${startDate} and ${endDate}) d
    group by date order by date`;
}

function wifiByDay({ startDate, endDate }: DateRange) {
  return sql<OwnRow>`
    select sold_on as date, package_name as "packageName", count(*) as sold, ${sumCents('usd_cents')} as "salesUsd"
    from wifi_sessions where sold_on between ${startDate} and ${endDate}
    group by sold_on, package_name order by sold_on, package_name`;
}

function cashByCashier(range: DateRange) {
  const { from, to } = instantsOf(range);
  const sum = (currency: 'USD' | 'SSP', kinds: RawBuilder<unknown>) =>
    sumCents('m.amount_cents', sql`m.currency = ${currency} and ${kinds}`);
  const taken = sql`m.kind in ('payment', 'voucher') and m.amount_cents > 0`;
  const returned = sql`(m.kind in ('reversal', 'refund') or (m.kind = 'voucher' and m.amount_cents < 0))`;
  const ofKind = (kind: string) => sql`m.kind = ${kind}`;
  const of = (currency: 'USD' | 'SSP') => sql`
    ${sum(currency, taken)} as ${sql.ref(`taken${currency === 'USD' ? 'Usd' : 'Ssp'}`)},
    -${sum(currency, returned)} as ${sql.ref(`returned${currency === 'USD' ? 'Usd' : 'Ssp'}`)},
    -${sum(currency, ofKind('handover'))} as ${sql.ref(`handed${currency === 'USD' ? 'Usd' : 'Ssp'}`)},
    ${sum(currency, ofKind('difference'))} as ${sql.ref(`difference${currency === 'USD' ? 'Usd' : 'Ssp'}`)}`;
  return sql<OwnRow>`
    select max(t.user_name) as cashier, count(distinct t.id) as tills, ${of('USD')}, ${of('SSP')}
    from (select id, user_id, user_name from tills where opened_at < ${to} offset 0) t
    cross join lateral ${byKey('cash_movements', 'till_id', 't.id')} m
    where m.created_at >= ${from} and m.created_at < ${to}
    group by t.user_id order by cashier, t.user_id`;
}

const byName: Record<OwnReportName, (range: DateRange, today: IsoDate) => RawBuilder<OwnRow>> = {
  'customers-by-month': (range) => customersBy(range, sql`'all'::text`),
  'customers-by-package': (range) => customersBy(range, sql`e.package_type`),
  cohorts,
  'revenue-by-package': (range) =>
    revenueBy(range, 'packageType', sql`coalesce(i.package_name, 'Without a package')`),
  'revenue-by-location': (range) => revenueBy(range, 'location', sql`c.location`),
  'revenue-by-type': (range) => revenueBy(range, 'type', sql`c.type`),
  ageing: (_, today) => ageing(today),
  disconnections,
  tickets,
  'node-uptime': nodeUptime,
  'vouchers-by-day': vouchersByDay,
  'wifi-by-day': wifiByDay,
  'cash-by-cashier': cashByCashier,
};

/** All rows of a report. They are few, but for those of ageing, one for each customer in debt. */
export async function findRows(
  db: Db,
  name: OwnReportName,
  range: DateRange,
  today: IsoDate,
): Promise<OwnRow[]> {
  const { rows } = await byName[name](range, today).execute(db);
  return name === 'customers-by-package'
    ? rows.map(({ key, ...row }) => ({ ...row, packageType: key! }))
    : rows;
}
