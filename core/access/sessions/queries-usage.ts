import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, orderOf, type Sorts } from '../../database/list.ts';
import { firstDay, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import type { TopUser, TopUserFilter } from '../schema-usage.ts';

const sorts: Sorts<'totalBytes' | 'downloadBytes' | 'uploadBytes'> = {
  keys: { totalBytes: 'u.total', downloadBytes: 'u.down', uploadBytes: 'u.up' },
  unique: 'u.account_id',
  first: { column: 'totalBytes', descending: true },
};

/** Accounts with what they have used in a month (Juba), ended days and open sessions, the most first by default. */
export function findTopUsers(
  db: Db,
  month: IsoMonth,
  { q, ...paging }: TopUserFilter,
): Promise<Page<TopUser>> {
  const [from, to] = [firstDay(month), lastDay(month)];
  // Chosen before anything is summed.
  const wanted = q
    ? sql`and account_id in (
        select a.id from access_accounts a join customers c on c.id = a.customer_id
        where a.username like ${containing(q)} or c.search_text like ${containing(q)})`
    : sql``;
  // In order before the joins, so that they end with the page.
  const query = db
    .selectFrom(
      sql<{ account_id: number; up: number; down: number; total: number }>`(
        select * from (
          select account_id, coalesce(m.up, 0) + coalesce(o.up, 0) as up, coalesce(m.down, 0) + coalesce(o.down, 0) as down,
            coalesce(m.up, 0) + coalesce(o.up, 0) + coalesce(m.down, 0) + coalesce(o.down, 0) as total
          from (
            select account_id, upload_bytes as up, download_bytes as down from radius_months where month = ${from} ${wanted}
          ) m full join (
            select account_id, sum(upload_bytes - upload_before)::bigint as up, sum(download_bytes - download_before)::bigint as down
            from radius_sessions where day between ${from} and ${to} ${wanted} group by account_id
          ) o using (account_id)
        ) u order by ${orderOf(sorts, paging.sort)} offset 0)`.as('u'),
    )
    .innerJoin('access_accounts as a', 'a.id', 'u.account_id')
    .innerJoin('customers as c', 'c.id', 'a.customer_id');
  const rows = query.select([
    'a.id as accountId',
    'a.username',
    'c.customer_id as customerNumber',
    'c.name as customerName',
    'c.package_type as packageType',
    'a.download_kbps as downloadKbps',
    'u.up as uploadBytes',
    'u.down as downloadBytes',
    'u.total as totalBytes',
  ]);
  return findPage(rows, sorts, paging) as Promise<Page<TopUser>>;
}
