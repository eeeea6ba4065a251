import { AppError } from '@nimule/core/kernel/errors';
import { actionCommand } from '../action-command.ts';
import { defineCommand, flag, required, text } from '../command.ts';
import { printMessage } from '../io.ts';
import { listCommand } from '../list-command.ts';
import {
  type Column,
  instantText,
  moneyColumn,
  numberColumn,
  printRecord,
  printRows,
  textColumn,
} from '../output.ts';
import type { Session } from '../session.ts';

const payrollColumns = [
  textColumn('payrollNumber', 'Payroll'),
  textColumn('employeeNumber', 'Employee'),
  textColumn('employeeName', 'Name'),
  textColumn('payPeriod', 'Period'),
  moneyColumn('grossPay', 'Gross USD'),
  moneyColumn('tax', 'Tax'),
  moneyColumn('socialSecurity', 'Social security'),
  moneyColumn('advances', 'Advances'),
  moneyColumn('deductions', 'Other'),
  moneyColumn('netPay', 'Net USD'),
  textColumn('status', 'Status'),
] as const;

const previewColumns = [
  textColumn('employeeNumber', 'Employee'),
  textColumn('employeeName', 'Name'),
  numberColumn('overtimeHours', 'Overtime hours'),
  moneyColumn('grossPay', 'Gross USD'),
  moneyColumn('tax', 'Tax'),
  moneyColumn('socialSecurity', 'Social security'),
  moneyColumn('advances', 'Advances'),
  moneyColumn('netPay', 'Net USD'),
] as const;

const batchColumns = [
  textColumn('batchNumber', 'Batch'),
  textColumn('month', 'Month'),
  numberColumn('processed', 'Processed'),
  numberColumn('approved', 'Approved'),
  numberColumn('paid', 'Paid'),
  numberColumn('reversed', 'Reversed'),
  moneyColumn('grossUsd', 'Gross USD'),
  moneyColumn('netUsd', 'Net USD'),
  textColumn('createdBy', 'Processed by'),
] as const;

const paymentColumns = [
  textColumn('paymentNumber', 'Payment'),
  textColumn('paymentDate', 'Date'),
  numberColumn('payrolls', 'Payrolls'),
  textColumn('account', 'Account'),
  textColumn('currency', 'Currency'),
  moneyColumn('amount', 'Amount'),
  moneyColumn('amountUsd', 'USD'),
  textColumn('reference', 'Reference'),
] as const;

const attendanceColumns: readonly Column<AttendanceField>[] = [
  textColumn('employeeNumber', 'Employee'),
  textColumn('employeeName', 'Name'),
  textColumn('department', 'Department'),
  textColumn('status', 'Status'),
  { key: 'checkIn', title: 'In', show: instantText },
  { key: 'checkOut', title: 'Out', show: instantText },
  numberColumn('totalHours', 'Hours'),
  numberColumn('overtime', 'Overtime'),
];
type AttendanceField =
  | 'employeeNumber'
  | 'employeeName'
  | 'department'
  | 'status'
  | 'checkIn'
  | 'checkOut'
  | 'totalHours'
  | 'overtime';

/** A batch by its number, in any case. @throws AppError notFound. */
async function findBatch(session: Session, batchNumber: string) {
  const number = batchNumber.trim().toUpperCase();
  for (let page = 1; ; page += 1) {
    const { body } = await session.call('listPayrollBatches', { query: { page: String(page) } });
    const found = body.find((batch) => batch.batchNumber === number);
    if (found) return found;
    if (body.length === 0)
      throw new AppError(
        'notFound',
        'payrollBatch.notFound',
        `Payroll batch ${batchNumber} was not found.`,
      );
  }
}

