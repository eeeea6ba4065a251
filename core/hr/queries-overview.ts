import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { sumCents } from '../database/list.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { HrFigures } from './rules-overview.ts';

const employedOn = (day: IsoDate) =>
  sql`count(*) filter (where hire_date <= ${day} and (last_day is null or last_day >= ${day}))`;

/** The figures of the overview; `from` is the day before the twelve months of the turnover. */
export async function getFigures(db: Db, from: IsoDate, today: IsoDate): Promise<HrFigures> {
  const { rows } = await sql<HrFigures>`
    select count(*) filter (where status <> 'terminated') as total, count(*) filter (where status = 'active') as active,
      ${sumCents('base_salary_cents', sql`status = 'active'`)} as salaries,
      (select count(*) from leave_requests where status = 'pending') as "pendingLeaves",
      (select count(*) from payrolls where status = 'processed') as "payrollToApprove",
      (select count(*) from payrolls where status = 'approved') as "payrollToPay",
      min(hire_date) as "firstHire", ${employedOn(from)} as before, ${employedOn(today)} as now,
      count(*) filter (where last_day >= ${from} and last_day < ${today}) as leavers
    from employees`.execute(db);
  return rows[0]!;
}
