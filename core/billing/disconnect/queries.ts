import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Cents } from '../../kernel/money.ts';
import { limitOf } from '../../kernel/paging.ts';
import type { DisconnectPaging, DisconnectRow } from '../runs/schema.ts';

export interface DisconnectQuery {
  date: IsoDate;
  /** Invoices due on this day or earlier are 15 or more days past due. */
  dueBy: IsoDate;
  /** An open balance below this disconnects nobody. */
  floor: Cents;
}

/**
 * What is open on invoices old enough to disconnect, by what is paid and not by a status label, beside who the rule has
 * suspended. A full join is never a nested loop, which without statistics the planner would take for a left join;
 * `offset 0` keeps the conditions outside from making a left join of it.
 */
function judged({ date, ...query }: DisconnectQuery): RawBuilder<unknown> {
  return sql`
    select c.id as "customerId", c.customer_id as "customerNumber", c.name as "customerName", c.phone,
      coalesce(c.open, 0)::bigint as "openUsd", c.due as "oldestDueDate", c.do_not_disconnect_until as "promisedUntil",
      ${verdict(date)} as action
    from (
      select * from customers full join (
        select customer_id as debtor, ${oldDebt} from invoices
        where status in ('pending', 'overdue') and ${isOld(query)}
        group by customer_id) o on o.debtor = id
      offset 0) c
    where ${isConcerned}`;
}

const oldDebt = sql`sum(amount_cents - paid_cents) as open, min(due_date) as due`;

function isOld({ dueBy, floor }: Omit<DisconnectQuery, 'date'>): RawBuilder<unknown> {
  return sql`due_date <= ${dueBy} and amount_cents - paid_cents >= ${floor}`;
}

const isConcerned = sql`(suspended_by_rule or (status = 'Active' and open is not null))`;

function verdict(date: IsoDate): RawBuilder<unknown> {
  return sql`case
    when open is null then case when suspended_by_rule then 'restore' end
    when status <> 'Active' then null
    when do_not_disconnect_until >= ${date} then 'promised'
    else 'suspend'
  end`;
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

/** The customers whom the rule would change, in the order of their ids. */
export async function findToChange(db: Db, query: DisconnectQuery): Promise<number[]> {
  const result = await sql<{ id: number }>`
    select "customerId" as id from (${judged(query)}) j
    where action in ('suspend', 'restore') order by "customerId"`.execute(db);
  return result.rows.map(({ id }) => id);
}

/** The verdict on each of these customers; those the rule leaves alone are missing. */
export async function judge(
  db: Db,
  { date, ...query }: DisconnectQuery,
  ids: readonly number[],
): Promise<{ customerId: number; action: DisconnectRow['action'] }[]> {
  const result = await sql<{ customerId: number; action: DisconnectRow['action'] }>`
    select c.id as "customerId", ${verdict(date)} as action
    from ${eachId(ids)} cross join lateral ${byKey('customers', 'id', sql`k.id`)} c
    cross join lateral (
      select ${oldDebt} from ${byKey('invoices', 'customer_id', sql`k.id`)} i
      where i.status in ('pending', 'overdue') and ${isOld(query)}) o
    where ${isConcerned} and ${verdict(date)} is not null`.execute(db);
  return result.rows;
}
