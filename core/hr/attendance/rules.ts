import {
  addDays,
  dateInJuba,
  formatDate,
  formatInstant,
  type IsoDate,
  type IsoMonth,
  lastDay,
} from '../../kernel/dates.ts';
import { isCounted } from '../leave/rules.ts';
import type { HrSettings } from '../schema.ts';
import {
  type Attendance,
  type AttendanceStatus,
  type gridStates,
  STANDARD_HOURS,
} from './schema.ts';

/** A row of the table attendance. */
export interface AttendanceRecord {
  id: number;
  employeeId: number;
  date: IsoDate;
  status: AttendanceStatus;
  checkIn: Date | null;
  checkOut: Date | null;
  /** Hundredths of an hour. */
  totalHundredths: number;
  overtimeHundredths: number;
  notes: string;
  markedAt: Date;
  markedBy: string;
  correctedAt: Date | null;
  correctedBy: string;
  correctionReason: string;
  version: number;
}

/** A record as the API answers it. */
export function toAttendance(row: AttendanceRecord, employeeName: string): Attendance {
  return {
    ...row,
    employeeName,
    totalHours: row.totalHundredths / 100,
    overtime: row.overtimeHundredths / 100,
  };
}

/** The longest time between check-in and check-out; a longer one was forgotten, and is typed as a correction. */
const LONGEST_SHIFT_HOURS = 24;
const HOUR_MS = 3_600_000;

const isTooLong = (checkIn: Date, checkOut: Date): boolean =>
  checkOut.getTime() - checkIn.getTime() > LONGEST_SHIFT_HOURS * HOUR_MS;

/** Hours between two times, rounded to two decimals, and those beyond 8 (seeds/001 4), in hundredths. */
export function hoursOf(
  checkIn: Date | null,
  checkOut: Date | null,
): { totalHundredths: number; overtimeHundredths: number } {
  if (!checkIn || !checkOut) return { totalHundredths: 0, overtimeHundredths: 0 };
  const totalHundredths = Math.round((checkOut.getTime() - checkIn.getTime()) / (HOUR_MS / 100));
  return {
    totalHundredths,
    overtimeHundredths: Math.max(0, totalHundredths - STANDARD_HOURS * 100),
  };
}

/** Why a day cannot be checked out now; undefined if it can. */
export function checkOutProblem(
  { status, checkIn, checkOut, date }: AttendanceRecord,
  now: Date,
): { code: string; message: string } | undefined {
  if (status === 'absent' || !checkIn)
    return {
      code: 'attendance.absent',
      message: 'Who is absent does not check out.',
    };
  if (checkOut)
    return {
      code: 'attendance.alreadyOut',
      message: `Already checked out at ${formatInstant(checkOut)}.`,
    };
  if (checkIn > now)
    return { code: 'attendance.future', message: 'The check-in lies in the future.' };
  if (isTooLong(checkIn, now))
    return {
      code: 'attendance.tooLong',
      message: `The check-in of ${formatDate(date)} is more than ${LONGEST_SHIFT_HOURS} hours ago. Type the time of the check-out as a correction.`,
    };
  return undefined;
}

/** What is wrong with typed times of a day, by field; undefined if nothing is. */
export function timesProblem(
  {
    date,
    status,
    checkIn,
    checkOut,
  }: Pick<AttendanceRecord, 'date' | 'status' | 'checkIn' | 'checkOut'>,
  now: Date,
): { field: string; message: string } | undefined {
  if (date > dateInJuba(now))
    return { field: 'date', message: 'Attendance is not kept for days to come.' };
  if (status === 'absent') {
    if (checkIn) return { field: 'checkIn', message: 'Who is absent has no check-in.' };
    if (checkOut) return { field: 'checkOut', message: 'Who is absent has no check-out.' };
    return undefined;
  }
  if (!checkIn) return { field: 'checkIn', message: 'Enter the time of the check-in.' };
  if (dateInJuba(checkIn) !== date)
    return { field: 'checkIn', message: `The check-in must lie on ${formatDate(date)}.` };
  if (checkIn > now) return { field: 'checkIn', message: 'The check-in lies in the future.' };
  if (!checkOut) return undefined;
  if (checkOut < checkIn)
    return { field: 'checkOut', message: 'The check-out cannot be before the check-in.' };
  if (isTooLong(checkIn, checkOut))
    return {
      field: 'checkOut',
      message: `The check-out must lie within ${LONGEST_SHIFT_HOURS} hours of the check-in.`,
    };
  if (checkOut > now) return { field: 'checkOut', message: 'The check-out lies in the future.' };
  return undefined;
}

