import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of employees, leave and attendance. */
export const hrConstraints = {
  departments_name: {
    kind: 'conflict',
    code: 'department.nameTaken',
    message: 'A department with this name already exists.',
    field: 'name',
  },
  employees_department_id_fkey: {
    kind: 'conflict',
    code: 'department.hasEmployees',
    message: 'This department has employees. Move them to another one first.',
  },
  employees_terminated: {
    kind: 'rule',
    code: 'employee.terminatedLastDay',
    message: 'A terminated employee has a last day.',
    field: 'lastDay',
  },
  employees_number: {
    kind: 'conflict',
    code: 'employee.numberTaken',
    message: 'This employee number is already in use.',
    field: 'employeeNumber',
  },
  employees_user: {
    kind: 'conflict',
    code: 'employee.userTaken',
    message: 'This user account already belongs to another employee.',
    field: 'userId',
  },
  employees_last_day: {
    kind: 'rule',
    code: 'employee.lastDay',
    message: 'The last day cannot be before the hire date.',
    field: 'lastDay',
  },
  employees_manager: {
    kind: 'rule',
    code: 'employee.ownManager',
    message: 'An employee cannot be their own manager.',
    field: 'managerId',
  },
  leave_requests_overlap: {
    kind: 'conflict',
    code: 'leave.overlaps',
    message: 'The employee already has leave that is pending or approved on these days.',
    field: 'startDate',
  },
  public_holidays_once: {
    kind: 'conflict',
    code: 'holiday.dateTaken',
    message: 'There is already a public holiday on this day.',
    field: 'date',
  },
} as const satisfies ConstraintErrors;
