import { type IsoDate, type IsoMonth, laterDate, monthOf } from '../../kernel/dates.ts';

export interface ReversalFacts {
  today: IsoDate;
  lockedMonths: ReadonlySet<IsoMonth>;
}

/**
 * The date of the reversal of an imported document or entry: today, or the date of the document if that is later. One that stands against Opening Balances
 * is reversed on its own day, as a correction of an opening balance is (decision 45), so that the balances of the opening
 * day are right after another import; today if that month is locked.
 */
export function reversalDate(
  date: IsoDate,
  isOpening: boolean,
  { today, lockedMonths }: ReversalFacts,
): IsoDate {
  return isOpening && date < today && !lockedMonths.has(monthOf(date))
    ? date
    : laterDate(today, date);
}
