import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import { type DepartmentCard, type DepartmentRecord, departmentKey } from './rules.ts';

export const departments = defineRecord<'departments', DepartmentRecord>(
  'departments',
  {
    id: 'id bigint',
    name: 'name text',
    budget: 'budget_cents bigint',
    managerId: 'manager_id bigint',
    version: 'version int',
  },
  { derived: { name_key: ['text', departmentKey] } },
);

async function findCards(db: Db, where: RawBuilder<unknown>): Promise<DepartmentCard[]> {
  const { rows } = await sql<DepartmentCard>`
    select ${departments.listText('d')}, coalesce(e.employees, 0) as employees, coalesce(e.salaries, 0)::bigint as "salariesUsd",
      coalesce((select m.first_name || ' ' || m.last_name from ${byKey('employees', 'id', 'd.manager_id')} m), '') as manager
    from departments d
    left join (
      select department_id, count(*) as employees, ${sumCents('base_salary_cents')} as salaries
      from employees where status = 'active' group by department_id) e on e.department_id = d.id
    where ${where} order by d.id`.execute(db);
  return rows;
}

/** All departments in the order in which they were added; seeds/001 9 names the first six. */
export function findDepartments(db: Db): Promise<DepartmentCard[]> {
  return findCards(db, sql`true`);
}

export async function getDepartment(db: Db, id: number): Promise<DepartmentCard | undefined> {
  return (await findCards(db, sql`d.id = ${id}`))[0];
}

export async function findByKey(db: Db, key: string): Promise<{ id: number } | undefined> {
  return db.selectFrom('departments').select('id').where('name_key', '=', key).executeTakeFirst();
}

/** Ids by name key. */
export async function findKeys(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('departments').select(['id', 'name_key']).execute();
  return new Map(rows.map(({ id, name_key }) => [name_key, id]));
}
