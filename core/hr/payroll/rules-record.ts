import { dateInJuba, type IsoDate } from '../../kernel/dates.ts';
import { addCents, type Cents, usdToSsp } from '../../kernel/money.ts';
import type { EmployeeStatus } from '../employees/schema.ts';
import type { PayAccount } from '../schema.ts';
import { type Exemptions, type Pay, payPeriodOf } from './rules.ts';
import type { Payroll, PayrollAction } from './schema.ts';

/** A row of the table payrolls. US cents; hours in hundredths. */
export type PayrollRecord = Omit<
  Payroll,
  | 'employeeNumber'
  | 'employeeName'
  | 'department'
  | 'batchNumber'
  | 'payPeriod'
  | 'totalDeductions'
  | 'netPaySsp'
  | 'overtimeHours'
  | 'processedDate'
  | 'actions'
> & {
  overtimeHundredths: number;
  processedAt: Date;
  processedById: number | null;
  changedById: number | null;
  /** The date of its entry. */
  postedOn: IsoDate | null;
  approvedById: number | null;
  reversedAt: Date | null;
};

/** What payroll needs of an employee. */
export interface Payee extends Exemptions {
  id: number;
  employeeNumber: string;
  employeeName: string;
  department: string;
  /** US cents a month. */
  monthlySalary: Cents;
  hireDate: IsoDate;
  lastDay: IsoDate | null;
  status: EmployeeStatus;
}

/** What a payslip and the list of payments add to it. */
export interface PayeeDetails extends Payee {
  position: string;
  email: string;
  payBy: PayAccount;
  bankName: string;
  bankAccount: string;
  mobileMoney: string;
}

/** A payroll with the names of its employee and batch. */
export type NamedPayroll = PayrollRecord &
  Pick<Payroll, 'employeeNumber' | 'employeeName' | 'department' | 'batchNumber'>;

/** What is posted of a payroll. */
export type PostedPay = Pick<
  NamedPayroll,
  | 'id'
  | 'payrollNumber'
  | 'employeeId'
  | 'employeeName'
  | 'endDate'
  | 'grossPay'
  | 'tax'
  | 'socialSecurity'
  | 'employerSocialSecurity'
  | 'advances'
  | 'deductions'
  | 'netPay'
>;

/** What the approval of a payroll needs of it. */
export type Approvable = PostedPay & Pick<PayrollRecord, 'processedById' | 'changedById'>;

/** Who asks, for the actions of a payroll. */
export interface PayrollCaller {
  userId: number | null;
  mayRun: boolean;
  mayApprove: boolean;
  mayPay: boolean;
  /** Active users who may approve payrolls; three if there are so many, since a payroll has two makers. */
  approvers: readonly number[];
}

/** Whether the caller processed the payroll or changed its amounts last. */
function isOwn(
  { processedById, changedById }: Pick<PayrollRecord, 'processedById' | 'changedById'>,
  userId: number | null,
): boolean {
  return processedById === userId || changedById === userId;
}

/**
 * Whether the caller has to leave the approval to somebody else (decision 34): they made the payroll, and an active user who
 * neither processed it nor changed its amounts may approve it.
 */
export function isForOthers(
  record: Pick<PayrollRecord, 'processedById' | 'changedById'>,
  { userId, approvers }: Pick<PayrollCaller, 'userId' | 'approvers'>,
): boolean {
  return isOwn(record, userId) && approvers.some((approver) => !isOwn(record, approver));
}

/** What the caller may do with a payroll now (decision 37). */
function actionsOf(record: PayrollRecord, caller: PayrollCaller): PayrollAction[] {
  const { status, netPay } = record;
  const isPayable = status === 'approved' && netPay > 0;
  const isUnpaid =
    status === 'processed' || status === 'approved' || (status === 'paid' && netPay === 0);
  const allowed: Record<PayrollAction, boolean> = {
    edit: status === 'processed' && caller.mayRun,
    approve: status === 'processed' && caller.mayApprove && !isForOthers(record, caller),
    pay: isPayable && caller.mayPay,
    reverse: isUnpaid && caller.mayApprove,
  };
  return (Object.keys(allowed) as PayrollAction[]).filter((action) => allowed[action]);
}

/** The columns of computed pay. */
export function payColumns({ totalDeductions, ...pay }: Pay) {
  return pay;
}

/** A payroll as the API answers it. */
export function toPayroll(named: NamedPayroll, caller: PayrollCaller): Payroll {
  const { overtimeHundredths, processedAt, reversedAt, postedOn, ...others } = named;
  const { processedById, changedById, approvedById, ...fields } = others;
  return {
    ...fields,
    payPeriod: payPeriodOf(named.startDate, named.endDate),
    totalDeductions: addCents(named.deductions, named.advances, named.socialSecurity, named.tax),
    netPaySsp: usdToSsp(named.netPay, named.exchangeRate),
    overtimeHours: overtimeHundredths / 100,
    processedDate: dateInJuba(processedAt),
    actions: actionsOf(named, caller),
  };
}
