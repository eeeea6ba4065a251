import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import {
  countRows,
  inBatches,
  orderOf,
  pageOf,
  type Sorts,
  sumCents,
  withTotal,
} from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { Page } from '../../kernel/paging.ts';
import { isEmployedOn } from './fragments.ts';
import { employees } from './queries.ts';
import type { EmployeeDetail } from './rules.ts';
import type { EmployeeFilter, EmployeeSort, FoundEmployee } from './schema.ts';

/** A column of the row that a column of an employee `s` names. */
const ofDepartment = (column: ReturnType<typeof sql>) =>
  sql`(select ${column} from ${byKey('departments', 'id', 's.department_id')} d)`;
const fullName = sql`s.first_name || ' ' || s.last_name`;
const managerName = sql`coalesce((select m.first_name || ' ' || m.last_name from ${byKey('employees', 'id', 's.manager_id')} m), '')`;
const username = sql`coalesce((select u.username from ${byKey('users', 'id', 's.user_id')} u), '')`;
/** US cents of the advances of an employee `s` that are not repaid. */
const openAdvances = sql`(select ${sumCents(sql`a.amount_cents - a.repaid_cents`)} from ${byKey('employee_advances', 'employee_id', 's.id')} a
  where a.reversed_on is null)`;

const columns = sql`${employees.listText('s')}, ${fullName} as "fullName", ${ofDepartment(sql`d.name`)} as "department",
  ${managerName} as "manager", ${username} as "username", ${openAdvances} as "openAdvancesUsd"`;

const sorts: Sorts<EmployeeSort> = {
  keys: {
    name: 's.search_text',
    employeeNumber: [sql`length(s.employee_number)`, 's.employee_number'],
    department: [ofDepartment(sql`d.name_key`), 's.search_text'],
    position: sql`lower(s.position)`,
    hireDate: 's.hire_date',
    status: 's.status',
    baseSalary: 's.base_salary_cents',
  },
  unique: 's.id',
  first: { column: 'name', descending: false },
};

function found(db: Db, filter: EmployeeFilter) {
  const { status = 'all', employmentType = 'all', payBy = 'all' } = filter;
  const { departmentId, managerId, employedOn, salaryFrom, salaryTo, q } = filter;
  let query = db.selectFrom('employees as s');
  if (status !== 'all') query = query.where('s.status', '=', status);
  if (employmentType !== 'all') query = query.where('s.employment_type', '=', employmentType);
  if (payBy !== 'all') query = query.where('s.pay_by', '=', payBy);
  if (departmentId !== undefined) query = query.where('s.department_id', '=', departmentId);
  if (managerId !== undefined) query = query.where('s.manager_id', '=', managerId);
  if (employedOn) query = query.where(isEmployedOn('s', employedOn));
  if (salaryFrom !== undefined) query = query.where('s.base_salary_cents', '>=', salaryFrom);
  if (salaryTo !== undefined) query = query.where('s.base_salary_cents', '<=', salaryTo);
  return q ? query.where(matchesSearch(sql`s.search_text`, q)) : query;
}

/** One page of the filtered list, by name by default. */
export async function findEmployees(db: Db, filter: EmployeeFilter): Promise<Page<EmployeeDetail>> {
  const page = pageOf(found(db, filter).selectAll('s'), sorts, filter);
  const { rows } = await sql<EmployeeDetail>`select ${columns} from (${page}) s
    order by ${orderOf(sorts, filter.sort)}`.execute(db);
  return withTotal(rows, filter, () => countRows(found(db, filter)));
}

/** The whole filtered, sorted list, `size` employees at a time. */
export async function* streamEmployees(
  db: Db,
  filter: EmployeeFilter,
  size: number,
): AsyncGenerator<EmployeeDetail[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('s.id').orderBy(order).execute();
  const ids = matches.map(({ id }) => id);
  yield* inBatches(ids, size, async (part) => {
    const { rows } = await sql<EmployeeDetail>`select ${columns} from ${eachId(part)}
      cross join lateral ${byKey('employees', 'id', 'k.id')} s`.execute(db);
    return rows;
  });
}

export async function getEmployee(db: Db, id: number): Promise<EmployeeDetail | undefined> {
  const { rows } = await sql<EmployeeDetail>`select ${columns}
    from ${byKey('employees', 'id', sql`${id}`)} s`.execute(db);
  return rows[0];
}

/** At most `limit` employees whose name, position, number, telephone or e-mail matches, by name. */
export async function searchEmployees(db: Db, q: string, limit: number): Promise<FoundEmployee[]> {
  const { rows } = await sql<FoundEmployee>`
    select s.id, s.employee_number as "employeeNumber", ${fullName} as "fullName", s.position, s.status,
      ${ofDepartment(sql`d.name`)} as department
    from (select * from employees e where ${matchesSearch(sql`e.search_text`, q)}
      order by e.search_text, e.id limit ${limit}) s
    order by s.search_text, s.id`.execute(db);
  return rows;
}
