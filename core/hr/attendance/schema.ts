import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { exportFormats } from '../../kernel/paging.ts';
import { optionalLines, recordId, recordVersion, requiredLines, yesNo } from '../../kernel/text.ts';
import { leaveTypes } from '../leave/schema.ts';

export const attendanceStatuses = ['present', 'late', 'absent'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];
/** seeds/001 9: hours beyond these are overtime. */
export const STANDARD_HOURS = 8;

/** seeds/001 3, Attendance record. Hours have two decimals. */
export const attendance = z.object({
  id: recordId,
  employeeId: recordId,
  employeeName: z.string(),
  date: dateText,
  status: z.enum(attendanceStatuses),
  checkIn: instant.nullable(),
  checkOut: instant.nullable(),
  totalHours: z.number(),
  overtime: z.number(),
  notes: z.string(),
  markedBy: z.string(),
  correctedAt: instant.nullable(),
  correctedBy: z.string(),
  correctionReason: z.string(),
  version: z.number(),
});
export type Attendance = z.output<typeof attendance>;

/** The staff of a day: active and employed then; `record` is null while not marked. */
export const attendanceQuery = z.object({
  date: dateText.optional(),
  departmentId: recordId.optional(),
});
export type AttendanceQuery = z.output<typeof attendanceQuery>;
export const attendanceDay = z.object({
  date: dateText,
  holiday: z.string(),
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  onLeave: z.number(),
  unmarked: z.number(),
  rows: z
    .object({
      employeeId: recordId,
      employeeNumber: z.string(),
      employeeName: z.string(),
      department: z.string(),
      record: attendance.nullable(),
      /** Approved leave on that day. */
      leaveType: z.enum(leaveTypes).nullable(),
      /** Checked in the day before and not out yet: past midnight. */
      openFrom: attendance.nullable(),
    })
    .array(),
});
export type AttendanceDay = z.output<typeof attendanceDay>;

export const markInput = z.object({
  employeeId: recordId,
  /** Today when left out; an earlier day takes no check-in of now and is a correction. */
  date: dateText.optional(),
  status: z.enum(attendanceStatuses),
  notes: optionalLines('The notes', 500).optional(),
  /** Replaces a day that was already checked out, which is otherwise refused with `attendance.checkedOut`. */
  replace: yesNo.optional(),
});
export type MarkInput = z.output<typeof markInput>;
export const bulkMarkInput = z.object({
  date: dateText.optional(),
  status: z.enum(attendanceStatuses),
  departmentId: recordId.optional(),
});
export type BulkMarkInput = z.output<typeof bulkMarkInput>;
export const bulkMarked = z.object({
  marked: z.number(),
  alreadyMarked: z.number(),
  onLeave: z.number(),
});
export type BulkMarked = z.output<typeof bulkMarked>;
/** Typed times of a day, with the reason. */
export const correctionInput = z.object({
  employeeId: recordId,
  date: dateText,
  status: z.enum(attendanceStatuses),
  checkIn: instant.nullable().optional(),
  checkOut: instant.nullable().optional(),
  notes: optionalLines('The notes', 500).optional(),
  reason: requiredLines('The reason', 500),
  version: recordVersion,
});
export type CorrectionInput = z.output<typeof correctionInput>;

export const attendanceMonthQuery = z.object({
  month: monthText.optional(),
  departmentId: recordId.optional(),
});
export type AttendanceMonthQuery = z.output<typeof attendanceMonthQuery>;
export const attendanceMonthExport = attendanceMonthQuery.extend({
  format: z.enum(exportFormats).optional(),
});
export type AttendanceMonthExport = z.output<typeof attendanceMonthExport>;
/** What a day of the grid shows; 'none' is not marked. */
export const gridStates = ['present', 'late', 'absent', 'leave', 'holiday', 'none'] as const;
/** Employees by days, with totals of each employee. */
export const attendanceMonth = z.object({
  month: monthText,
  holidays: z.object({ date: dateText, name: z.string() }).array(),
  employees: z
    .object({
      employeeId: recordId,
      employeeNumber: z.string(),
      employeeName: z.string(),
      department: z.string(),
      /** One for each day of the month from the first. */
      days: z.enum(gridStates).array(),
      present: z.number(),
      late: z.number(),
      absent: z.number(),
      leave: z.number(),
      totalHours: z.number(),
      overtime: z.number(),
    })
    .array(),
});
export type AttendanceMonth = z.output<typeof attendanceMonth>;
