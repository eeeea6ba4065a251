import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { addMonths, firstDay, lastDay, monthOf } from '../../kernel/dates.ts';
import {
  becameInactive,
  instantsOf,
  ledgerNets,
  PAY_ACCOUNTS,
  statusBefore,
  voidsOfSales,
  wifiSoldIn,
} from '../comprehensive/queries.ts';
import { partsOf } from '../comprehensive/rules-range.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import { type Asked, ageing, type OwnRow } from './queries-ageing.ts';
import type { OwnReportName } from './schema.ts';

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
function cohorts({ startDate, endDate }: DateRange, { today }: Asked) {
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

/** As the figure counts them: Inactive at the end of the range, and made so in it. */
function customersLeft(range: DateRange) {
  return sql<OwnRow>`
    select c.customer_id as "customerId", c.name, c.package_type as "packageType", c.location,
      c.service_start_date as since, l.day as "leftOn", c.monthly_fee_cents as "monthlyFeeUsd"
    from customers c
    full join ${statusBefore(range.endDate)} e on e.customer_id = c.id
    full join ${becameInactive(range)} l on l.customer_id = c.id
    where l.customer_id is not null and coalesce(e.status, c.status) = 'Inactive'
    order by l.day, c.search_text, c.id`;
}

function resultByAccount(range: DateRange, { privateMonths }: Asked) {
  return sql<OwnRow>`
    select r.*, r."revenueUsd" - r."expensesUsd" as "resultUsd"
    from (
      select a.code as account, a.name, ${sumCents(sql`-s.net`, sql`a.type = 'REVENUE'`)} as "revenueUsd",
        ${sumCents('s.net', sql`a.type = 'EXPENSE'`)} as "expensesUsd"
      from ${ledgerNets(partsOf(range), privateMonths)} s join accounts a on a.code = s.account_code
      where a.type in ('REVENUE', 'EXPENSE') group by a.code, a.name) r
    where r."revenueUsd" <> 0 or r."expensesUsd" <> 0
    order by r.account`;
}

function payrollByMonth({ startDate, endDate }: DateRange) {
  const [salaries, benefits] = PAY_ACCOUNTS;
  const net = sql`l.debit_cents - l.credit_cents`;
  return sql<OwnRow>`
    select to_char(e.month, 'YYYY-MM') as month, ${sumCents(net, sql`l.account_code = ${salaries}`)} as "salariesUsd",
      ${sumCents(net, sql`l.account_code = ${benefits}`)} as "benefitsUsd", ${sumCents(net)} as "totalUsd"
    from (select * from journal_lines where account_code = any(${arrayOf('text', PAY_ACCOUNTS)})
        and month between ${firstDay(monthOf(startDate))} and ${endDate} offset 0) l
    cross join lateral ${byKey('journal_entries', 'id', 'l.entry_id')} e
    where e.entry_date between ${startDate} and ${endDate}
    group by e.month order by e.month`;
}

const isBilledIn = ({ startDate, endDate }: DateRange) =>
  sql`bill_date between ${startDate} and ${endDate} and status <> 'cancelled'`;

/**
 * What was billed by a key of the rows `rowsOf` gives for the invoices of a range. Nobody has two recurring invoices of one
 * month (the index invoices_one_a_month), so those of the range's last month are summed up at once; the others (`other`) are
 * told apart by customer, and do not count one who has such an invoice with the same key (`isSameKey`).
 */
function billedBy(
  range: DateRange,
  name: string,
  rowsOf: (invoices: RawBuilder<unknown>) => RawBuilder<unknown>,
  isSameKey = sql`true`,
) {
  const isBilled = isBilledIn(range);
  const isOfLast = sql`kind = 'recurring' and billing_month = ${firstDay(monthOf(range.endDate))}`;
  const invoices = sql`(select *, case when ${isOfLast} then null else customer_id end as other from invoices where ${isBilled})`;
  const customers = sql`(coalesce(sum(s.invoices) filter (where s.other is null), 0) + count(s.other) filter (where l.id is null))::bigint`;
  return sql<OwnRow>`
    with summed as materialized (
      select key, other, count(*) as invoices, ${sumCents('amount_cents')} as billed, ${sumCents('paid_cents')} as paid
      from (${rowsOf(invoices)}) i where customer_id is not null group by key, other)
    select s.key as ${sql.ref(name)}, ${customers} as customers, sum(s.invoices)::bigint as invoices, ${sumCents('s.billed')} as "billedUsd",
      ${sumCents('s.paid')} as "paidUsd", ${sumCents(sql`s.billed - s.paid`)} as "openUsd",
      round(100.0 * sum(s.billed) / sum(sum(s.billed)) over (), 1)::float8 as share
    from summed s left join lateral (select id from invoices
      where customer_id = s.other and ${isOfLast} and ${isBilled} and ${isSameKey} offset 0) l on true
    group by s.key order by "billedUsd" desc, s.key`;
}

/** By a column of the customers. A full join is never a nested loop; `offset 0` keeps it one. */
function revenueByCustomers(range: DateRange, column: 'location' | 'type') {
  const key = sql.ref(column);
  return billedBy(
    range,
    column,
    (invoices) => sql`
      select c.${key} as key, b.other, b.customer_id, b.amount_cents, b.paid_cents from ${invoices} b
      full join (select id, ${key} from customers) c on c.id = b.customer_id offset 0`,
  );
}

const packageOf = sql`coalesce(package_name, 'Without a package')`;

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

/** By the day of the sale, without what was taken back of it since. */
function vouchersByDay(range: DateRange) {
  const { startDate, endDate } = range;
  return sql<OwnRow>`
    select date, sum(sales)::bigint as sales, sum(sold)::bigint as sold, ${sumCents('usd')} as "salesUsd",
      sum(activated)::bigint as activated
    from (
      select sold_on as date, 1 as sales, quantity as sold, quantity * value_cents as usd, 0 as activated
      from voucher_batches where sold_on between ${startDate} and ${endDate}
      union all
      select b.sold_on, 0, -f.quantity, -f.amount_cents, 0 from ${voidsOfSales(range)}
      union all
      select activated_on, 0, 0, 0, 1 from vouchers where activated_on between ${startDate} and ${endDate}) d
    group by date order by date`;
}

function wifiByDay(range: DateRange) {
  return sql<OwnRow>`
    select w.sold_on as date, w.package_name as "packageName", count(*) as sold, ${sumCents('w.usd_cents')} as "salesUsd"
    from ${wifiSoldIn(range)}
    group by w.sold_on, w.package_name order by w.sold_on, w.package_name`;
}

function cashByCashier(range: DateRange) {
  const { from, to } = instantsOf(range);
  const sum = (currency: 'USD' | 'SSP', kinds: RawBuilder<unknown>) =>
    sumCents('m.amount_cents', sql`m.currency = ${currency} and ${kinds}`);
  const documents = sql`m.kind not in ('float', 'difference', 'handover')`;
  const taken = sql`${documents} and m.amount_cents > 0`;
  const returned = sql`${documents} and m.amount_cents < 0`;
  const ofKind = (kind: string) => sql`m.kind = ${kind}`;
  const of = (currency: 'USD' | 'SSP') => sql`
    ${sum(currency, ofKind('float'))} as ${sql.ref(`float${currency === 'USD' ? 'Usd' : 'Ssp'}`)},
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

const byName: Record<OwnReportName, (range: DateRange, asked: Asked) => RawBuilder<OwnRow>> = {
  'customers-by-month': (range) => customersBy(range, sql`'all'::text`),
  'customers-by-package': (range) => customersBy(range, sql`e.package_type`),
  cohorts,
  'customers-left': customersLeft,
  'result-by-account': resultByAccount,
  'revenue-by-package': (range) =>
    billedBy(
      range,
      'packageType',
      (invoices) => sql`
        select ${packageOf} as key, other, customer_id, amount_cents, paid_cents from ${invoices} b`,
      sql`${packageOf} = s.key`,
    ),
  'revenue-by-location': (range) => revenueByCustomers(range, 'location'),
  'revenue-by-type': (range) => revenueByCustomers(range, 'type'),
  ageing: (_, asked) => ageing(asked),
  disconnections,
  tickets,
  'node-uptime': nodeUptime,
  'vouchers-by-day': vouchersByDay,
  'wifi-by-day': wifiByDay,
  'cash-by-cashier': cashByCashier,
  'payroll-by-month': payrollByMonth,
};

/** All rows of a report. They are few, but for those of ageing, one for each customer in debt. */
export async function findRows(
  db: Db,
  name: OwnReportName,
  range: DateRange,
  asked: Asked,
): Promise<OwnRow[]> {
  const { rows } = await byName[name](range, asked).execute(db);
  return name === 'customers-by-package'
    ? rows.map(({ key, ...row }) => ({ ...row, packageType: key! }))
    : rows;
}
