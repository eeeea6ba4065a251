import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { employees } from './queries.ts';
import type { EmployeeRecord } from './rules.ts';

/** All employees, locked unless it is for a preview. */
export async function findAll(db: Db, dryRun: boolean): Promise<EmployeeRecord[]> {
  const query = db.selectFrom('employees').select(employees.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}

/** Employees with their versions, locked against every record that is about to name them. */
export function lockForUndo(db: Db, ids: readonly number[]): Promise<EmployeeRecord[]> {
  return db
    .selectFrom('employees')
    .select(employees.list())
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function removeEmployees(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from employees where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
