import { z } from 'zod';
import { unchanged } from './encode.ts';
import { invalidField } from './errors.ts';
import {
  DATE_NOT_ALLOWED,
  FIRST_YEAR,
  type IsoMonth,
  isDateAllowed,
  isIsoDate,
  isIsoMonth,
} from './plain/calendar.ts';
import { dateInJuba, type IsoDate } from './plain/formats.ts';
import { valueText } from './text.ts';

export {
  addDays,
  addMonths,
  DATE_NOT_ALLOWED,
  dayNumber,
  dayOfMonth,
  daysBetween,
  daysInMonth,
  FIRST_DATE,
  firstDay,
  formatMonth,
  fromDayNumber,
  type IsoMonth,
  isDateAllowed,
  isIsoDate,
  isIsoMonth,
  isoDate,
  isoMonth,
  lastDay,
  laterDate,
  makeDate,
  mondayOf,
  monthOf,
  monthsBefore,
  shortMonth,
  startOfDay,
} from './plain/calendar.ts';
export {
  BUSINESS_TIME_ZONE,
  dateInJuba,
  formatDate,
  formatInstant,
  type IsoDate,
  timeInJuba,
} from './plain/formats.ts';

/** @throws AppError invalid, at `field`, for a date outside the range allowed for documents. */
export function assertDateAllowed(field: string, date: IsoDate, today: IsoDate): void {
  if (!isDateAllowed(date, today)) invalidField(field, DATE_NOT_ALLOWED);
}

/** Stands for a text that is too long to be a date. */
const NO_DATE = 'too long';

/** The message for a text that is not a date; from a date picker only the year can be wrong. */
function refusalOf(text: string): string {
  if (text === '') return 'Enter a date.';
  const isEarly = /^\d{4}-\d{2}-\d{2}$/.test(text) && text < String(FIRST_YEAR);
  return isEarly && isIsoDate(text.replace(/^\d{4}/, '2000'))
    ? `Enter a date from ${FIRST_YEAR} on.`
    : 'Enter a date such as 2026-11-21.';
}

/** A date as sent by people and browsers: 'YYYY-MM-DD', or an ISO instant, which counts by its date in Juba. */
export const dateText = z.codec(
  z.string({ error: 'Must be a date such as 2026-11-21.' }),
  z.custom<IsoDate>((value) => typeof value === 'string'),
  {
    decode: (input, payload) => {
      const text = valueText(input) ?? NO_DATE;
      if (isIsoDate(text)) return text;
      if (/^\d{4}-\d{2}-\d{2}T/.test(text)) {
        const instant = new Date(text);
        if (!Number.isNaN(instant.getTime()) && isIsoDate(dateInJuba(instant)))
          return dateInJuba(instant);
      }
      payload.issues.push({ code: 'custom', message: refusalOf(text), input });
      return z.NEVER;
    },
    encode: unchanged,
  },
);

export const monthText = z.codec(
  z.string({ error: 'Must be a month such as 2026-11.' }),
  z.custom<IsoMonth>((value) => typeof value === 'string'),
  {
    decode: (input, payload) => {
      const text = input.trim();
      if (isIsoMonth(text)) return text;
      payload.issues.push({ code: 'custom', message: 'Enter a month such as 2026-11.', input });
      return z.NEVER;
    },
    encode: unchanged,
  },
);

/** An instant: ISO text on the wire, a Date in the core. */
export const instant = z.codec(z.string({ error: 'Must be a date and time.' }), z.date(), {
  decode: (input, payload) => {
    const value = new Date(valueText(input) ?? NO_DATE);
    if (!Number.isNaN(value.getTime())) return value;
    payload.issues.push({ code: 'custom', message: 'Enter a date and time.', input });
    return z.NEVER;
  },
  encode: (value) => value.toISOString(),
});

/** An optional date: null, or the empty box of a form. */
export const optionalDate = z.codec(
  z.string({ error: 'Must be a date such as 2026-11-21.' }).nullable(),
  z.custom<IsoDate | null>((value) => value === null || typeof value === 'string'),
  {
    decode: (input, payload) => {
      if (input === null || input.trim() === '') return null;
      const result = dateText.safeDecode(input);
      if (result.success) return result.data;
      payload.issues.push({ code: 'custom', message: result.error.issues[0]!.message, input });
      return z.NEVER;
    },
    encode: unchanged,
  },
);
