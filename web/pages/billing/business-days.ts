import {
  addMonths,
  dateInJuba,
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

export function monthOptions(months: readonly IsoMonth[]): { value: string; label: string }[] {
  return months.map((month) => ({ value: month, label: formatMonth(month) }));
}

/** '1 day past due', '12 days past due'. */
export function pastDueInWords(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'} past due`;
}
