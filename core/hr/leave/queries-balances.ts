import { sql } from 'kysely';
import { insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { countRows, type ListFilter, pageOf, type Sorts, withTotal } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import { addDays } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import { firstOfYear, LONGEST_LEAVE, lastOfYear } from './rules.ts';
import type { CarryOver, LeaveFacts, LeaveOfYear } from './rules-balances.ts';
import type { BalanceFilter } from './schema.ts';

/** The employment of employees, by id. */
export async function findEmployments(db: Db, ids: readonly number[]): Promise<LeaveFacts[]> {
  const { rows } = await sql<LeaveFacts>`
    select e.id as "employeeId", e.employee_number as "employeeNumber", e.first_name || ' ' || e.last_name as "employeeName",
      e.hire_date as "hireDate", e.last_day as "lastDay"
    from ${eachId(ids)} cross join lateral ${byKey('employees', 'id', 'k.id')} e order by e.id`.execute(
    db,
  );
  return rows;
}

/** What employees take over into the years from `from` to `to`. */
export async function findCarryOvers(
  db: Db,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<CarryOver[]> {
  const { rows } = await sql<CarryOver>`
    select c.employee_id as "employeeId", c.year, c.hundredths
    from ${eachId(ids)} cross join lateral ${byKey('leave_carry_overs', 'employee_id', 'k.id')} c
    where c.year between ${from} and ${to}`.execute(db);
  return rows;
}

/** Pending and approved leave of employees with a day in the years from `from` to `to`. */
export async function findLeaveOfYears(
  db: Db,
  ids: readonly number[],
  from: number,
  to: number,
): Promise<LeaveOfYear[]> {
  const first = firstOfYear(from);
  const { rows } = await sql<LeaveOfYear>`
    select r.id, r.employee_id as "employeeId", r.leave_type as "leaveType", r.status, r.start_date as "startDate",
      r.end_date as "endDate", r.days, r.days_next_year as "daysNextYear"
    from ${eachId(ids)} cross join lateral ${byKey('leave_requests', 'employee_id', 'k.id')} r
    where r.status in ('pending', 'approved') and r.end_date >= ${first}
      and r.start_date between ${addDays(first, -LONGEST_LEAVE)} and ${lastOfYear(to)}
    order by r.employee_id, r.start_date`.execute(db);
  return rows;
}

const sorts: Sorts<'name'> = {
  // Begins with the name.
  keys: { name: 'e.search_text' },
  unique: 'e.id',
  first: { column: 'name', descending: false },
};

/** Employees with a day of employment in a year. */
function employedIn(db: Db, year: number, { departmentId, q }: BalanceFilter) {
  let query = db
    .selectFrom('employees as e')
    .where('e.hire_date', '<=', lastOfYear(year))
    .where((eb) =>
      eb.or([eb('e.last_day', 'is', null), eb('e.last_day', '>=', firstOfYear(year))]),
    );
  if (departmentId !== undefined) query = query.where('e.department_id', '=', departmentId);
  return q ? query.where(matchesSearch(sql`e.search_text`, q)) : query;
}

/** The ids of a page of the employees of a year, by name. */
export async function findEmployedPage(
  db: Db,
  year: number,
  filter: Omit<BalanceFilter, 'sort'> & ListFilter<'name'>,
): Promise<Page<number>> {
  const query = employedIn(db, year, filter);
  const rows = await pageOf(query.select('e.id'), sorts, filter).execute();
  return withTotal(
    rows.map(({ id }) => id),
    filter,
    () => countRows(query),
  );
}

/** The ids of all employees of a year that a list finds. */
export async function findEmployedIn(
  db: Db,
  year: number,
  filter: BalanceFilter,
): Promise<number[]> {
  const rows = await employedIn(db, year, filter).select('e.id').orderBy('e.id').execute();
  return rows.map(({ id }) => id);
}

interface Written {
  by: string;
  at: Date;
  note: string;
}

/** Adds what employees take over, unless they have an entry for that year. Answers how many were added. */
export async function insertCarryOvers(
  db: Db,
  rows: readonly CarryOver[],
  { by, at, note }: Written,
): Promise<number> {
  const added = await insertRows(
    db,
    'leave_carry_overs',
    rows,
    {
      employee_id: ['bigint', (row) => row.employeeId],
      year: ['int', (row) => row.year],
      hundredths: ['int', (row) => row.hundredths],
      note: ['text', () => note],
      created_at: ['timestamptz', () => at],
      created_by: ['text', () => by],
    },
    sql`on conflict on constraint leave_carry_overs_once do nothing returning id`,
  );
  return added.length;
}

/** Sets what an employee takes over into a year; answers what it was before, undefined without an entry. */
export async function setCarryOver(
  db: Db,
  { employeeId, year, hundredths }: CarryOver,
  { by, at, note }: Written,
): Promise<number | undefined> {
  const before = await sql<{ hundredths: number }>`select hundredths from leave_carry_overs
    where employee_id = ${employeeId} and year = ${year} for no key update`.execute(db);
  await sql`insert into leave_carry_overs (employee_id, year, hundredths, note, created_at, created_by)
    values (${employeeId}, ${year}, ${hundredths}, ${note}, ${at}, ${by})
    on conflict on constraint leave_carry_overs_once do update set hundredths = excluded.hundredths, note = excluded.note,
      created_at = excluded.created_at, created_by = excluded.created_by, version = leave_carry_overs.version + 1`.execute(
    db,
  );
  return before.rows[0]?.hundredths;
}
