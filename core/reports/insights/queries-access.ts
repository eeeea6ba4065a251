import { sql } from 'kysely';
import type { RefusalReason } from '../../access/schema-sessions.ts';
import type { Db } from '../../database/connect.ts';
import type { Customer } from './rules-facts.ts';

export interface OfflineCustomer extends Customer {
  reason: RefusalReason;
  /** Within the hour. */
  count: number;
  lastAt: Date;
}

/** Active customers who are offline and whose sign-in was refused since an instant, the newest first, and how many there are. */
export async function findRefusedOffline(
  db: Db,
  since: Date,
  limit: number,
): Promise<{ customers: number; first: OfflineCustomer[] }> {
  const { rows } = await sql<OfflineCustomer & { customers: number }>`
    select c.customer_id as "customerId", c.name, l.reason, l.count, l.last_at as "lastAt", count(*) over () as customers
    from (
      select distinct on (a.customer_id) a.customer_id, f.reason, f.count, f.last_at
      from radius_refusals f join access_accounts a on a.id = f.account_id
      where f.last_at >= ${since} and a.customer_id is not null
      order by a.customer_id, f.last_at desc) l
    join customers c on c.id = l.customer_id
    where c.status = 'Active' and not exists (
      select from access_accounts o join radius_sessions s on s.account_id = o.id where o.customer_id = c.id)
      and not exists (
        select from access_accounts o join radius_closed_sessions s on s.account_id = o.id
        where o.customer_id = c.id and s.started_at > l.last_at)
    order by l.last_at desc, c.id limit ${limit}`.execute(db);
  return { customers: rows[0]?.customers ?? 0, first: rows };
}
