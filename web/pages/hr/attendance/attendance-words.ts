import type { GridState } from '@nimule/core/hr/attendance/rules';
import type { AttendanceStatus } from '@nimule/core/hr/attendance/schema';
import {
  addDays,
  dateInJuba,
  type IsoDate,
  startOfDay,
  timeInJuba,
} from '@nimule/core/kernel/dates';
import { z } from 'zod';

export const statusLabels: Readonly<Record<AttendanceStatus, string>> = {
  present: 'Present',
  late: 'Late',
  absent: 'Absent',
};

/** What a cell of the month shows, as in the exported file, and says. */
export const stateLetters: Readonly<Record<GridState, string>> = {
  present: 'P',
  late: 'L',
  absent: 'A',
  leave: 'V',
  holiday: 'H',
  none: '',
};
export const stateLabels: Readonly<Record<GridState, string>> = {
  ...statusLabels,
  leave: 'On leave',
  holiday: 'Public holiday',
  none: 'Not marked',
};

const MINUTE_MS = 60_000;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

function isClock(text: string): boolean {
  return text.length === 5 && CLOCK.test(text);
}

/** A time of day in a form: '14:05', or blank. */
export const clockText = z
  .string()
  .refine((text) => text === '' || isClock(text), { message: 'Enter a time such as 14:05.' });

/** The instant of a time of day in Juba: '14:05' of a date. */
export function instantOf(date: IsoDate, clock: string): Date {
  const [hours, minutes] = clock.split(':').map(Number);
  return new Date(startOfDay(date).getTime() + (hours! * 60 + minutes!) * MINUTE_MS);
}

/** The day of a check-out: the next one for a time before that of the check-in. */
export function checkOutDay(date: IsoDate, checkIn: string, checkOut: string): IsoDate {
  return isClock(checkIn) && isClock(checkOut) && checkOut < checkIn ? addDays(date, 1) : date;
}

/** '14:05' for an instant; '' without one. */
export function clockOf(instant: Date | null): string {
  return instant ? timeInJuba(instant) : '';
}

/** Whether an instant lies on a later day in Juba. */
export function isAfterDay(instant: Date, date: IsoDate): boolean {
  return dateInJuba(instant) > date;
}
