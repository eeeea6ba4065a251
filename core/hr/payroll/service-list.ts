import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import { mayOf } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { type Cents, usdToSsp } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { dialled } from '../../kernel/phone.ts';
import { currentRate } from '../../rates/service-current.ts';
import type { OwnPayslip, OwnPayslipFilter } from '../mine/schema.ts';
import { findDueIds } from '../payments/queries.ts';
import { PAY } from '../schema.ts';
import { findPayees } from './queries.ts';
import { findByIds, findPayrolls, streamPayrolls } from './queries-list.ts';
import { type NamedPayroll, type PayeeDetails, toPayroll } from './rules-record.ts';
import type { PaymentListQuery, Payroll, PayrollExport, PayrollFilter } from './schema.ts';
import { callerOf } from './service-record.ts';

/** Payrolls, newest first by default, US cents; the total is counted only on request. */
export async function listPayroll(ctx: Ctx, filter: PayrollFilter): Promise<Page<Payroll>> {
  const { rows, ...page } = await findPayrolls(ctx.db, filter);
  const caller = await callerOf(ctx);
  return { rows: rows.map((row) => toPayroll(row, caller)), ...page };
}

/** The approved and paid payrolls of an employee, newest first: those that the employee may see. */
export async function listPayslipsOf(
  ctx: Ctx,
  employeeId: number,
  filter: OwnPayslipFilter,
): Promise<Page<OwnPayslip>> {
  const statuses = ['approved', 'paid'] as const;
  const { rows, ...page } = await findPayrolls(ctx.db, { ...filter, employeeId, statuses });
  const caller = await callerOf(ctx);
  return { rows: rows.map((row) => toPayroll(row, caller)), ...page };
}

/** Payrolls read at a time by an export. */
const BATCH = 1000;

const money = (header: string, value: (row: Payroll) => Cents): Column<Payroll> => ({
  header,
  kind: 'money',
  value,
  needs: PAY,
});
const text = (header: string, value: (row: Payroll) => string, width = 18): Column<Payroll> => ({
  header,
  kind: 'text',
  value,
  width,
});

const columns: readonly Column<Payroll>[] = [
  text('payrollNumber', (row) => row.payrollNumber),
  text('employeeNumber', (row) => row.employeeNumber),
  text('employeeName', (row) => row.employeeName, 32),
  text('department', (row) => row.department, 24),
  { header: 'startDate', kind: 'date', value: (row) => row.startDate },
  { header: 'endDate', kind: 'date', value: (row) => row.endDate },
  money('baseSalary', (row) => row.baseSalary),
  money('overtime', (row) => row.overtime),
  money('bonus', (row) => row.bonus),
  money('grossPay', (row) => row.grossPay),
  money('tax', (row) => row.tax),
  money('socialSecurity', (row) => row.socialSecurity),
  money('advances', (row) => row.advances),
  money('deductions', (row) => row.deductions),
  money('netPay', (row) => row.netPay),
  money('employerSocialSecurity', (row) => row.employerSocialSecurity),
  text('status', (row) => row.status, 12),
  text('batchNumber', (row) => row.batchNumber),
  text('processedBy', (row) => row.processedBy, 24),
  text('approvedBy', (row) => row.approvedBy, 24),
  { header: 'paidOn', kind: 'date', value: (row) => row.paidOn },
  text('reversalReason', (row) => row.reversalReason, 40),
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export async function exportPayroll(ctx: Ctx, query: PayrollExport): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const caller = await callerOf(ctx);
  const file = { name: `payroll-${ctx.today}`, sheetName: 'Payroll', format };
  async function* rows() {
    for await (const batch of streamPayrolls(ctx.db, query, BATCH))
      yield batch.map((row) => toPayroll(row, caller));
  }
  return exportFile(file, columns, rows(), mayOf(ctx.actor));
}

type ListRow = NamedPayroll & Omit<PayeeDetails, 'id' | 'status'> & { netSsp: Cents };

const listText = (header: string, value: (row: ListRow) => string): Column<ListRow> => ({
  header,
  kind: 'text',
  value,
});

const listColumns: readonly Column<ListRow>[] = [
  listText('payrollNumber', (row) => row.payrollNumber),
  listText('employeeNumber', (row) => row.employeeNumber),
  listText('employeeName', (row) => row.employeeName),
  listText('payBy', (row) => row.payBy),
  listText('bankName', (row) => row.bankName),
  listText('bankAccount', (row) => row.bankAccount),
  listText('mobileMoney', (row) => dialled(row.mobileMoney)),
  { header: 'netPayUsd', kind: 'money', value: (row) => row.netPay, needs: PAY },
  { header: 'netPaySsp', kind: 'money', value: (row) => row.netSsp, needs: PAY },
  listText('reference', (row) => `${row.payrollNumber} ${row.endDate.slice(0, 7)}`),
];

/** Beyond this the list is not one payment. */
const MOST_DUE = 20_000;

/**
 * Net pay of approved payrolls that are not paid, as a .csv file for the bank or the mobile-money provider. The pounds are
 * at the rate of today, at which a payment of today is booked, not at the rates of the payslips.
 */
export async function paymentList(ctx: Ctx, query: PaymentListQuery): Promise<FileAnswer> {
  const ids = await findDueIds(ctx.db, query, MOST_DUE);
  const exchangeRate = await currentRate(ctx, 'standard', ctx.today);
  async function* rows() {
    for (let start = 0; start < ids.length; start += BATCH) {
      const found = await findByIds(ctx.db, ids.slice(start, start + BATCH));
      const payees = await findPayees(ctx.db, [...new Set(found.map((row) => row.employeeId))]);
      const byId = new Map(payees.map((one) => [one.id, one]));
      yield found
        .sort((one, other) => one.id - other.id)
        .map((row) => ({
          ...byId.get(row.employeeId)!,
          ...row,
          netSsp: usdToSsp(row.netPay, exchangeRate),
        }));
    }
  }
  const name = ['payment-list', query.payBy, query.month ?? ctx.today].filter(Boolean).join('-');
  const file = { name, sheetName: 'Payment list', format: 'csv' as const };
  return exportFile(file, listColumns, rows(), mayOf(ctx.actor));
}
