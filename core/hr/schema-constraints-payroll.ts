import type { ConstraintErrors } from '../kernel/errors.ts';

/** Error texts of the constraints of payroll and its payments. */
export const payrollConstraints = {
  payrolls_once: {
    kind: 'conflict',
    code: 'payroll.overlaps',
    message: 'The employee already has a payroll of these days. Reverse it first.',
    field: 'startDate',
  },
  payrolls_period: {
    kind: 'rule',
    code: 'payroll.period',
    message: 'The end date cannot be before the start date.',
    field: 'endDate',
  },
  payrolls_net: {
    kind: 'rule',
    code: 'payroll.negative',
    message: 'The deductions are more than the gross pay.',
    field: 'deductions',
  },
  payrolls_second_person: {
    kind: 'rule',
    code: 'payroll.ownApproval',
    message: 'You processed this payroll yourself: another person must approve it.',
  },
  payroll_payment_lines_once: {
    kind: 'conflict',
    code: 'payroll.paid',
    message: 'A payroll was already paid.',
  },
  advance_movements_reversed_once: {
    kind: 'rule',
    code: 'repayment.reversed',
    message: 'The repayment is already reversed.',
  },
  employee_advances_repaid: {
    kind: 'rule',
    code: 'advance.repaid',
    message: 'More would be repaid than was advanced.',
  },
} as const satisfies ConstraintErrors;
