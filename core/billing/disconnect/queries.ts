import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
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

/** As it is read: pounds and days are worked out from it. */
export interface JudgedRow
  extends Omit<DisconnectRow, 'daysPastDue' | 'oldestDueDate' | 'openSsp'> {
  oldestDueDate: IsoDate | null;
}

type Action = DisconnectRow['action'];

/**
 * What is open on invoices old enough to disconnect, by what is paid and not by a status label, beside who the rule has
 * suspended; the action is null where the rule leaves a customer alone. A full join is never a nested loop, which without
 * statistics the planner would take for a left join; `offset 0` keeps the conditions outside from making a left join of it.
 */
function judged(db: Db, { date, ...query }: DisconnectQuery) {
  const rows = sql<Omit<JudgedRow, 'action'> & { action: Action | null }>`(
    select c.id as "customerId", c.customer_id as "customerNumber", c.name as "customerName", c.phone,
      coalesce(c.open, 0) as "openUsd", c.due as "oldestDueDate", c.do_not_disconnect_until as "promisedUntil",
      ${verdict(date)} as action
    from (
      select * from customers full join (
        select customer_id as debtor, ${sql.join(oldDebt)} from invoices
        where status in ('pending', 'overdue') and ${isOld(query)}
        group by customer_id) o on o.debtor = id
      offset 0) c
    where ${isConcerned})`;
  return db.selectFrom(rows.as('j'));
}

/** The sum and the oldest due date of invoices; without any invoice the date is null. */
const oldDebt = [
  sumCents(sql`amount_cents - paid_cents`).as('open'),
  sql<IsoDate | null>`min(due_date)`.as('due'),
];

function isOld({ dueBy, floor }: Omit<DisconnectQuery, 'date'>): RawBuilder<SqlBool> {
  return sql`due_date <= ${dueBy} and amount_cents - paid_cents >= ${floor}`;
}

const isConcerned = sql<SqlBool>`(suspended_by_rule or (status = 'Active' and due is not null))`;

function verdict(date: IsoDate): RawBuilder<Action | null> {
  return sql`case
    when due is null then case when suspended_by_rule then 'restore' end
    when status <> 'Active' then null
    when do_not_disconnect_until >= ${date} then 'promised'
    else 'suspend'
  end`;
}

export function countDisconnect(db: Db, query: DisconnectQuery) {
  const countOf = (action: Action) => sql<number>`count(*) filter (where action = ${action})`;
  return judged(db, query)
    .select([
      countOf('suspend').as('suspended'),
      countOf('restore').as('restored'),
      countOf('promised').as('promised'),
    ])
    .executeTakeFirstOrThrow();
}

export function findDisconnect(
  db: Db,
  query: DisconnectQuery,
  paging: DisconnectPaging,
): Promise<JudgedRow[]> {
  const { limit, offset } = limitOf(paging);
  return judged(db, query)
    .selectAll()
    .where('action', 'is not', null)
    .$narrowType<{ action: Action }>()
    .orderBy('action', 'desc')
    .orderBy('oldestDueDate', paging.sort === '-oldestDueDate' ? 'desc' : 'asc')
    .orderBy('customerId')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** The customers whom the rule would change, in the order of their ids. */
export async function findToChange(db: Db, query: DisconnectQuery): Promise<number[]> {
  const rows = await judged(db, query)
    .select('customerId')
    .where('action', 'in', ['suspend', 'restore'])
    .orderBy('customerId')
    .execute();
  return rows.map(({ customerId }) => customerId);
}

/** The verdict on each of these customers; those the rule leaves alone are missing. */
export function judge(db: Db, { date, ...query }: DisconnectQuery, ids: readonly number[]) {
  return db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('customers', 'id', 'k.id').as('c'))
    .crossJoinLateral((eb) =>
      eb
        .selectFrom(byKey('invoices', 'customer_id', 'k.id').as('i'))
        .select(oldDebt)
        .where(sql<SqlBool>`i.status in ('pending', 'overdue')`)
        .where(isOld(query))
        .as('o'),
    )
    .select(['c.id as customerId', verdict(date).as('action')])
    .where(isConcerned)
    .where(sql<SqlBool>`${verdict(date)} is not null`)
    .$narrowType<{ action: Action }>()
    .execute();
}
