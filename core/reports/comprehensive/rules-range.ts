import { privateMonthTexts } from '../../accounting/private/rules.ts';
import {
  addDays,
  addMonths,
  DATE_NOT_ALLOWED,
  firstDay,
  type IsoDate,
  type IsoMonth,
  isDateAllowed,
  lastDay,
  makeDate,
  monthOf,
} from '../../kernel/dates.ts';
import type { DateRange, ReportRange } from './schema.ts';

/** The longest range of a report. */
const MAX_YEARS = 10;

/** Why a range cannot be reported on. */
export interface RangeProblem {
  field: 'startDate' | 'endDate';
  message: string;
}

/**
 * The range of a report: 1 January of the current year to today where a date is left out (seeds/002 5); without a first day
 * but with a last one of an earlier year, from 1 January of that year.
 */
export function rangeOf(
  { startDate, endDate }: ReportRange,
  today: IsoDate,
): DateRange | RangeProblem {
  const last = endDate ?? (startDate && startDate > today ? startDate : today);
  const range = {
    startDate: startDate ?? makeDate(Number(last.slice(0, 4)), 1, 1),
    endDate: last,
  };
  for (const field of ['startDate', 'endDate'] as const)
    if (!isDateAllowed(range[field], today)) return { field, message: DATE_NOT_ALLOWED };
  if (range.endDate < range.startDate)
    return { field: 'endDate', message: 'The last day cannot be before the first.' };
  if (range.endDate >= yearsLater(range.startDate, MAX_YEARS))
    return { field: 'endDate', message: `A report covers at most ${MAX_YEARS} years.` };
  return range;
}

/** The same text comparison as a date: 29 February counts as the day before 1 March. */
function yearsLater(date: IsoDate, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}

/** A range as its whole months, by their first days, and the ranges of days before and after them. */
export interface RangeParts {
  months: { from: IsoDate; to: IsoDate } | null;
  edges: readonly DateRange[];
}

/** Splits a range, so that sums of whole months are read as such and single lines only at the edges. */
export function partsOf({ startDate, endDate }: DateRange): RangeParts {
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  const from = startDate === firstDay(first) ? first : addMonths(first, 1);
  const to = endDate === lastDay(last) ? last : addMonths(last, -1);
  if (from > to) {
    const middle = firstDay(from);
    // No whole month: two edges that meet at the first of a month, or one within a month.
    return startDate < middle && middle <= endDate
      ? {
          months: null,
          edges: [
            { startDate, endDate: addDays(middle, -1) },
            { startDate: middle, endDate },
          ],
        }
      : { months: null, edges: [{ startDate, endDate }] };
  }
  const edges: DateRange[] = [];
  if (startDate < firstDay(from)) edges.push({ startDate, endDate: addDays(firstDay(from), -1) });
  if (endDate > lastDay(to)) edges.push({ startDate: addDays(lastDay(to), 1), endDate });
  return { months: { from: firstDay(from), to: firstDay(to) }, edges };
}

/**
 * The months whose payroll counts in a range for those who do not see pay: with its last day, today while it lasts
 * (decision 44). The sum of a few days could be the pay of one person. Null without such a month.
 */
export function privateMonthsOf(
  { startDate, endDate }: DateRange,
  today: IsoDate,
): { from: IsoDate; to: IsoDate } | null {
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  const dayOf = (month: IsoMonth) => privateMonthTexts(month, today).date;
  const from = dayOf(first) >= startDate ? first : addMonths(first, 1);
  const to = dayOf(last) <= endDate ? last : addMonths(last, -1);
  return from <= to ? { from: firstDay(from), to: firstDay(to) } : null;
}
