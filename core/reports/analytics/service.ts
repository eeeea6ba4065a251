import type { Ctx } from '../../context.ts';
import { addMonths, firstDay, type IsoMonth, lastDay, monthOf } from '../../kernel/dates.ts';
import { type Cents, subtractCents, sumOf, sumToSsp, ZERO } from '../../kernel/money.ts';
import { currentRate, ratesOn } from '../../rates/service-current.ts';
import { averageRevenueOf, percentOf } from '../comprehensive/rules.ts';
import type { DateRange } from '../comprehensive/schema.ts';
import { booksBegan, daysInBooks, figuresOfRange } from '../comprehensive/service.ts';
import { findCustomersByLocation } from '../network/queries.ts';
import { coverageOf } from '../network/rules-figures.ts';
import { revenueRows } from '../built-in/service.ts';
import { findRevenue, sumRevenue } from '../queries.ts';
import { regionsOf } from '../rules-overview.ts';
import { FALLBACK_UPTIME } from '../schema.ts';
import * as queries from './queries.ts';
import { arpuRange, mixOf, periodBefore, periodRange, sampleAnalytics } from './rules.ts';
import type { Analytics, AnalyticsPeriod } from './schema.ts';

const TREND_MONTHS = 12;

/**
 * The Reports & Analytics tab (seeds/000 2, decision 19): amounts in US cents, and in SSP cents at the standard rate of
 * today, of past months at that of their last day. Every figure is that of the report, the overview or the ledger with the
 * same days. @throws AppError rule without a rate.
 */
export async function getAnalytics(
  ctx: Ctx,
  period: AnalyticsPeriod = 'monthly',
): Promise<Analytics> {
  const { today } = ctx;
  const range = periodRange(period, today);
  const rate = await currentRate(ctx, 'standard', today);
  const pounds = (usd: Cents) => sumToSsp(usd, rate);
  const previousRange = periodBefore(period, today);
  const annualPreviousRange = periodBefore('annual', today);
  const arpuDays = arpuRange(period, today, await booksBegan(ctx));
  // Three connections at most, as for the overview.
  const [books, people, regions] = await Promise.all([
    readBooks(ctx, range, [
      range,
      previousRange,
      periodRange('annual', today),
      annualPreviousRange,
      arpuDays,
    ]),
    readPeople(ctx, range),
    revenueRows(ctx, 'revenue-by-location', range),
  ]);
  const [now, before, annual, lastYear, ofArpu] = books.revenue;
  const { counts, tickets, uptime, rating, ratings, totals, types } = people;
  const arpu = averageRevenueOf(ofArpu!.plans, counts.active, await daysInBooks(ctx, arpuDays));
  const churnRate = percentOf(counts.lost, counts.activeBefore);
  return {
    period,
    dateRange: range,
    previousRange,
    annualRevenueUsd: annual!.revenue,
    annualRevenueSsp: pounds(annual!.revenue),
    annualPreviousRange,
    annualRevenueGrowth: growthOf(annual!.revenue, lastYear!.revenue),
    revenueUsd: now!.revenue,
    revenueSsp: pounds(now!.revenue),
    revenueGrowth: growthOf(now!.revenue, before!.revenue),
    totalCustomers: totals.total,
    activeCustomers: totals.active,
    newCustomers: counts.added,
    lostCustomers: counts.lost,
    uptime: uptime ?? FALLBACK_UPTIME,
    uptimeIsSample: uptime === null,
    satisfaction: rating ?? sampleAnalytics.satisfaction,
    satisfactionIsSample: rating === null,
    ratings,
    arpuRange: arpuDays,
    arpuUsd: arpu,
    arpuSsp: arpu === null ? null : pounds(arpu),
    churnRate: churnRate ?? sampleAnalytics.churnRate,
    churnIsSample: churnRate === null,
    ticketsResolved: tickets.resolved,
    averageResolutionHours: tickets.hours,
    regions: regions.map(({ key, ...row }) => ({ location: key, ...row })),
    revenueNotBilledUsd: subtractCents(
      now!.revenue,
      sumOf(regions, ({ billedUsd }) => billedUsd),
    ),
    packages: books.packages.map(({ key, ...row }) => ({ packageType: key, ...row })),
    months: books.months,
    ...mixOf(types),
  };
}

/** What was billed by package in a range, and the revenue of ranges and of the last 12 months. */
async function readBooks(ctx: Ctx, range: DateRange, ranges: readonly DateRange[]) {
  return {
    packages: await revenueRows(ctx, 'revenue-by-package', range),
    revenue: await sumRevenue(ctx.db, ranges),
    months: await trendOf(ctx),
  };
}

/** Customers, tickets, nodes and ratings of a range, and the customers of today. */
async function readPeople(ctx: Ctx, range: DateRange) {
  return {
    ...(await figuresOfRange(ctx, range)),
    ...(await queries.averageRating(ctx.db, range)),
    totals: regionsOf(coverageOf([], await findCustomersByLocation(ctx.db))),
    types: await queries.countByType(ctx.db),
  };
}

const growthOf = (now: Cents, before: Cents) => percentOf(now - before, before);

/** Revenue of the last 12 months, the oldest first; months before the first rate have no pounds. */
async function trendOf(ctx: Ctx): Promise<Analytics['months']> {
  const last = monthOf(ctx.today);
  const months = Array.from({ length: TREND_MONTHS }, (_, at) =>
    addMonths(last, at + 1 - TREND_MONTHS),
  );
  const found = await findRevenue(ctx.db, firstDay(months[0]!), firstDay(last));
  const dayOf = (month: IsoMonth) => (month === last ? ctx.today : lastDay(month));
  const rates = await ratesOn(ctx, 'standard', months.map(dayOf));
  return months.map((month) => {
    const revenueUsd = found.find((row) => row.month === month)?.revenueUsd ?? ZERO;
    const rate = rates.get(dayOf(month));
    return {
      month,
      revenueUsd,
      revenueSsp: rate === undefined ? null : sumToSsp(revenueUsd, rate),
    };
  });
}
