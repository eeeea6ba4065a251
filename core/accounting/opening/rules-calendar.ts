import {
  addMonths,
  DATE_NOT_ALLOWED,
  firstDay,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  isDateAllowed,
  monthOf,
} from '../../kernel/dates.ts';
import { beforeOpeningProblem } from './rules.ts';

/** What may be posted on which day, read once for one or many documents. */
export interface Calendar {
  today: IsoDate;
  openingDate: IsoDate | null;
  locked: ReadonlySet<IsoMonth>;
}

export interface DateProblem {
  code: 'input.invalid' | 'month.locked' | 'entry.beforeOpening';
  message: string;
}

/** Why nothing can be recorded on a day; undefined if it can. `noun` begins the sentence: 'An expense'. */
export function dateProblem(
  noun: string,
  date: IsoDate,
  { today, openingDate, locked }: Calendar,
): DateProblem | undefined {
  const invalid = (message: string) => ({ code: 'input.invalid' as const, message });
  if (date > today) return invalid(`${noun} cannot be dated in the future.`);
  if (!isDateAllowed(date, today)) return invalid(DATE_NOT_ALLOWED);
  const month = monthOf(date);
  if (locked.has(month)) {
    const message = `${formatMonth(month)} is locked. Choose a date in an open month or unlock it.`;
    return { code: 'month.locked', message };
  }
  const early = beforeOpeningProblem(date, openingDate);
  return early === undefined ? undefined : { code: 'entry.beforeOpening', message: early };
}

/** The day itself, or today where its month is locked: for corrections of what is posted. */
export function openDay(date: IsoDate, { today, locked }: Calendar): IsoDate {
  return locked.has(monthOf(date)) ? today : date;
}

/**
 * The day itself, or the first day of the next month that is not locked: for money that came and that nobody can refuse
 * (decision 81).
 */
export function firstOpenDay(day: IsoDate, locked: ReadonlySet<IsoMonth>): IsoDate {
  let month = monthOf(day);
  if (!locked.has(month)) return day;
  while (locked.has(month)) month = addMonths(month, 1);
  return firstDay(month);
}
