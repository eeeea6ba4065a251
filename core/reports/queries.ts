import { sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import { type IsoDate, type IsoMonth, monthOf } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { PLANS } from './comprehensive/queries.ts';
import type { DateRange } from './comprehensive/schema.ts';
import { activityEntities } from './kinds/rules.ts';
import type { DashboardStats } from './schema.ts';

/** Customers whose service began in a month up to today, and the Active ones at the end of the month before. */
export interface CustomerTrend {
  newThisMonth: number;
  activeBefore: number;
}

/**
 * The trend of customers since a day, without reading all of them: those who are Active now, less what changed since. The
 * same number as `countCustomers` of the comprehensive reports for a range that ends on `monthEnd`. A full join is never a
 * nested loop, and ranges with both ends are taken for small ones where there are no statistics.
 */
export async function countTrend(
  db: Db,
  monthEnd: IsoDate,
  today: IsoDate,
): Promise<CustomerTrend> {
  const { rows } = await sql<CustomerTrend>`
    select h.added as "newThisMonth", (a.active - h.gained - h.active)::bigint as "activeBefore"
    from (select coalesce(sum(customers), 0) as active from customer_counts where status = 'Active') a
    cross join (
      select count(*) filter (where c.service_start_date <= ${today}) as added,
        count(*) filter (where c.status = 'Active') as active,
        coalesce(sum(h.gained) filter (where c.id is null), 0) as gained
      from (select id, status, service_start_date from customers
        where service_start_date > ${monthEnd} and service_start_date <= 'infinity') c
      full join (
        select customer_id, sum((to_status = 'Active')::int - (coalesce(from_status, 'Active') = 'Active')::int) as gained
        from customer_status_changes where business_date > ${monthEnd} and business_date <= 'infinity'
        group by customer_id) h on h.customer_id = c.id) h`.execute(db);
  return rows[0]!;
}

export interface TicketCounts {
  unresolved: number;
  urgent: number;
  /** Not resolved at the other instant; a ticket that was opened again counts as it is now. */
  before: number;
}

/**
 * Unresolved tickets, those of them that are urgent, and how many were unresolved at an earlier instant. Nothing is resolved
 * after `now`.
 */
export async function countTickets(db: Db, earlier: Date, now: Date): Promise<TicketCounts> {
  const result = await sql<TicketCounts>`
    select u.unresolved, u.urgent, u.before + r.before as before
    from (select count(*) as unresolved, count(*) filter (where priority in ('high', 'critical')) as urgent,
        count(*) filter (where created_at <= ${earlier}) as before
      from tickets where status in ('open', 'assigned', 'in_progress')) u
    cross join (select count(*) as before from tickets
      where resolved_at > ${earlier} and resolved_at <= ${now} and created_at <= ${earlier} and status in ('resolved', 'closed')) r`.execute(
    db,
  );
  return result.rows[0]!;
}

/**
 * The newest audit lines, without those of sign-ins and users, which not every role may see; with those of the entities
 * `alsoOf`.
 */
export async function findActivities(
  db: Db,
  limit: number,
  alsoOf: readonly string[] = [],
): Promise<Omit<DashboardStats['activities'][number], 'title'>[]> {
  const result = await sql<Omit<DashboardStats['activities'][number], 'title'>>`
    select id, at, actor_name as "actorName", action, summary from audit_log
    where entity = any(${arrayOf('text', activityEntities)})
      -- Each activation is one of many.
      or (entity = 'voucherBatch' and action <> 'voucher.activate')
      or entity = any(${arrayOf('text', alsoOf)})
    order by id desc limit ${limit}`.execute(db);
  return result.rows;
}

/** Revenue by month from the monthly sums of the ledger, oldest first. */
export async function findRevenue(
  db: Db,
  from: IsoDate,
  to: IsoDate,
): Promise<{ month: IsoMonth; revenueUsd: Cents }[]> {
  const result = await sql<{ month: IsoDate; revenue: Cents }>`
    select m.month, ${sumCents(sql`m.credit_cents - m.debit_cents`)} as revenue
    from account_months m join accounts a on a.code = m.account_code
    where a.type = 'REVENUE' and m.month between ${from} and ${to}
    group by m.month order by m.month`.execute(db);
  return result.rows.map((row) => ({ month: monthOf(row.month), revenueUsd: row.revenue }));
}

/** Revenue of the ledger over ranges of days, and that of plans in it, from its sums by day; in the order of the ranges. */
export async function sumRevenue(
  db: Db,
  ranges: readonly DateRange[],
): Promise<{ revenue: Cents; plans: Cents }[]> {
  const from = ranges.map(({ startDate }) => startDate);
  const to = ranges.map(({ endDate }) => endDate);
  const { rows } = await sql<{ revenue: Cents; plans: Cents }>`
    select ${sumCents('d.revenue_cents')} as revenue, ${sumCents('d.revenue_cents', sql`a.parent_code = ${PLANS}`)} as plans
    from unnest(${arrayOf('date', from)}, ${arrayOf('date', to)}) with ordinality as r (first, last, nth)
    left join revenue_days d on d.day between r.first and r.last
    left join accounts a on a.code = d.account_code
    group by r.nth order by r.nth`.execute(db);
  return rows;
}
