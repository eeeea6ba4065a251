import { boughtBandwidth } from '../billing/profit/service.ts';
import type { Ctx } from '../context.ts';
import { can } from '../identity/actor.ts';
import {
  addMonths,
  firstDay,
  type IsoDate,
  type IsoMonth,
  lastDay,
  monthOf,
  monthsBefore,
  startOfDay,
} from '../kernel/dates.ts';
import { sumToSsp, ZERO } from '../kernel/money.ts';
import { type DayRange, rangeBefore } from '../kernel/periods.ts';
import { currentRate } from '../rates/service-current.ts';
import { actionLabel, hrActivityEntities } from './kinds/rules.ts';
import { getNetworkOverview } from './network/service.ts';
import * as queries from './queries.ts';
import { dashboardNetworkOf, regionsOf } from './rules-overview.ts';
import { type DashboardStats, FALLBACK_UPTIME } from './schema.ts';

const ACTIVITIES = 8;
const TREND_MONTHS = 6;

/**
 * The dashboard overview (seeds/000 2, decision 19). Revenue is the booked revenue of the month in US cents;
 * network uptime is the average of the network nodes, the sample value of the specification while none is known; tickets are the unresolved ones, urgent
 * ones high or critical (decision 42).
 */
export async function getDashboardStats(ctx: Ctx): Promise<DashboardStats> {
  const { today } = ctx;
  const month = monthOf(today);
  const range = { startDate: firstDay(month), endDate: today };
  const previousRange = rangeBefore(range);
  // Three connections at most: a visit to the overview shall not take those of others.
  const [books, tickets, network] = await Promise.all([
    readBooks(ctx, month, [range, previousRange]),
    queries.countTickets(ctx.db, sameTimeOn(ctx, monthsBefore(today, 1)), ctx.now),
    getNetworkOverview(ctx, [range, previousRange]),
  ]);
  const { trend, rate, customers, boughtMbps, activities, days } = books;
  const revenueOf = (wanted: string) =>
    trend.find((row) => row.month === wanted)?.revenueUsd ?? ZERO;
  const monthlyRevenueUsd = revenueOf(month);
  const { regions, total, active, soldMbps } = regionsOf(network.coverage);
  const { averageUptime } = network.stats;
  return {
    totalCustomers: total,
    activeCustomers: active,
    newCustomersThisMonth: customers.newThisMonth,
    monthlyRevenueUsd,
    monthlyRevenueSsp: sumToSsp(monthlyRevenueUsd, rate),
    previousMonthRevenueUsd: revenueOf(addMonths(month, -1)),
    networkUptime: averageUptime ?? FALLBACK_UPTIME,
    networkUptimeIsSample: averageUptime === null,
    openTickets: tickets.unresolved,
    urgentTickets: tickets.urgent,
    trends: {
      activeBefore: total === 0 ? null : customers.activeBefore,
      revenueSoFarUsd: days[0]!.revenue,
      revenueSameDaysUsd: days[1]!.revenue,
      previousRange,
      uptimeThisMonth: network.uptimes[0]!,
      uptimeBefore: network.uptimes[1]!,
      openTicketsBefore: tickets.before,
    },
    network: dashboardNetworkOf(network.stats, boughtMbps, soldMbps),
    regions,
    activities: activities.map((activity) => ({
      ...activity,
      title: actionLabel(activity.action),
    })),
    soldBandwidthMbps: soldMbps,
    boughtBandwidthMbps: boughtMbps,
    revenueByMonth: Array.from({ length: TREND_MONTHS }, (_, index) => {
      const trendMonth = addMonths(month, index + 1 - TREND_MONTHS);
      return { month: trendMonth, revenueUsd: revenueOf(trendMonth) };
    }),
  };
}

/** What the overview shows of the books, customers and the audit log, read one after the other. */
async function readBooks(ctx: Ctx, month: IsoMonth, ranges: readonly [DayRange, DayRange]) {
  const { db, today } = ctx;
  return {
    trend: await queries.findRevenue(
      db,
      firstDay(addMonths(month, 1 - TREND_MONTHS)),
      firstDay(month),
    ),
    rate: await currentRate(ctx, 'standard', today),
    customers: await queries.countTrend(db, lastDay(addMonths(month, -1)), today),
    boughtMbps: (await boughtBandwidth(ctx, today)) ?? null,
    activities: await queries.findActivities(
      db,
      ACTIVITIES,
      can(ctx.actor, 'hr.read') ? hrActivityEntities : [],
    ),
    days: await queries.sumRevenue(db, ranges),
  };
}

/** The present time of the day on another day. */
function sameTimeOn({ now, today }: Ctx, day: IsoDate): Date {
  return new Date(startOfDay(day).getTime() + now.getTime() - startOfDay(today).getTime());
}
