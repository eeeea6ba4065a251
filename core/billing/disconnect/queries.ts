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
  /** Open invoices below this amount do not lead to a suspension. */
  floor: Cents;
  /** Invoices imported at this moment or later are still within the days that an import gives to pay (decision 109). */
  importedBefore: Date;
}

/** A row as read; the service adds pounds and days. */
export interface DisconnectRecord
  extends Omit<DisconnectRow, 'daysPastDue' | 'oldestDueDate' | 'openSsp'> {
  oldestDueDate: IsoDate | null;
  /** Of the disputed invoices. */
  disputedDueDate: IsoDate | null;
}

type Action = DisconnectRow['action'];

/**
 * Customers with open invoices old enough to disconnect, or suspended by the rule, with the action of the rule; null for
 * no action. A full join cannot become a nested loop, which without statistics the planner would choose for a left join;
 * `offset 0` keeps outer conditions from turning it into a left join.
 */
function disconnectCandidates(db: Db, { date, ...query }: DisconnectQuery) {
  const rows = sql<Omit<DisconnectRecord, 'action'> & { action: Action | null }>`(
    select c.id as "customerId", c.customer_id as "customerNumber", c.name as "customerName", c.phone,
      coalesce(c.open, 0) as "openUsd", c.due as "oldestDueDate", c.do_not_disconnect_until as "promisedUntil",
      coalesce(c.imported, false) as "isImported",
      coalesce(c.disputed, 0) as "disputedUsd", c.disputed_due as "disputedDueDate",
      ${actionOf(date)} as action
    from (
      select * from customers full join (
        select customer_id as debtor, ${sql.join(oldDebt)} from invoices
        where status in ('pending', 'overdue') and ${isOld(query)}
        group by customer_id) o on o.debtor = id
      offset 0) c
    where ${isCandidate})`;
  return db.selectFrom(rows.as('j'));
}

const isCounted = sql<SqlBool>`disputed_since is null`;
const isDisputed = sql<SqlBool>`disputed_since is not null`;

/**
 * Of invoices that count, the sum, the oldest due date and whether one was imported; without any the date is null. Of those
 * that do not count because they are disputed (decision 120), the sum and the oldest due date.
 */
const oldDebt = [
  sumCents(sql`amount_cents - paid_cents`, isCounted).as('open'),
  sql<IsoDate | null>`min(due_date) filter (where ${isCounted})`.as('due'),
  sql<boolean | null>`bool_or(kind = 'imported') filter (where ${isCounted})`.as('imported'),
  sumCents(sql`amount_cents - paid_cents`, isDisputed).as('disputed'),
  sql<IsoDate | null>`min(due_date) filter (where ${isDisputed})`.as('disputed_due'),
];

function isOld({
  dueBy,
  floor,
  importedBefore,
}: Omit<DisconnectQuery, 'date'>): RawBuilder<SqlBool> {
  return sql`due_date <= ${dueBy} and (counted_due_date is null or counted_due_date <= ${dueBy}) and amount_cents - paid_cents >= ${floor}
    and (kind <> 'imported' or created_at < ${importedBefore})`;
}

const isCandidate = sql<SqlBool>`(suspended_by_rule or (status = 'Active' and (due is not null or disputed_due is not null)))`;

function actionOf(date: IsoDate): RawBuilder<Action | null> {
  return sql`case
    when due is null then case when suspended_by_rule then 'restore'
      when status = 'Active' and disputed_due is not null then 'disputed' end
    when status <> 'Active' then null
    when do_not_disconnect_until >= ${date} then 'promised'
    else 'suspend'
  end`;
}

export function countDisconnect(db: Db, query: DisconnectQuery) {
  const countOf = (action: Action) => sql<number>`count(*) filter (where action = ${action})`;
  return disconnectCandidates(db, query)
    .select([
      countOf('suspend').as('suspended'),
      countOf('restore').as('restored'),
      countOf('promised').as('promised'),
      countOf('disputed').as('disputed'),
    ])
    .executeTakeFirstOrThrow();
}

/**
 * How many are suspended on the day of the query and what they owe on the old invoices. Only customers with such an invoice
 * are read: the overview asks on each visit.
 */
export async function sumToSuspend(
  db: Db,
  { date, ...query }: DisconnectQuery,
): Promise<{ customers: number; openUsd: Cents }> {
  const { rows } = await sql<{ customers: number; openUsd: Cents }>`
    select count(*) as customers, ${sumCents('o.open')} as "openUsd"
    from (select customer_id as debtor, ${sql.join(oldDebt)} from invoices
      where status in ('pending', 'overdue') and ${isOld(query)} group by customer_id) o
    cross join lateral ${byKey('customers', 'id', 'o.debtor')} c
    where ${actionOf(date)} = 'suspend'`.execute(db);
  return rows[0]!;
}

export function findDisconnect(
  db: Db,
  query: DisconnectQuery,
  paging: DisconnectPaging,
): Promise<DisconnectRecord[]> {
  const { limit, offset } = limitOf(paging);
  return disconnectCandidates(db, query)
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

function findIds(db: Db, query: DisconnectQuery, actions: readonly Action[]): Promise<number[]> {
  return disconnectCandidates(db, query)
    .select('customerId')
    .where('action', 'in', actions)
    .orderBy('customerId')
    .execute()
    .then((rows) => rows.map(({ customerId }) => customerId));
}

/** The ids of the customers to suspend or restore, in order. */
export function findToChange(db: Db, query: DisconnectQuery): Promise<number[]> {
  return findIds(db, query, ['suspend', 'restore']);
}

/** The ids of the customers to suspend, in order. */
export function findToSuspend(db: Db, query: DisconnectQuery): Promise<number[]> {
  return findIds(db, query, ['suspend']);
}

/** The action of the rule for each of these customers; those without an action are left out. */
export function findDisconnectActions(
  db: Db,
  { date, ...query }: DisconnectQuery,
  ids: readonly number[],
) {
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
    .select(['c.id as customerId', actionOf(date).as('action')])
    .where(isCandidate)
    .where(sql<SqlBool>`${actionOf(date)} is not null`)
    .$narrowType<{ action: Action }>()
    .execute();
}
