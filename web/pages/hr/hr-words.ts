import type { EmployeeStatus, EmploymentType } from '@nimule/core/hr/employees/schema';
import type { PayAccount } from '@nimule/core/hr/schema';

export const employmentLabels: Readonly<Record<EmploymentType, string>> = {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  contract: 'Contract',
  intern: 'Intern',
};

/** The colour of a status of an employee is that of this word. */
export const employeeStatusLabels: Readonly<Record<EmployeeStatus, string>> = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
  terminated: 'Terminated',
};

export const payByLabels: Readonly<Record<PayAccount, string>> = {
  bank: 'Bank',
  mobile_money: 'Mobile money',
  cash: 'Cash',
};
