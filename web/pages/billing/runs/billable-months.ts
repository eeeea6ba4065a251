import { firstDay, type IsoMonth } from '@nimule/core/kernel/dates';
import { monthsAround } from '../../../parts/months.tsx';

/** How far back a month that was missed can be billed from the screen; an older one from the shell. */
const BILLABLE_MONTHS_BACK = 12;

/** Months that can be billed by hand: the current one and those before it, the newest first (decision 4). */
export function billableMonths(current: IsoMonth): IsoMonth[] {
  return monthsAround(firstDay(current), BILLABLE_MONTHS_BACK);
}
