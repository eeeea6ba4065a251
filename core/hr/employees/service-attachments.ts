import { defineAttachments } from '../../attachments/service-kit.ts';
import { nameOfEmployee } from './rules.ts';
import { getEmployeeRecord, lockEmployee } from './service-record.ts';

/** The contract papers of an employee. The summary does not name the file: its name may tell the salary. */
export const papers = defineAttachments({
  entity: 'employee',
  noun: 'employee',
  assertReadable: getEmployeeRecord,
  lock: lockEmployee,
  summary: (employee) => `${nameOfEmployee(employee)}: contract paper`,
});
