import {
  addDays,
  dayNumber,
  daysBetween,
  formatDate,
  type IsoDate,
  lastDay,
  laterDate,
  makeDate,
  monthOf,
} from '../../kernel/dates.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import type { HrSettings } from '../schema.ts';
import {
  ACCRUAL_MONTHS,
  type LeaveRequest,
  type LeaveStatus,
  type LeaveType,
  leaveMaximum,
  leaveTypeNames,
} from './schema.ts';

/** The most days from the first to the last of one request: with it no leave has days in more than two years. */
export const LONGEST_LEAVE = 366;

/** Pending or approved leave of an employee. */
export interface LeaveStay {
  id: number;
  employeeId: number;
  leaveType: LeaveType;
  startDate: IsoDate;
  endDate: IsoDate;
  status: 'pending' | 'approved';
}

/** A row of the table leave_requests. */
export interface LeaveRecord {
  id: number;
  employeeId: number;
  leaveType: LeaveType;
  startDate: IsoDate;
  endDate: IsoDate;
  days: number;
  /** Of `days`, those after 31 December of the first day's year. */
  daysNextYear: number;
  reason: string;
  notes: string;
  status: LeaveStatus;
  requestDate: IsoDate;
  requestedBy: string;
  requestedById: number | null;
  decidedBy: string;
  decidedById: number | null;
  decidedAt: Date | null;
  approvalDate: IsoDate | null;
  decisionNotes: string;
  isSole: boolean;
  cancelledBy: string;
  cancelledAt: Date | null;
  createdAt: Date;
  version: number;
}

/** A leave request as it is read, with its employee. */
export interface LeaveRow extends LeaveRecord {
  employeeNumber: string;
  employeeName: string;
  department: string;
  /** The account of the employee. */
  userId: number | null;
}

/** Folded name and number of the employee, and the reason. */
export function leaveSearchText(row: {
  employeeName: string;
  employeeNumber: string;
  reason: string;
}): string {
  const words = `${row.employeeName} ${row.reason}`;
  return searchTextOf(
    foldForSearch(row.employeeName),
    searchKey(row.employeeNumber),
    foldForSearch(row.reason),
    otherSpellings(words),
  );
}

/** A request as the API answers it. */
export function toLeaveRequest(
  row: LeaveRow,
  warning: string,
  actions: LeaveRequest['actions'],
): LeaveRequest {
  return {
    ...row,
    leaveTypeName: leaveTypeNames[row.leaveType],
    daysRequested: row.days,
    approvedBy: row.decidedBy,
    warning,
    actions,
  };
}

/** 'Annual Leave, 1 Dec 2026 to 3 Dec 2026, 3 days'. */
export function leaveWords({
  leaveType,
  startDate,
  endDate,
  days,
}: Pick<LeaveRecord, 'leaveType' | 'startDate' | 'endDate' | 'days'>): string {
  const period = `${formatDate(startDate)} to ${formatDate(endDate)}`;
  return `${leaveTypeNames[leaveType]}, ${period}, ${days} ${days === 1 ? 'day' : 'days'}`;
}

type Counting = Pick<HrSettings, 'countWeekends' | 'countHolidays'>;

