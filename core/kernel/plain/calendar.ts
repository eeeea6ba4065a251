import { type IsoDate, MONTH_NAMES } from './formats.ts';

// The calendar, without the schema library.

/** A business month, 'YYYY-MM'. */
export type IsoMonth = string & { readonly __unit: 'month' };

/** An earlier year is taken for a typing error. */
export const FIRST_YEAR = 1900;
const DATE_TEXT = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_TEXT = /^(\d{4})-(\d{2})$/;
const LONG_MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isIsoDate(text: string): text is IsoDate {
  const match = text.length === 'YYYY-MM-DD'.length ? DATE_TEXT.exec(text) : null;
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return (
    year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  );
}

export function isIsoMonth(text: string): text is IsoMonth {
  const match = text.length === 'YYYY-MM'.length ? MONTH_TEXT.exec(text) : null;
  return (
    match !== null &&
    Number(match[1]) >= FIRST_YEAR &&
    Number(match[2]) >= 1 &&
    Number(match[2]) <= 12
  );
}

/** Brands a date known to be valid; throws RangeError otherwise (a bug, never input). */
export function isoDate(text: string): IsoDate {
  if (!isIsoDate(text)) throw new RangeError(`not a date: ${text}`);
  return text;
}

export function isoMonth(text: string): IsoMonth {
  if (!isIsoMonth(text)) throw new RangeError(`not a month: ${text}`);
  return text;
}

export function makeDate(year: number, month: number, day: number): IsoDate {
  return isoDate(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar (Hinnant's civil-days arithmetic). */
export function dayNumber(date: IsoDate): number {
  let year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  const day = Number(date.slice(8, 10));
  if (month <= 2) year -= 1;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function fromDayNumber(number: number): IsoDate {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return makeDate(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return fromDayNumber(dayNumber(date) + days);
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from);
}

const A_MONDAY = dayNumber(makeDate(2024, 1, 1));

/** The Monday of the week of a date. */
export function mondayOf(date: IsoDate): IsoDate {
  return addDays(date, -((((dayNumber(date) - A_MONDAY) % 7) + 7) % 7));
}

export function monthOf(date: IsoDate): IsoMonth {
  return date.slice(0, 7) as IsoMonth;
}

export function addMonths(month: IsoMonth, count: number): IsoMonth {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${pad(Math.floor(index / 12), 4)}-${pad((index % 12) + 1, 2)}` as IsoMonth;
}

export function firstDay(month: IsoMonth): IsoDate {
  return `${month}-01` as IsoDate;
}

export function lastDay(month: IsoMonth): IsoDate {
  return makeDate(
    Number(month.slice(0, 4)),
    Number(month.slice(5, 7)),
    daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7))),
  );
}

export function dayOfMonth(month: IsoMonth, day: number): IsoDate {
  return makeDate(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day);
}

export function laterDate(a: IsoDate, b: IsoDate): IsoDate {
  return a > b ? a : b;
}

/** The earliest date of any record. Screens offer fewer years (decision 11). */
export const FIRST_DATE = '2000-01-01' as IsoDate;

/** The message for a date outside the range that documents may carry. */
export const DATE_NOT_ALLOWED = 'The date must lie between 2000 and a year from today.';

/** Whether a date lies between FIRST_DATE and a year from today; any other is taken for a typing error. */
export function isDateAllowed(date: IsoDate, today: IsoDate): boolean {
  return date >= FIRST_DATE && date <= `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
}

/** Midnight in Juba at the beginning of a day; South Sudan has no summer time. */
export function startOfDay(date: IsoDate): Date {
  return new Date(`${date}T00:00:00+02:00`);
}

/** The same day some months before; the last day of that month where it is shorter. */
export function monthsBefore(date: IsoDate, months: number): IsoDate {
  const month = addMonths(monthOf(date), -months);
  return dayOfMonth(month, Math.min(Number(date.slice(8)), Number(lastDay(month).slice(8))));
}

/** 'Nov 2026'. */
export function shortMonth(month: IsoMonth): string {
  return `${MONTH_NAMES[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}

/** 'November 2026'. */
export function formatMonth(month: IsoMonth): string {
  return `${LONG_MONTH_NAMES[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
}
