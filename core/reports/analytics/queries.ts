import { type RawBuilder, sql } from 'kysely';
import type { CustomerType } from '../../customers/schema.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { firstDay, monthOf } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { instantsOf } from '../comprehensive/queries.ts';
import type { DateRange } from '../comprehensive/schema.ts';

/** Customers who are not Inactive, by type, from the numbers that the database keeps. */
export async function countByType(db: Db): Promise<{ type: CustomerType; customers: number }[]> {
  const { rows } = await sql<{ type: CustomerType; customers: number }>`
    select type, sum(customers)::bigint as customers from customer_counts where status <> 'Inactive'
    group by type having sum(customers) <> 0 order by customers desc, type`.execute(db);
  return rows;
}

export interface BilledRow {
  key: string;
  customers: number;
  billedUsd: Cents;
  paidUsd: Cents;
  /** Percent of all that was billed. */
  share: number;
}

/**
 * What was billed in a range by location and by package, as the reports of these names, from one reading of the invoices.
 * Nobody has two recurring invoices of one month (the index invoices_one_a_month): those of the range's last month are summed
 * up without their customers, and only the others are told apart by customer (`other`). The full join stays a hash join
 * without statistics, by `offset 0`.
 */
export async function billedByPlace(
  db: Db,
  { startDate, endDate }: DateRange,
): Promise<{ locations: BilledRow[]; packages: BilledRow[] }> {
  const isBilled = sql`bill_date between ${startDate} and ${endDate} and status <> 'cancelled'`;
  const isOfLast = sql`kind = 'recurring' and billing_month = ${firstDay(monthOf(endDate))}`;
  const part = (name: 'location' | 'package', customers: RawBuilder<unknown>) => sql`
    select ${name}::text as part, ${sql.ref(name)} as key,
      (coalesce(sum(invoices) filter (where other is null), 0) + ${customers})::bigint as customers,
      ${sumCents('billed')} as "billedUsd", ${sumCents('paid')} as "paidUsd",
      round(100.0 * sum(billed) / sum(sum(billed)) over (), 1)::float8 as share
    from billed group by ${sql.ref(name)}`;
  const { rows } = await sql<BilledRow & { part: 'location' | 'package' }>`
    with summed as materialized (
      select i.location, i.package, i.other, count(*) as invoices, ${sumCents('i.amount_cents')} as billed,
        ${sumCents('i.paid_cents')} as paid
      from (
        select c.location, coalesce(b.package_name, 'Without a package') as package, b.other, b.customer_id, b.amount_cents, b.paid_cents
        from (select customer_id, package_name, amount_cents, paid_cents, case when ${isOfLast} then null else customer_id end as other
          from invoices where ${isBilled}) b
        full join (select id, location from customers) c on c.id = b.customer_id offset 0) i
      where i.customer_id is not null group by i.location, i.package, i.other),
    billed as (
      select s.*, l.package as last_package from summed s left join lateral (
        select coalesce(package_name, 'Without a package') as package from invoices
        where customer_id = s.other and ${isOfLast} and ${isBilled} offset 0) l on s.other is not null)
    ${part('location', sql`count(distinct other) filter (where last_package is null)`)}
    union all
    ${part('package', sql`count(other) filter (where last_package is distinct from package)`)}
    order by part, "billedUsd" desc, key`.execute(db);
  const of = (wanted: string) =>
    rows.filter((row) => row.part === wanted).map(({ part: _, ...row }) => row);
  return { locations: of('location'), packages: of('package') };
}

/** The mean of the ratings that were given in a range; null without one. */
export async function averageRating(
  db: Db,
  range: DateRange,
): Promise<{ rating: number | null; ratings: number }> {
  const { from, to } = instantsOf(range);
  const { rows } = await sql<{ rating: number | null; ratings: number }>`
    select round(avg(rating), 1)::float8 as rating, count(rating) as ratings from assistant_sessions
    where rated_at >= ${from} and rated_at < ${to}`.execute(db);
  return rows[0]!;
}
