import { sql } from 'kysely';
import { isShownOf } from '../../accounting/private/fragments.ts';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { firstDay, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import { payrolls } from './queries.ts';
import { withheld } from './queries-tax.ts';
import type { PayrollRecord } from './rules-record.ts';
import type { DeductedOfMonth, GroupParts } from './rules-shown.ts';
import type { RemittanceKind } from './schema-payments.ts';

/** Until the transaction ends nobody else makes or divides groups of payrolls. */
export async function lockGroups(db: Db): Promise<void> {
  await sql`select lock_table('shown_pay_entries')`.execute(db);
}

/** The groups that payrolls belong to, with what these are of each. */
export async function findGroupParts(db: Db, payrollIds: readonly number[]): Promise<GroupParts[]> {
  const chosen = arrayOf('bigint', payrollIds);
  const { rows } = await sql<GroupParts>`
    select p.shown_group as group, count(distinct p.employee_id) filter (where p.id = any(${chosen})) as "paidPeople",
      count(distinct p.employee_id) filter (where p.id <> all(${chosen}) and p.net_cents > 0) as "leftPeople"
    from payrolls p
    where p.id = any(${chosen})
      or p.shown_group in (select shown_group from payrolls where id = any(${chosen}))
    group by p.shown_group`.execute(db);
  return rows;
}

/** The number of a new group. */
export async function nextGroup(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(shown_group), 0)::bigint + 1 as number from payrolls`.execute(db);
  return rows[0]!.number;
}

/** Makes payrolls, which the caller has locked, a new group for each group that they were in. */
export async function makeGroups(db: Db, payrollIds: readonly number[]): Promise<void> {
  await sql`
    update payrolls p set shown_group = n.number
    from (
      select o.old, m.last + row_number() over (order by o.old) as number
      from (select distinct shown_group as old from payrolls where id = any(${arrayOf('bigint', payrollIds)})) o
      cross join (select coalesce(max(shown_group), 0) as last from payrolls) m) n
    where p.id = any(${arrayOf('bigint', payrollIds)}) and p.shown_group is not distinct from n.old`.execute(
    db,
  );
}

/** The payrolls that one approval of a batch has posted. */
export function findApprovedWith(
  db: Db,
  { batchId, approvedAt }: { batchId: number; approvedAt: Date },
): Promise<PayrollRecord[]> {
  return db
    .selectFrom('payrolls')
    .select(payrolls.list())
    .where('batch_id', '=', batchId)
    .where('approved_at', '=', approvedAt)
    .execute();
}

/**
 * The employees of whose pay of a month something was withheld, and their payrolls that are not shown; without those whose
 * reversals are shown, of which nothing is left; `reversals` is the source of these.
 */
export async function countDeducted(
  db: Db,
  { kind, month, reversals }: { kind: RemittanceKind; month: IsoMonth; reversals: string },
): Promise<DeductedOfMonth> {
  const { rows } = await sql<DeductedOfMonth>`
    select count(distinct p.employee_id) as people,
      count(*) filter (where p.shown_group is null or p.reversed_on is not null) as "notShown"
    from payrolls p
    where p.end_date between ${firstDay(month)} and ${lastDay(month)} and p.posted_on is not null
      and ${withheld[kind]} > 0
      and (p.reversed_on is null or not ${isShownOf(reversals, sql`p.id`)})`.execute(db);
  return rows[0]!;
}
