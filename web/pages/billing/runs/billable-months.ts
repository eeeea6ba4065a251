import { firstDay, type IsoMonth } from '@nimule/core/kernel/dates';
import { monthsAround } from '../../../parts/months.tsx';

/** Missed months that can be billed here; older ones with the CLI. */
const BILLABLE_MONTHS_BACK = 12;

/** Months that can be billed manually, newest first (decision 4). */
export function billableMonths(current: IsoMonth): IsoMonth[] {
  return monthsAround(firstDay(current), BILLABLE_MONTHS_BACK);
}
