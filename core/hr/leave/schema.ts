import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  valueText,
  wholeNumber,
} from '../../kernel/text.ts';

export const leaveTypes = [
  'annual',
  'sick',
  'personal',
  'maternity',
  'paternity',
  'bereavement',
  'emergency',
] as const;
export type LeaveType = (typeof leaveTypes)[number];
export const leaveTypeNames: Record<LeaveType, string> = {
  annual: 'Annual Leave',
  sick: 'Sick Leave',
  personal: 'Personal Leave',
  maternity: 'Maternity Leave',
  paternity: 'Paternity Leave',
  bereavement: 'Bereavement Leave',
  emergency: 'Emergency Leave',
};
/** seeds/001 9: more warns and does not block. */
export const leaveMaximum: Record<LeaveType, number> = {
  annual: 21,
  sick: 14,
  personal: 5,
  maternity: 90,
  paternity: 14,
  bereavement: 3,
  emergency: 2,
};
/** Months in which the annual leave of a year accrues, in equal parts from the hire date. */
export const ACCRUAL_MONTHS = 12;

export const leaveStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const;
export type LeaveStatus = (typeof leaveStatuses)[number];
export const leaveActions = ['approve', 'reject', 'cancel'] as const;

/** seeds/001 3, Leave request. */
export const leaveRequest = z.object({
  id: recordId,
  employeeId: recordId,
  employeeNumber: z.string(),
  employeeName: z.string(),
  department: z.string(),
  leaveType: z.enum(leaveTypes),
  leaveTypeName: z.string(),
  startDate: dateText,
  endDate: dateText,
  daysRequested: z.number(),
  reason: z.string(),
  notes: z.string(),
  status: z.enum(leaveStatuses),
  requestDate: dateText,
  requestedBy: z.string(),
  /** Who approved or rejected it; '' while it is pending. */
  approvedBy: z.string(),
  approvalDate: dateText.nullable(),
  decisionNotes: z.string(),
  isSole: z.boolean(),
  /** Beyond the maximum or the balance; '' if neither. */
  warning: z.string(),
  /** Those that the caller may do now. */
  actions: z.enum(leaveActions).array(),
  createdAt: instant,
  version: z.number(),
});
export type LeaveRequest = z.output<typeof leaveRequest>;

const asked = {
  leaveType: z.enum(leaveTypes),
  startDate: dateText,
  endDate: dateText,
  reason: requiredLines('The reason', 1000),
  notes: optionalLines('The notes', 2000).optional(),
  // Computed, or decided by the workflow: accepted and ignored (decision 28).
  daysRequested: z.unknown().optional(),
  status: z.unknown().optional(),
  requestDate: z.unknown().optional(),
  approvedBy: z.unknown().optional(),
  approvalDate: z.unknown().optional(),
};
export const leaveInput = z.object({ employeeId: recordId, ...asked });
export type LeaveInput = z.output<typeof leaveInput>;
/** As `leaveInput`, for oneself. */
export const ownLeaveInput = z.object(asked);
export type OwnLeaveInput = z.output<typeof ownLeaveInput>;
export const leaveDecision = z.object({
  notes: optionalLines('The notes', 1000).optional(),
  version: recordVersion,
});
export type LeaveDecision = z.output<typeof leaveDecision>;

export const leaveSorts = ['startDate', 'requestDate', 'employeeName', 'daysRequested'] as const;
export type LeaveSort = (typeof leaveSorts)[number];
export const leaveFilter = pagingQuery(leaveSorts).extend({
  status: z.enum(['all', ...leaveStatuses]).optional(),
  leaveType: z.enum(['all', ...leaveTypes]).optional(),
  employeeId: recordId.optional(),
  departmentId: recordId.optional(),
  /** With a day in this month. */
  month: monthText.optional(),
});
export type LeaveFilter = z.output<typeof leaveFilter>;
export const leaveExport = leaveFilter.extend({ format: z.enum(exportFormats).optional() });
export type LeaveExport = z.output<typeof leaveExport>;

