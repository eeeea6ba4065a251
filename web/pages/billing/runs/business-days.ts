import {
  addMonths,
  dateInJuba,
  firstDay,
  formatMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
} from '@nimule/core/kernel/dates';

/** Today in Juba, wherever the browser stands. */
export function today(): IsoDate {
  return dateInJuba(new Date());
}

/** Months to choose from, the newest first: `ahead` to come, this one and `back` before it. */
export function monthsAround(day: IsoDate, back: number, ahead = 0): IsoMonth[] {
  const month = monthOf(day);
  return Array.from({ length: back + ahead + 1 }, (_, index) => addMonths(month, ahead - index));
}

/** How far back a month that was missed can be billed from the screen; an older one from the shell. */
const BILLABLE_MONTHS_BACK = 12;

/** Months that can be billed by hand: the current one and those before it, the newest first (decision 4). */
export function billableMonths(current: IsoMonth): IsoMonth[] {
  return monthsAround(firstDay(current), BILLABLE_MONTHS_BACK);
}

export function monthOptions(months: readonly IsoMonth[]): { value: string; label: string }[] {
  return months.map((month) => ({ value: month, label: formatMonth(month) }));
}

/** '1 day past due', '12 days past due'. */
export function pastDueInWords(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'} past due`;
}
