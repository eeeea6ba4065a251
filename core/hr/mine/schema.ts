import { z } from 'zod';
import { monthText } from '../../kernel/dates.ts';
import { pagingQuery } from '../../kernel/paging.ts';
import { attendance } from '../attendance/schema.ts';
import { employee } from '../employees/schema.ts';
import { leaveBalance, leaveStatuses } from '../leave/schema.ts';
import { payroll } from '../payroll/schema.ts';

/** The employee that the caller's account is linked to; null without one. Own pay is on the payslips. */
export const me = z.object({
  employee: employee
    .pick({
      id: true,
      employeeNumber: true,
      fullName: true,
      department: true,
      position: true,
      hireDate: true,
      manager: true,
    })
    .nullable(),
  balance: leaveBalance.nullable(),
});
export type Me = z.output<typeof me>;

/** An own payslip: approved or paid. */
export const ownPayslip = payroll.pick({
  id: true,
  payrollNumber: true,
  startDate: true,
  endDate: true,
  payPeriod: true,
  baseSalary: true,
  overtime: true,
  bonus: true,
  grossPay: true,
  deductions: true,
  advances: true,
  socialSecurity: true,
  tax: true,
  totalDeductions: true,
  netPay: true,
  netPaySsp: true,
  status: true,
  paidOn: true,
});
export type OwnPayslip = z.output<typeof ownPayslip>;
export const ownPayslipFilter = pagingQuery(['endDate']);
export type OwnPayslipFilter = z.output<typeof ownPayslipFilter>;
export const ownLeaveFilter = pagingQuery(['startDate']).extend({
  status: z.enum(['all', ...leaveStatuses]).optional(),
});
export type OwnLeaveFilter = z.output<typeof ownLeaveFilter>;
export const ownAttendanceQuery = z.object({ month: monthText.optional() });
export const ownAttendance = z.object({
  month: monthText,
  days: attendance.array(),
  totalHours: z.number(),
  overtime: z.number(),
});
export type OwnAttendance = z.output<typeof ownAttendance>;
