import type { Db } from '../../database/connect.ts';
import { employees } from './queries.ts';
import type { EmployeeRecord } from './rules.ts';

/** All employees, locked unless it is for a preview. */
export async function findAll(db: Db, dryRun: boolean): Promise<EmployeeRecord[]> {
  const query = db.selectFrom('employees').select(employees.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}
