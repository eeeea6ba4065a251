import type { Ctx } from '../../context.ts';
import { type EmployeeRecord, fullNameOf } from '../employees/rules.ts';
import { renameEmployees } from './queries.ts';

/** Makes leave requests searchable by the changed names of their employees. */
export function renameInLeave(
  tx: Ctx,
  employees: readonly Pick<EmployeeRecord, 'id' | 'employeeNumber' | 'firstName' | 'lastName'>[],
): Promise<void> {
  const names = employees.map((employee) => ({
    id: employee.id,
    employeeNumber: employee.employeeNumber,
    employeeName: fullNameOf(employee),
  }));
  return renameEmployees(tx.db, names);
}