/** Saturday or Sunday. */
export function isWeekend(date: IsoDate): boolean {
  // 1970-01-01 was a Thursday.
  const weekday = (((dayNumber(date) + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
}

/** Whether a day of leave counts, by the rules of the company. */
export function isCounted(
  date: IsoDate,
  { countWeekends, countHolidays }: Counting,
  holidays: ReadonlySet<IsoDate>,
): boolean {
  return (countWeekends || !isWeekend(date)) && (countHolidays || !holidays.has(date));
}

/**
 * The days of leave from `start` to `end`, both included (seeds/001 5), without those that do not count. `nextYear` are
 * those of them after 31 December of the first year.
 */
export function countDays(
  start: IsoDate,
  end: IsoDate,
  counting: Counting,
  holidays: ReadonlySet<IsoDate>,
): { days: number; nextYear: number } {
  let days = 0;
  let nextYear = 0;
  for (let date = start; date <= end; date = addDays(date, 1)) {
    if (!isCounted(date, counting, holidays)) continue;
    days += 1;
    if (yearOf(date) !== yearOf(start)) nextYear += 1;
  }
  return { days, nextYear };
}

/** Of a request without a day that counts as leave. */
export const NO_DAYS =
  'None of these days counts as leave: they are week-ends or public holidays. No request is needed.';

/** What is wrong with the dates of a request, by field; undefined if nothing is. */
export function periodProblem(
  start: IsoDate,
  end: IsoDate,
): { field: 'startDate' | 'endDate'; message: string } | undefined {
  if (end < start)
    return { field: 'endDate', message: 'The last day cannot be before the first day.' };
  if (daysBetween(start, end) >= LONGEST_LEAVE)
    return {
      field: 'endDate',
      message: `A leave request has at most ${LONGEST_LEAVE} days. Make several.`,
    };
  return undefined;
}

export const yearOf = (date: IsoDate): number => Number(date.slice(0, 4));
export const firstOfYear = (year: number): IsoDate => makeDate(year, 1, 1);
export const lastOfYear = (year: number): IsoDate => makeDate(year, 12, 31);

/** How many months of `year` end on `date` or before. */
function monthsEndedBy(date: IsoDate, year: number): number {
  if (date < firstOfYear(year)) return 0;
  if (date >= lastOfYear(year)) return ACCRUAL_MONTHS;
  const month = Number(date.slice(5, 7));
  return lastDay(monthOf(date)) === date ? month : month - 1;
}

/** Employment as far as it matters for annual leave. */
export interface Employment {
  hireDate: IsoDate;
  lastDay: IsoDate | null;
}

/**
 * Annual leave accrued in `year` until `until`, in hundredths of a day: the yearly maximum in twelve equal parts from the
 * hire date. A month counts in full when the employee was employed on its last day, and not at all otherwise.
 */
export function accruedIn(
  year: number,
  { hireDate, lastDay: leaving }: Employment,
  until: IsoDate,
): number {
  const end = leaving !== null && leaving < until ? leaving : until;
  const months = monthsEndedBy(end, year) - monthsEndedBy(addDays(hireDate, -1), year);
  return Math.round((leaveMaximum.annual * 100 * Math.max(0, months)) / ACCRUAL_MONTHS);
}

/** Pending or approved annual leave: its days in one year, whole. */
export interface AnnualLeave {
  startDate: IsoDate;
  endDate: IsoDate;
  days: number;
  daysNextYear: number;
}

/** The days of leave that fall into `year`, and from when to when. */
export function partIn(
  year: number,
  { startDate, endDate, days, daysNextYear }: AnnualLeave,
): { days: number; from: IsoDate; to: IsoDate } {
  const isFirst = yearOf(startDate) === year;
  const isLast = yearOf(endDate) === year;
  const crosses = yearOf(startDate) !== yearOf(endDate);
  return {
    days: isFirst ? days - daysNextYear : isLast ? (crosses ? daysNextYear : days) : 0,
    from: laterDate(startDate, firstOfYear(year)),
    to: endDate < lastOfYear(year) ? endDate : lastOfYear(year),
  };
}

/**
 * Annual leave that may be taken until `on`, in hundredths of a day: carried over and accrued until then, without what
 * the other leave takes. Leave after `on` is taken from what accrues until its own end, and reduces the answer where
 * that is not enough. May be below zero.
 */
export function balanceOf(
  year: number,
  employment: Employment,
  carriedOver: number,
  others: readonly AnnualLeave[],
  on: IsoDate,
): number {
  const parts = others.map((leave) => partIn(year, leave)).filter(({ days }) => days > 0);
  const leftOn = (date: IsoDate) => {
    const used = parts.reduce((sum, { from, days }) => (from <= date ? sum + days : sum), 0);
    return carriedOver + accruedIn(year, employment, date) - used * 100;
  };
  const later = parts.map(({ to }) => to).filter((date) => date > on);
  return Math.min(leftOn(on), ...later.map(leftOn));
}

/** '3.5 days that are left of 2027'. */
function daysText(hundredths: number, year: number): string {
  const days = hundredths / 100;
  return `${days} ${days === 1 ? 'day that is' : 'days that are'} left of ${year}`;
}

/**
 * What is said of a request before and after it is sent; '' if there is nothing to say. It never blocks (seeds/001 5).
 * `left` are the years of its days with what each has left, in hundredths.
 */
export function warningOf(
  leaveType: LeaveType,
  days: number,
  left: readonly { year: number; days: number; left: number }[],
): string {
  const maximum = leaveMaximum[leaveType];
  const warnings: string[] = [];
  if (days > maximum)
    warnings.push(
      `This is more than the maximum of ${maximum} days for ${leaveTypeNames[leaveType]}.`,
    );
  for (const { year, days: asked, left: rest } of left) {
    if (asked * 100 <= rest) continue;
    const verb = asked === 1 ? 'is' : 'are';
    const part = asked === days ? 'This is' : `${asked} of its days ${verb} in ${year},`;
    warnings.push(`${part} more than the ${daysText(Math.max(0, rest), year)}.`);
  }
  return warnings.join(' ');
}
