import {
  addDays,
  addMonths,
  daysBetween,
  firstDay,
  formatDate,
  formatMonth,
  type IsoDate,
  lastDay,
  monthOf,
  monthsBefore,
} from './dates.ts';

/** A range of business days, first and last included. */
export interface DayRange {
  startDate: IsoDate;
  endDate: IsoDate;
}

/** Months of the calendar periods that figures are given for. */
export const PERIOD_MONTHS = { month: 1, quarter: 3, year: 12 } as const;
export type CalendarPeriod = keyof typeof PERIOD_MONTHS;

const MONTHS_OF_YEAR = PERIOD_MONTHS.year;

/** Days of a range, first and last included. */
export function daysOf({ startDate, endDate }: DayRange): number {
  return daysBetween(startDate, endDate) + 1;
}

const isLastOfMonth = (date: IsoDate) => date === lastDay(monthOf(date));

/** The calendar months that a range touches. */
function monthsTouched({ startDate, endDate }: DayRange): number {
  const index = (date: IsoDate) =>
    Number(date.slice(0, 4)) * MONTHS_OF_YEAR + Number(date.slice(5, 7));
  return index(endDate) - index(startDate) + 1;
}

/**
 * The months between a range from the first of a month on and the one it is compared with: those of the smallest month,
 * quarter or year that begins with the range and holds it; of a range that none of them holds, the months that it touches.
 */
function monthsBack(range: DayRange): number {
  const touched = monthsTouched(range);
  const month = Number(range.startDate.slice(5, 7)) - 1;
  const holds = Object.values(PERIOD_MONTHS).find(
    (months) => month % months === 0 && touched <= months,
  );
  return holds ?? touched;
}

/**
 * The days with which a range is compared, by calendar, because bills fall on the first of a month (decisions 50 and 71). A
 * whole month, quarter or year: the one before. A part of one from its first day on: the same days of the one before, a day
 * that a month does not have being its last one, and the last of a month the last of the other. Another range from the
 * first of a month on: as many months before. Any other: as many days before. `period` says what the range is a part of
 * where its days do not: 1 to 15 January may be of the month or of the year.
 */
export function rangeBefore(range: DayRange, period?: CalendarPeriod): DayRange {
  const { startDate, endDate } = range;
  if (startDate !== firstDay(monthOf(startDate))) {
    const last = addDays(startDate, -1);
    return { startDate: addDays(last, 1 - daysOf(range)), endDate: last };
  }
  const months = period ? PERIOD_MONTHS[period] : monthsBack(range);
  return {
    startDate: monthsBefore(startDate, months),
    endDate: isLastOfMonth(endDate)
      ? lastDay(addMonths(monthOf(endDate), -months))
      : monthsBefore(endDate, months),
  };
}

/** '1 to 27 Oct 2026', '1 Oct to 27 Nov 2026', '8 Nov 2026'; a whole month 'October 2026', a whole year '2026'. */
export function formatRange({ startDate, endDate }: DayRange): string {
  if (startDate === endDate) return formatDate(endDate);
  const [first, last] = [monthOf(startDate), monthOf(endDate)];
  const isWhole = startDate === firstDay(first) && isLastOfMonth(endDate);
  if (isWhole && first === last) return formatMonth(first);
  const year = startDate.slice(0, 4);
  if (year !== endDate.slice(0, 4)) return `${formatDate(startDate)} to ${formatDate(endDate)}`;
  if (startDate === `${year}-01-01` && endDate === `${year}-12-31`) return year;
  const words = formatDate(startDate).split(' ');
  return `${words.slice(0, first === last ? 1 : 2).join(' ')} to ${formatDate(endDate)}`;
}
