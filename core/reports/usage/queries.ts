import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { firstDay, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';

export interface PackageFigures {
  /** Null for codes, which belong to no customer. */
  packageType: string | null;
  customers: number;
  usedBytes: number;
  billedUsd: Cents;
}

/**
 * What was used in a month (Juba), ended days and open sessions, and billed, by the package of the month's invoice, else the
 * present one of the customer. Full joins, because without statistics these are never nested loops.
 */
export async function sumPackageUsage(db: Db, month: IsoMonth): Promise<PackageFigures[]> {
  const [from, to] = [firstDay(month), lastDay(month)];
  const used = sql`(
    select a.customer_id, sum(u.bytes) as bytes from (
      select account_id, sum(bytes) as bytes from (
        select account_id, upload_bytes + download_bytes as bytes from radius_months where month = ${from}
        union all
        select account_id, upload_bytes - upload_before + download_bytes - download_before from radius_sessions
        where day between ${from} and ${to}
      ) parts group by account_id) u
    full join access_accounts a on a.id = u.account_id
    where u.bytes is not null group by a.customer_id)`;
  const billed = sql`(
    select i.customer_id, i.package_name, i.amount_cents - coalesce(n.cents, 0) as cents from invoices i
    full join (
      select l.invoice_id, sum(l.amount_cents) as cents from invoice_lines l
      where l.kind = 'connection' and l.invoice_id in (
        select id from invoices where kind = 'recurring' and billing_month = ${from})
      group by l.invoice_id) n on n.invoice_id = i.id
    where i.kind = 'recurring' and i.billing_month = ${from} and i.status <> 'cancelled')`;
  const { rows } = await sql<PackageFigures>`
    select case when u.customer_id is null and b.customer_id is null then null else coalesce(b.package_name, c.package_type) end
        as "packageType",
      count(*) filter (where u.bytes > 0) as customers, coalesce(sum(u.bytes), 0)::bigint as "usedBytes",
      coalesce(sum(b.cents), 0)::bigint as "billedUsd"
    from ${used} u full join ${billed} b on b.customer_id = u.customer_id
    full join customers c on c.id = coalesce(u.customer_id, b.customer_id)
    where u.bytes is not null or b.cents is not null
    group by 1 order by 3 desc, 1`.execute(db);
  return rows;
}
