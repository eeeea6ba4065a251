import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { activeBundles } from '../bundles/queries.ts';
import { countsOfBatch } from '../sales/queries-batches.ts';
import type { SellerFilter, VoucherSeller, VoucherStats } from '../schema.ts';

/** The figures of the cards (seeds/002 3). */
export async function getStats(db: Db, now: Date): Promise<VoucherStats> {
  const { rows } = await sql<VoucherStats>`
    with unused as (
      select v.batch_id, count(*) as count from vouchers v where v.status = 'unused' group by v.batch_id),
    sales as (
      select sum(b.quantity) as quantity, ${sumCents(sql`b.quantity * b.value_cents`)} as cents,
        sum(u.count) as unused, ${sumCents(sql`u.count * b.value_cents`)} as unused_cents
      from voucher_batches b full join unused u on u.batch_id = b.id)
    select coalesce(s.quantity, 0)::int as "totalVouchers",
      (select count(*)::int from vouchers where status = 'activated' and expires_at > ${now}) as "activatedVouchers",
      (s.cents - (select ${sumCents('amount_cents')} from voucher_voids))::bigint as "totalRevenue",
      ${activeBundles} as "activeBundles",
      coalesce(s.unused, 0)::int as "unusedVouchers", s.unused_cents as "unusedValueUsd"
    from sales s`.execute(db);
  return rows[0]!;
}

/** Sales by who sold them, the most money first. */
export async function findSellers(
  db: Db,
  { from, to }: SellerFilter,
  now: Date,
): Promise<VoucherSeller[]> {
  const days = [
    sql`true`,
    ...(from ? [sql`s.sold_on >= ${from}`] : []),
    ...(to ? [sql`s.sold_on <= ${to}`] : []),
  ];
  // The shell has no user id: those who used it are told apart by name.
  const { rows } = await sql<VoucherSeller>`
    select b.sold_by_id as "sellerId", (array_agg(b.sold_by order by b.id desc))[1] as seller, count(*)::int as batches,
      sum(b.quantity)::int as sold, sum(n.unused)::int as unused, sum(n.active)::int as active,
      sum(n.expired)::int as expired, sum(n.void)::int as void, sum(m.revenue)::bigint as "revenueUsd",
      sum(c.usd)::bigint as "receivedUsd", sum(c.ssp)::bigint as "receivedSsp"
    from (select * from voucher_batches s where ${sql.join(days, sql` and `)}) b ${countsOfBatch(now)}
    group by b.sold_by_id, case when b.sold_by_id is null then b.sold_by end
    order by sum(m.revenue) desc, seller`.execute(db);
  return rows;
}
