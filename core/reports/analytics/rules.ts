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
const QUARTER_MONTHS = 3;

/** The days of a period, which ends today: seven days, or the month, quarter or year so far. */
export function periodRange(period: AnalyticsPeriod, today: IsoDate): DateRange {
  const month = monthOf(today);
  const [year, number] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const first = {
    weekly: () => addDays(today, 1 - WEEK_DAYS),
    monthly: () => firstDay(month),
    quarterly: () => firstDay(addMonths(month, -((number - 1) % QUARTER_MONTHS))),
    annual: () => makeDate(year, 1, 1),
  }[period]();
  return { startDate: first, endDate: today };
}

const MONTHS = { monthly: 1, quarterly: QUARTER_MONTHS, annual: 12 } as const;

/**
 * The same days of the period before, with which a period is compared: the bills of a month fall on its first days, so that
 * the days right before would say nothing. A day that its month does not have is its last one, as on the overview.
 */
export function periodBefore(period: AnalyticsPeriod, today: IsoDate): DateRange {
  const { startDate, endDate } = periodRange(period, today);
  const earlier = (date: IsoDate) =>
    period === 'weekly' ? addDays(date, -WEEK_DAYS) : monthsBefore(date, MONTHS[period]);
  return { startDate: earlier(startDate), endDate: earlier(endDate) };
}

/**
 * The days of a period's ARPU: the last month, 3 or 12 months to today. Plans are billed on the 1st, so that ARPU of
 * a part of a month would be nothing or many times the usual; these days hold one run for each month.
 */
export function arpuRange(period: AnalyticsPeriod, today: IsoDate): DateRange {
  const months = period === 'weekly' ? MONTHS.monthly : MONTHS[period];
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
