import {
  addMonths,
  dayOfMonth,
  daysInMonth,
  type IsoDate,
  type IsoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import type { FieldErrors } from '../../kernel/errors.ts';

/** What is posted each month on a day, from a month on and up to one. */
export interface Recurrence {
  /** From 1 to 31; a month that lacks it has its last day. */
  day: number;
  firstMonth: IsoMonth;
  lastMonth: IsoMonth | null;
  isActive: boolean;
}

/** Templates of a kind in one company; their lists have no pages, and the daily job reads all of them. */
export const MAX_TEMPLATES = 500;

/** Months that the answer of the daily job names. */
const MAX_NAMED = 20;

/** The months that were left for later, each with its reason, as one text: the first ones, and how many more there are. */
export function namedMonths(months: readonly string[]): string {
  const more = months.length - MAX_NAMED;
  const named = months.slice(0, MAX_NAMED).join('; ');
  return more > 0 ? `${named}; and ${more} more` : named;
}

/** Months back from today that a template may begin. */
const MAX_MONTHS_BACK = 12;

/** The day in a month: its last one where the month lacks it. */
export function dateIn(month: IsoMonth, day: number): IsoDate {
  const length = daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  return day >= length ? lastDay(month) : dayOfMonth(month, day);
}

/**
 * The months that are due by today and not done yet, oldest first: those that were missed too. Nothing of a template that
 * is stopped.
 */
export function monthsDue(
  { day, firstMonth, lastMonth, isActive }: Recurrence,
  today: IsoDate,
  done: ReadonlySet<IsoMonth>,
): IsoMonth[] {
  if (!isActive) return [];
  const current = monthOf(today);
  const end = lastMonth !== null && lastMonth < current ? lastMonth : current;
  const due: IsoMonth[] = [];
  for (let month = firstMonth; month <= end; month = addMonths(month, 1)) {
    if (!done.has(month) && dateIn(month, day) <= today) due.push(month);
  }
  return due;
}

/** The next month that something is posted for, the earliest missed one first; null if none. */
export function nextMonth(
  { firstMonth, lastMonth, isActive }: Recurrence,
  done: ReadonlySet<IsoMonth>,
): IsoMonth | null {
  if (!isActive) return null;
  let month = firstMonth;
  while (done.has(month)) month = addMonths(month, 1);
  return lastMonth !== null && month > lastMonth ? null : month;
}

export interface RecurrenceProblem {
  message: string;
  fields: FieldErrors;
}

const on = (field: string, message: string): RecurrenceProblem => ({
  message,
  fields: { [field]: message },
});

/** Why the months of a template are refused, by field; undefined if they are not. `before` is the template as it was. */
export function recurrenceProblem(
  { firstMonth, lastMonth }: Pick<Recurrence, 'firstMonth' | 'lastMonth'>,
  today: IsoDate,
  before?: Pick<Recurrence, 'firstMonth'>,
): RecurrenceProblem | undefined {
  const isNew = before?.firstMonth !== firstMonth;
  const current = monthOf(today);
  if (isNew && firstMonth < addMonths(current, -MAX_MONTHS_BACK))
    return on('firstMonth', 'The first month lies more than a year back.');
  if (isNew && firstMonth > addMonths(current, MAX_MONTHS_BACK))
    return on('firstMonth', 'The first month lies more than a year ahead.');
  if (lastMonth !== null && lastMonth < firstMonth)
    return on('lastMonth', 'The last month lies before the first.');
  return undefined;
}

/**
 * The first month of a template after a change: one that goes on after a stop does not make up for the months of the
 * stop, unless another first month is given.
 */
export function firstMonthAfter(before: Recurrence, after: Recurrence, today: IsoDate): IsoMonth {
  const goesOn = !before.isActive && after.isActive && before.firstMonth === after.firstMonth;
  const current = monthOf(today);
  return goesOn && after.firstMonth < current ? current : after.firstMonth;
}

/** When a template recurs that is added (without `before`) or changed; or why it is refused. */
export function recurrenceAfter(
  before: Recurrence | undefined,
  after: Recurrence,
  today: IsoDate,
): Recurrence | { problem: RecurrenceProblem } {
  const problem = recurrenceProblem(after, today, before);
  if (problem) return { problem };
  const firstMonth = before ? firstMonthAfter(before, after, today) : after.firstMonth;
  if (after.lastMonth !== null && after.lastMonth < firstMonth)
    return { problem: on('lastMonth', 'The last month has passed. Choose a later one or none.') };
  return { ...after, firstMonth };
}

/** The source of entries of templates; with the template's id and the month it is unique. */
export const RECURRING = 'recurring';

/** The revision of a month's entry: 202611. */
export function revisionOf(month: IsoMonth): number {
  return Number(month.slice(0, 4)) * 100 + Number(month.slice(5, 7));
}