/** The id of a department by its name, in any case. @throws AppError notFound. */
async function departmentId(session: Session, name: string): Promise<number> {
  const { body } = await session.call('listDepartments', {});
  const found = body.find((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (found) return Number(found.id);
  const names = body.map((one) => one.name).join(', ');
  throw new AppError(
    'notFound',
    'department.notFound',
    `There is no department ${name}. There are: ${names}.`,
  );
}

const department = text('name', 'Only this department');

export const hrCommands = [
  listCommand({
    name: 'hr employees',
    summary: 'List employees by name',
    operation: 'listEmployees',
    columns: [
      textColumn('employeeNumber', 'Employee'),
      textColumn('fullName', 'Name'),
      textColumn('department', 'Department'),
      textColumn('position', 'Position'),
      textColumn('employmentType', 'Type'),
      textColumn('hireDate', 'Hired'),
      moneyColumn('baseSalary', 'Salary USD'),
      textColumn('status', 'Status'),
    ],
    filters: {
      status: text('status', 'active, inactive, suspended or terminated'),
      employmentType: text('type', 'full-time, part-time, contract or intern'),
      department,
    },
    async input(session, { department: name, ...query }) {
      return {
        query: name ? { ...query, departmentId: await departmentId(session, name) } : query,
      };
    },
    examples: [
      'isp hr employees --status active',
      'isp hr employees --department "Network Operations" --format csv > staff.csv',
    ],
  }),
  listCommand({
    name: 'hr payroll list',
    summary: 'List payrolls, latest period first',
    operation: 'listPayroll',
    columns: payrollColumns,
    filters: {
      month: text('month', 'Only those that end in this month, 2026-11'),
      status: text('status', 'processed, approved, paid or reversed'),
    },
    examples: [
      'isp hr payroll list --month 2026-11',
      'isp hr payroll list --status approved --format json',
    ],
  }),
  defineCommand({
    name: 'hr payroll run',
    summary: 'Process the payrolls of a month',
    details:
      'For active staff, and those who left with days in the month. Who has a payroll of these days already is left out. Nothing is posted before another person approves it.',
    options: {
      month: text('month', 'The month, 2026-11; the current one when left out'),
      addOvertime: flag('Add the overtime of the attendance'),
      dryRun: flag('Only show what it would process'),
    },
    answers: true,
    examples: ['isp hr payroll run --month 2026-11 --dry-run', 'isp hr payroll run --add-overtime'],
    async run({ io, options, format, open }) {
      const session = await open();
      const month = options.month ?? (await session.context()).today.slice(0, 7);
      const body = { month, addOvertime: options.addOvertime };
      const { body: planned } = await session.call('previewPayrollBatch', { body });
      for (const { employeeName, reason } of planned.leftOut)
        printMessage(io, `${employeeName} is left out: ${reason}`);
      if (options.dryRun) {
        await printRows(io, format, planned.rows, previewColumns);
        printMessage(io, 'Nothing was written.');
        return;
      }
      const { body: made } = await session.call('createPayrollBatch', { body });
      await printRecord(io, format, made, batchColumns);
    },
  }),
  defineCommand({
    name: 'hr payroll approve',
    summary: 'Approve and post the processed payrolls of a batch',
    details: 'Payrolls that you processed yourself stay, while another person could approve them.',
    args: { batch: { help: 'Number of the batch, such as PB-2026-0001' } },
    answers: true,
    examples: ['isp hr payroll approve PB-2026-0001'],
    async run({ io, args, format, open }) {
      const session = await open();
      const { id, version } = await findBatch(session, args.batch);
      const { body } = await session.call('approvePayrollBatch', {
        params: { id },
        body: { version },
      });
      await printRecord(io, format, body.batch, batchColumns);
      const own = body.own > 0 ? ` ${body.own} wait for another person.` : '';
      printMessage(io, `${body.approved} approved.${own}`);
    },
  }),
  actionCommand({
    name: 'hr payroll pay',
    summary: 'Pay the approved payrolls of a month or a batch',
    options: {
      month: text('month', 'Those that end in this month, 2026-11'),
      batch: text('number', 'Those of this batch, such as PB-2026-0001'),
      payBy: text('way', 'Only those that are paid by cash, bank or mobile_money'),
      account: required('account', 'The money: cash (of the safe), bank or mobile_money'),
      currency: text('currency', 'USD or SSP; USD when left out'),
      paymentDate: text('date', 'Day of the payment; today when left out'),
      reference: text('text', 'Number of the transfer'),
      notes: text('text', 'Notes'),
    },
    examples: [
      'isp hr payroll pay --month 2026-11 --pay-by bank --account bank --reference "TRF 118"',
      'isp hr payroll pay --batch PB-2026-0001 --account cash --currency SSP',
    ],
    operation: 'createPayrollPayment',
    columns: paymentColumns,
    async input(session, { options }) {
      const { batch, ...payment } = options;
      const batchId = batch && (await findBatch(session, batch)).id;
      return {
        body: { ...payment, ...(batchId ? { batchId } : {}) },
      };
    },
  }),
  listCommand({
    name: 'hr leave',
    summary: 'List leave requests, latest start first',
    operation: 'listLeaveRequests',
    columns: [
      numberColumn('id', 'Id'),
      textColumn('employeeName', 'Employee'),
      textColumn('leaveTypeName', 'Leave'),
      textColumn('startDate', 'From'),
      textColumn('endDate', 'To'),
      numberColumn('daysRequested', 'Days'),
      textColumn('status', 'Status'),
      textColumn('approvedBy', 'Decided by'),
      textColumn('warning', 'Warning'),
    ],
    filters: {
      month: text('month', 'Only those with a day in this month, 2026-11'),
      status: text('status', 'pending, approved, rejected or cancelled'),
      leaveType: text(
        'type',
        'annual, sick, personal, maternity, paternity, bereavement or emergency',
      ),
      department,
    },
    async input(session, { department: name, ...query }) {
      return {
        query: name ? { ...query, departmentId: await departmentId(session, name) } : query,
      };
    },
    examples: ['isp hr leave --status pending', 'isp hr leave --month 2026-11 --format csv'],
  }),
  defineCommand({
    name: 'hr attendance',
    summary: 'Show the attendance of a day',
    options: { date: text('date', 'The day; today when left out'), department },
    answers: true,
    examples: ['isp hr attendance', 'isp hr attendance --date 2026-11-20 --format csv'],
    async run({ io, options, format, open }) {
      const session = await open();
      const { date, department: name } = options;
      const query = { date, departmentId: name && (await departmentId(session, name)) };
      const { body } = await session.call('listAttendance', { query });
      const rows = body.rows.map(({ record, leaveType, openFrom, ...who }) => ({
        ...who,
        status: record?.status ?? (leaveType ? 'leave' : ''),
        checkIn: record?.checkIn ?? null,
        checkOut: record?.checkOut ?? null,
        totalHours: record?.totalHours ?? null,
        overtime: record?.overtime ?? null,
      }));
      await printRows(io, format, rows, attendanceColumns);
      const { present, late, absent, onLeave, unmarked } = body;
      printMessage(
        io,
        `${body.date}: ${present} present, ${late} late, ${absent} absent, ${onLeave} on leave, ${unmarked} not marked.`,
      );
    },
  }),
];
