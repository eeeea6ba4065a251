import { sampleMetrics } from '../../assistant/schema.ts';
import type { CustomerType } from '../../customers/schema.ts';
import {
  addDays,
  addMonths,
  firstDay,
  type IsoDate,
  makeDate,
  monthOf,
  monthsBefore,
} from '../../kernel/dates.ts';
import { type CalendarPeriod, PERIOD_MONTHS, rangeBefore } from '../../kernel/periods.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import { shareOf } from '../network/rules-figures.ts';
import type { Analytics, AnalyticsPeriod } from './schema.ts';

/** seeds/000 9: shown with a 'sample' tag where there is no data yet (decision 19). */
export const sampleAnalytics = {
  churnRate: 2.3,
  satisfaction: sampleMetrics.satisfaction,
  mix: [
    { type: 'business', customers: 0, percent: 65 },
    { type: 'government', customers: 0, percent: 25 },
    { type: 'individual', customers: 0, percent: 10 },
  ],
} as const satisfies Partial<Record<string, unknown>>;

const WEEK_DAYS = 7;

/** The days of a period, which ends today: seven days, or the month, quarter or year so far. */
export function periodRange(period: AnalyticsPeriod, today: IsoDate): DateRange {
  const month = monthOf(today);
  const [year, number] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const first = {
    weekly: () => addDays(today, 1 - WEEK_DAYS),
    monthly: () => firstDay(month),
    quarterly: () => firstDay(addMonths(month, -((number - 1) % PERIOD_MONTHS.quarter))),
    annual: () => makeDate(year, 1, 1),
  }[period]();
  return { startDate: first, endDate: today };
}

const CALENDAR = {
  weekly: undefined,
  monthly: 'month',
  quarterly: 'quarter',
  annual: 'year',
} as const satisfies Record<AnalyticsPeriod, CalendarPeriod | undefined>;

/** The days with which a period is compared (decision 50). */
export function periodBefore(period: AnalyticsPeriod, today: IsoDate): DateRange {
  return rangeBefore(periodRange(period, today), CALENDAR[period]);
}

/**
 * The days of a period's ARPU: the last month, 3 or 12 months to today, but only whole ones since the day on which the
 * revenue of the books began, and at least one. Plans are billed on the 1st, so that ARPU of a part of a month would be
 * nothing or many times the usual; these days hold one run for each month.
 */
export function arpuRange(
  period: AnalyticsPeriod,
  today: IsoDate,
  began: IsoDate | null = null,
): DateRange {
  let months: number = PERIOD_MONTHS[CALENDAR[period] ?? 'month'];
  while (months > 1 && began !== null && addDays(monthsBefore(today, months), 1) < began) months--;
  return { startDate: addDays(monthsBefore(today, months), 1), endDate: today };
}

/** The mix of customers in percent; the one of the specification without a customer. */
export function mixOf(
  counts: readonly { type: CustomerType; customers: number }[],
): Pick<Analytics, 'mix' | 'mixIsSample'> {
  const total = counts.reduce((sum, { customers }) => sum + customers, 0);
  if (total === 0) return { mix: [...sampleAnalytics.mix], mixIsSample: true };
  const mix = counts.map(({ type, customers }) => ({
    type,
    customers,
    percent: shareOf(customers, total),
  }));
  return { mix, mixIsSample: false };
}