/** The days of a request before it is sent, with the warning that it would have. */
export const leaveDaysQuery = z.object({
  employeeId: recordId,
  leaveType: z.enum(leaveTypes),
  startDate: dateText,
  endDate: dateText,
});
export type LeaveDaysQuery = z.output<typeof leaveDaysQuery>;
export const ownLeaveDaysQuery = leaveDaysQuery.omit({ employeeId: true });
export type OwnLeaveDaysQuery = z.output<typeof ownLeaveDaysQuery>;
export const leaveDays = z.object({
  daysRequested: z.number(),
  maximum: z.number(),
  /** Annual leave left on the last day; null for other types. */
  balance: z.number().nullable(),
  warning: z.string(),
  /** The employee's leave that overlaps; '' if there is none. */
  overlaps: z.string(),
});
export type LeaveDays = z.output<typeof leaveDays>;

const leaveYear = wholeNumber('The year', 2000, 2200);
export const leaveYearQuery = z.object({ year: leaveYear.optional() });
export const balanceFilter = pagingQuery(['name', 'balance']).extend({
  year: leaveYear.optional(),
  departmentId: recordId.optional(),
});
export type BalanceFilter = z.output<typeof balanceFilter>;
/** Annual leave of a year in days, with two decimals. */
export const leaveBalance = z.object({
  employeeId: recordId,
  employeeNumber: z.string(),
  employeeName: z.string(),
  year: z.number(),
  carriedOver: z.number(),
  /** Until today, and until the end of the year or of the employment. */
  accrued: z.number(),
  accruedByYearEnd: z.number(),
  /** Approved leave that has begun, whole. */
  taken: z.number(),
  /** Approved for days to come, and pending. */
  planned: z.number(),
  pending: z.number(),
  /** Carried over and accrued until today, without what is taken and planned: may be below zero before it has accrued. */
  balance: z.number(),
  /** Days of the other types taken in the year. */
  others: z.record(z.string(), z.number()),
});
export type LeaveBalance = z.output<typeof leaveBalance>;
/** The most days that are carried over; also below zero. */
const MOST_DAYS = 366;
const DAYS_TEXT = /^[+-]?\d{1,3}(?:\.\d{1,2})?$/;
/** Days with at most two decimals, also sent as a text. */
const decimalDays = z.codec(z.union([z.number(), z.string()]), z.number(), {
  decode: (input, payload) => {
    const text = valueText(String(input)) ?? '';
    const days = DAYS_TEXT.test(text) ? Number(text) : Number.NaN;
    if (Math.abs(days) <= MOST_DAYS) return days;
    const message = `Enter days from -${MOST_DAYS} to ${MOST_DAYS} with at most two decimals.`;
    payload.issues.push({ code: 'custom', message, input });
    return z.NEVER;
  },
  encode: (value) => value,
});
export const carryOverInput = z.object({
  year: leaveYear,
  days: decimalDays,
  note: requiredLines('The reason', 500),
});
export type CarryOverInput = z.output<typeof carryOverInput>;
export const closeYearInput = z.object({ year: leaveYear });
/** How many employees take leave over, and how many had an entry for the next year, which is kept. */
export const closedYear = z.object({ year: z.number(), carriedOver: z.number(), kept: z.number() });
export type ClosedYear = z.output<typeof closedYear>;

export const calendarQuery = z.object({
  month: monthText.optional(),
  departmentId: recordId.optional(),
});
export type CalendarQuery = z.output<typeof calendarQuery>;
/** The team calendar of a month: who is away when. */
export const leaveCalendar = z.object({
  month: monthText,
  holidays: z.object({ date: dateText, name: z.string() }).array(),
  employees: z
    .object({
      employeeId: recordId,
      employeeName: z.string(),
      department: z.string(),
      leave: z
        .object({
          id: recordId,
          leaveType: z.enum(leaveTypes),
          startDate: dateText,
          endDate: dateText,
          status: z.enum(['pending', 'approved']),
        })
        .array(),
    })
    .array(),
});
export type LeaveCalendar = z.output<typeof leaveCalendar>;

export const holiday = z.object({
  id: recordId,
  date: dateText,
  name: z.string(),
  createdBy: z.string(),
  version: z.number(),
});
export type Holiday = z.output<typeof holiday>;
export const holidayInput = z.object({ date: dateText, name: requiredText('The name', 100) });
export type HolidayInput = z.output<typeof holidayInput>;
export const holidayUpdate = holidayInput.partial().extend({ version: recordVersion });
export type HolidayUpdate = z.output<typeof holidayUpdate>;
