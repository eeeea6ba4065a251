import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { byKey, eachId } from '../database/look-up.ts';
import type { IsoDate } from '../kernel/dates.ts';

/** An employee as leave and attendance show them. */
export interface StaffName {
  employeeId: number;
  employeeNumber: string;
  employeeName: string;
  department: string;
}

const columns = sql`e.id as "employeeId", e.employee_number as "employeeNumber",
  e.first_name || ' ' || e.last_name as "employeeName", d.name as department`;

/** Employees by name; with a department only its own. */
export async function findStaffNames(
  db: Db,
  ids: readonly number[],
  departmentId?: number,
): Promise<StaffName[]> {
  const inDepartment = departmentId === undefined ? sql`` : sql`where d.id = ${departmentId}`;
  const { rows } = await sql<StaffName>`select ${columns}
    from ${eachId(ids)} cross join lateral ${byKey('employees', 'id', 'k.id')} e
    cross join lateral ${byKey('departments', 'id', 'e.department_id')} d ${inDepartment}
    order by e.search_text, e.id`.execute(db);
  return rows;
}

/**
 * The staff of a period, both days included, by name: who is employed on one of its days and is active, or leaves on or
 * after its first day, and everybody with attendance in it. Suspended employees are left out unless they have some.
 */
export async function findStaffOn(
  db: Db,
  from: IsoDate,
  to: IsoDate,
  departmentId?: number,
): Promise<StaffName[]> {
  const inDepartment =
    departmentId === undefined ? sql`` : sql`and e.department_id = ${departmentId}`;
  const { rows } = await sql<StaffName>`select ${columns}
    from employees e cross join lateral ${byKey('departments', 'id', 'e.department_id')} d
    where e.hire_date <= ${to} and (e.last_day is null or e.last_day >= ${from}) ${inDepartment}
      and (e.status = 'active' or (e.status <> 'suspended' and e.last_day >= ${from})
        or exists (select from attendance a where a.employee_id = e.id and a.day between ${from} and ${to}))
    order by e.search_text, e.id`.execute(db);
  return rows;
}
