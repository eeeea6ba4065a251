import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { limitOf } from '../kernel/paging.ts';
import type { DisconnectPaging, DisconnectRow } from './schema-runs.ts';

export interface DisconnectQuery {
  date: IsoDate;
  /** Invoices due on this day or earlier are 15 or more days past due. */
  dueBy: IsoDate;
  /** An open balance below this disconnects nobody. */
  floor: Cents;
}

/**
 * Per customer, what is open on invoices old enough to disconnect, by what is paid and not by a status
 * label, beside who the rule has suspended; `only` narrows the customers. The sums are narrowed as well: the
 * planner would add up the invoices of the whole company for one customer.
 */
function judged(
  { date, dueBy, floor }: DisconnectQuery,
  only?: readonly number[],
): RawBuilder<unknown> {
  const within = (id: RawBuilder<unknown>) =>
    only ? sql`${id} = any(${arrayOf('bigint', only)})` : sql`true`;
  return sql`
    select c.id as "customerId", c.customer_id as "customerNumber", c.name as "customerName", c.phone,
      coalesce(o.open, 0)::bigint as "openUsd", o.due as "oldestDueDate", c.do_not_disconnect_until as "promisedUntil",
      case
        when o.open is null then case when c.suspended_by_rule then 'restore' end
        when c.status <> 'Active' then null
        when c.do_not_disconnect_until >= ${date} then 'promised'
        else 'suspend'
      end as action
    from customers c
    left join (
      select customer_id, sum(amount_cents - paid_cents) as open, min(due_date) as due
      from invoices
      where status in ('pending', 'overdue') and due_date <= ${dueBy} and amount_cents - paid_cents >= ${floor}
        and ${within(sql`customer_id`)}
      group by customer_id) o on o.customer_id = c.id
    where (c.suspended_by_rule or (c.status = 'Active' and o.open is not null)) and ${within(sql`c.id`)}`;
}

/** As it is read: pounds and days are worked out from it. */
export interface JudgedRow
  extends Omit<DisconnectRow, 'daysPastDue' | 'oldestDueDate' | 'openSsp'> {
  oldestDueDate: IsoDate | null;
}

export async function countDisconnect(
  db: Db,
  query: DisconnectQuery,
): Promise<{ suspended: number; restored: number; promised: number }> {
  const result = await sql<{ suspended: number; restored: number; promised: number }>`
    select count(*) filter (where action = 'suspend') as suspended, count(*) filter (where action = 'restore') as restored,
      count(*) filter (where action = 'promised') as promised
    from (${judged(query)}) j`.execute(db);
  return result.rows[0]!;
}

export async function findDisconnect(
  db: Db,
  query: DisconnectQuery,
  paging: DisconnectPaging,
): Promise<JudgedRow[]> {
  const { limit, offset } = limitOf(paging);
  const direction = sql.raw(paging.sort === '-oldestDueDate' ? 'desc' : 'asc');
  const result = await sql<JudgedRow>`
    select * from (${judged(query)}) j where action is not null
    order by action desc, "oldestDueDate" ${direction}, "customerId" limit ${limit} offset ${offset}`.execute(
    db,
  );
  return result.rows;
}

/** The next customers, by key, whom the rule could act on. */
export async function findUnderRule(db: Db, afterId: number, limit: number): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select id from customers where id > ${afterId} and (status = 'Active' or suspended_by_rule)
    order by id limit ${limit}`.execute(db);
  return result.rows.map(({ id }) => id);
}

/** The verdict on each of these customers; those the rule leaves alone are missing. */
export async function judge(
  db: Db,
  query: DisconnectQuery,
  ids: readonly number[],
): Promise<{ customerId: number; action: DisconnectRow['action'] }[]> {
  const result = await sql<{ customerId: number; action: DisconnectRow['action'] }>`
    select "customerId", action from (${judged(query, ids)}) j
    where action is not null`.execute(db);
  return result.rows;
}