type Times = Pick<AttendanceRecord, 'date' | 'checkIn' | 'checkOut'>;

/**
 * What is wrong with times that overlap those of another day, such as the end of a night's shift; undefined if nothing is. An
 * hour that counted on two days would be paid twice. A day without a check-out has only the moment of its check-in.
 */
export function overlapProblem(
  { date, checkIn, checkOut }: Times,
  others: readonly Times[],
): { field: 'checkIn' | 'checkOut'; message: string } | undefined {
  if (!checkIn) return undefined;
  const end = checkOut ?? checkIn;
  for (const other of others) {
    if (other.date === date || !other.checkIn) continue;
    const otherEnd = other.checkOut ?? other.checkIn;
    const isApart = end <= other.checkIn || otherEnd <= checkIn;
    if (isApart) continue;
    const to = other.checkOut ? ` to ${formatInstant(other.checkOut)}` : '';
    return {
      field: other.checkIn <= checkIn ? 'checkIn' : 'checkOut',
      message: `These times overlap those of ${formatDate(other.date)}: ${formatInstant(other.checkIn)}${to}.`,
    };
  }
  return undefined;
}

export type GridState = (typeof gridStates)[number];

/** What is known of a month, for the grid. */
export interface MonthFacts {
  month: IsoMonth;
  settings: Pick<HrSettings, 'countWeekends' | 'countHolidays'>;
  holidays: ReadonlySet<IsoDate>;
}

/** The days of a month, from the first to the last. */
export function daysOfMonth(month: IsoMonth): IsoDate[] {
  const count = Number(lastDay(month).slice(8, 10));
  return Array.from({ length: count }, (_, index) => addDays(`${month}-01` as IsoDate, index));
}

interface OfEmployee {
  records: readonly Pick<
    AttendanceRecord,
    'date' | 'status' | 'totalHundredths' | 'overtimeHundredths'
  >[];
  leave: readonly { startDate: IsoDate; endDate: IsoDate }[];
}

/**
 * The days of an employee in a month, with totals: the mark of the day; else approved leave, on days that count as such;
 * else a public holiday.
 */
export function monthOfEmployee(
  { month, settings, holidays }: MonthFacts,
  { records, leave }: OfEmployee,
): {
  days: GridState[];
  present: number;
  late: number;
  absent: number;
  leave: number;
  totalHours: number;
  overtime: number;
} {
  const marks = new Map(records.map(({ date, status }) => [date, status]));
  const days = daysOfMonth(month).map((date): GridState => {
    const mark = marks.get(date);
    if (mark) return mark;
    const isAway = leave.some(({ startDate, endDate }) => startDate <= date && date <= endDate);
    if (isAway && isCounted(date, settings, holidays)) return 'leave';
    return holidays.has(date) ? 'holiday' : 'none';
  });
  const count = (state: GridState) => days.filter((day) => day === state).length;
  const hours = (read: (row: OfEmployee['records'][number]) => number) =>
    records.reduce((sum, row) => sum + read(row), 0) / 100;
  return {
    days,
    present: count('present'),
    late: count('late'),
    absent: count('absent'),
    leave: count('leave'),
    totalHours: hours(({ totalHundredths }) => totalHundredths),
    overtime: hours(({ overtimeHundredths }) => overtimeHundredths),
  };
}
