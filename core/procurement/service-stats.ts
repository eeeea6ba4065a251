import type { Ctx } from '../context.ts';
import { addDays, firstDay, type IsoDate, makeDate, monthOf } from '../kernel/dates.ts';
import { rangeBefore } from '../kernel/periods.ts';
import * as queries from './queries-stats.ts';
import { changeOf, percentOf } from './rules-stats.ts';
import type { ProcurementStats } from './schema.ts';

/** Days over which the share of punctual deliveries is counted. */
const ON_TIME_DAYS = 365;
const DAYS_AHEAD = 7;

/** Number and US cents of the approved orders of a period. */
export function spendBetween(ctx: Ctx, from: IsoDate, to: IsoDate): Promise<queries.Month> {
  return queries.getSpend(ctx.db, from, to);
}

/**
 * The cards and analytics, from data (decision 19): spend and orders of this month so far against the same days of the last one (decision 50), deliveries of
 * the past year on or before the expected day, and what this month's orders cost less than the estimates of their requisitions
 * (discount) and than the average price of their items this year (bulk), in percent of the month's spend. Orders that
 * are not approved count in none of them (decision 72). Null where there is nothing to compare with.
 */
export async function getProcurementStats(ctx: Ctx): Promise<ProcurementStats> {
  const { db, today } = ctx;
  const month = monthOf(today);
  const range = { startDate: firstDay(month), endDate: today };
  const previousRange = rangeBefore(range);
  const period = { from: range.startDate, to: range.endDate };
  const counts = await queries.getCounts(db, addDays(today, DAYS_AHEAD));
  const now = await queries.getSpend(db, period.from, period.to);
  const before = await queries.getSpend(db, previousRange.startDate, previousRange.endDate);
  const { received, onTime } = await queries.countOnTime(db, addDays(today, -ON_TIME_DAYS));
  const year = makeDate(Number(today.slice(0, 4)), 1, 1);
  const discount = await queries.getDiscount(db, period.from, period.to);
  const bulk = await queries.getBulk(db, { year, ...period });
  const saved = discount === null && bulk === null ? null : (discount ?? 0) + (bulk ?? 0);
  return {
    ...counts,
    previousRange,
    monthlySpendUsd: now.spentUsd,
    spendChange: changeOf(now.spentUsd, before.spentUsd),
    ordersChange: changeOf(now.orders, before.orders),
    onTimePercent: percentOf(onTime, received),
    discountPercent: percentOf(discount, now.spentUsd),
    bulkPercent: percentOf(bulk, now.spentUsd),
    savingsPercent: percentOf(saved, now.spentUsd),
  };
}
