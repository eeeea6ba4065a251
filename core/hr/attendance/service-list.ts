import type { Ctx } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import {
  addDays,
  assertDateAllowed,
  firstDay,
  type IsoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { leaveOn } from '../leave/service-days.ts';
import { holidayNames } from '../leave/service-holidays.ts';
import type { OwnAttendance } from '../mine/schema.ts';
import { findStaffOn } from '../queries-staff.ts';
import { hrSettings } from '../service-settings.ts';
import * as queries from './queries.ts';
import { daysOfMonth, type GridState, monthOfEmployee, toAttendance } from './rules.ts';
import type {
  AttendanceDay,
  AttendanceMonth,
  AttendanceMonthExport,
  AttendanceMonthQuery,
  AttendanceQuery,
} from './schema.ts';

/**
 * The staff of a day, today by default, by name: each with the mark of the day, approved leave, and an open shift of the day
 * before. @throws AppError invalid for a day before 2000 or more than a year ahead.
 */
export async function listAttendance(ctx: Ctx, query: AttendanceQuery): Promise<AttendanceDay> {
  const { date = ctx.today, departmentId } = query;
  assertDateAllowed('date', date, ctx.today);
  const before = addDays(date, -1);
  const records = groupedBy(
    await queries.findBetween(ctx.db, before, date),
    ({ employeeId }) => employeeId,
  );
  const leave = new Map(
    (await leaveOn(ctx, date, date)).map(({ employeeId, leaveType }) => [employeeId, leaveType]),
  );
  const staff = await findStaffOn(ctx.db, date, date, departmentId);
  const rows = staff.map((person) => {
    const own = records.get(person.employeeId) ?? [];
    const record = own.find((row) => row.date === date);
    const open = own.find((row) => row.date === before && row.checkIn && !row.checkOut);
    return {
      ...person,
      record: record ? toAttendance(record, person.employeeName) : null,
      leaveType: leave.get(person.employeeId) ?? null,
      openFrom: open ? toAttendance(open, person.employeeName) : null,
    };
  });
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
  return {
    date,
    holiday: (await holidayNames(ctx, date, date)).get(date) ?? '',
    present: count(({ record }) => record?.status === 'present'),
    late: count(({ record }) => record?.status === 'late'),
    absent: count(({ record }) => record?.status === 'absent'),
    onLeave: count(({ record, leaveType }) => !record && leaveType !== null),
    unmarked: count(({ record, leaveType }) => !record && leaveType === null),
    rows,
  };
}

/**
 * The attendance of a month, this month by default: employees by name, with each day and totals.
 * @throws AppError invalid for a month before 2000 or more than a year ahead.
 */
export async function attendanceMonth(
  ctx: Ctx,
  query: AttendanceMonthQuery,
): Promise<AttendanceMonth> {
  const { month = monthOf(ctx.today), departmentId } = query;
  const [from, to] = [firstDay(month), lastDay(month)];
  assertDateAllowed('month', from, ctx.today);
  const settings = await hrSettings(ctx);
  const names = await holidayNames(ctx, from, to);
  const facts = { month, settings, holidays: new Set(names.keys()) };
  const records = groupedBy(
    await queries.findBetween(ctx.db, from, to),
    ({ employeeId }) => employeeId,
  );
  const leave = groupedBy(await leaveOn(ctx, from, to), ({ employeeId }) => employeeId);
  const staff = await findStaffOn(ctx.db, from, to, departmentId);
  return {
    month,
    holidays: [...names].map(([date, name]) => ({ date, name })),
    employees: staff.map((person) => ({
      ...person,
      ...monthOfEmployee(facts, {
        records: records.get(person.employeeId) ?? [],
        leave: leave.get(person.employeeId) ?? [],
      }),
    })),
  };
}

type Person = AttendanceMonth['employees'][number];

const letters: Readonly<Record<GridState, string>> = {
  present: 'P',
  late: 'L',
  absent: 'A',
  leave: 'V',
  holiday: 'H',
  none: '',
};

function columnsOf(month: IsoMonth): Column<Person>[] {
  return [
    { header: 'employeeNumber', kind: 'text', value: (row) => row.employeeNumber, width: 14 },
    { header: 'employeeName', kind: 'text', value: (row) => row.employeeName, width: 28 },
    { header: 'department', kind: 'text', value: (row) => row.department },
    ...daysOfMonth(month).map(
      (date, index): Column<Person> => ({
        header: date.slice(8, 10),
        kind: 'text',
        value: (row) => letters[row.days[index]!],
        width: 4,
      }),
    ),
    { header: 'present', kind: 'integer', value: (row) => row.present },
    { header: 'late', kind: 'integer', value: (row) => row.late },
    { header: 'absent', kind: 'integer', value: (row) => row.absent },
    { header: 'leave', kind: 'integer', value: (row) => row.leave },
    { header: 'totalHours', kind: 'number', value: (row) => row.totalHours },
    { header: 'overtime', kind: 'number', value: (row) => row.overtime },
  ];
}

/** The month as .xlsx or .csv: P present, L late, A absent, V leave, H public holiday (decision 20). */
export async function exportAttendanceMonth(
  ctx: Ctx,
  query: AttendanceMonthExport,
): Promise<FileAnswer> {
  const { format = 'xlsx' } = query;
  const { month, employees } = await attendanceMonth(ctx, query);
  async function* rows() {
    yield employees;
  }
  const file = { name: `attendance-${month}`, sheetName: 'Attendance', format };
  return exportFile(file, columnsOf(month), rows());
}

/** The marks of one employee in a month, this month by default, with the sums of hours. */
export async function attendanceOf(
  ctx: Ctx,
  employee: { id: number; name: string } | undefined,
  month = monthOf(ctx.today),
): Promise<OwnAttendance> {
  const rows = employee
    ? await queries.findBetween(ctx.db, firstDay(month), lastDay(month), employee.id)
    : [];
  return {
    month,
    days: rows.map((row) => toAttendance(row, employee?.name ?? '')),
    totalHours: rows.reduce((sum, row) => sum + row.totalHundredths, 0) / 100,
    overtime: rows.reduce((sum, row) => sum + row.overtimeHundredths, 0) / 100,
  };
}
