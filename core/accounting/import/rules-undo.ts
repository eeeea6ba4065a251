import { type IsoDate, type IsoMonth, laterDate, monthOf } from '../../kernel/dates.ts';

export interface ReversalFacts {
  today: IsoDate;
  lockedMonths: ReadonlySet<IsoMonth>;
}

/**
 * The date of the reversal of an imported document or entry: its own day, so that no period keeps anything of an import
 * that was undone and the opening date can move over it (decision 108); today if that month is locked.
 */
export function reversalDate(date: IsoDate, { today, lockedMonths }: ReversalFacts): IsoDate {
  return lockedMonths.has(monthOf(date)) ? laterDate(today, date) : date;
}
