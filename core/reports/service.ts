import { boughtBandwidth } from '../billing/profit/service.ts';
import type { Ctx } from '../context.ts';
import { can } from '../identity/actor.ts';
import {
  addMonths,
  dayOfMonth,
  firstDay,
  type IsoDate,
  lastDay,
  monthOf,
  startOfDay,
} from '../kernel/dates.ts';
import { sumToSsp, ZERO } from '../kernel/money.ts';
import { currentRate } from '../rates/service-current.ts';
import { getNetworkOverview } from './network/service.ts';
import * as queries from './queries.ts';
import { actionLabel } from './rules-activities.ts';
import { hrActivityEntities } from './rules-audit.ts';
import { dashboardNetworkOf, regionsOf } from './rules-overview.ts';
import { type DashboardStats, FALLBACK_UPTIME } from './schema.ts';

const ACTIVITIES = 8;
const TREND_MONTHS = 6;

/** The same day of the month before, or its last day. */
function monthEarlier(date: IsoDate): IsoDate {
  const month = addMonths(monthOf(date), -1);
  return dayOfMonth(month, Math.min(Number(date.slice(8)), Number(lastDay(month).slice(8))));
}

/**
 * The dashboard overview (seeds/000 2, decision 19). Revenue is the booked revenue of the month in US cents;
 * network uptime is the average of the network nodes, the sample value of the specification while none is known; tickets are the unresolved ones, urgent
 * ones high or critical (decision 42).
 */
export async function getDashboardStats(ctx: Ctx): Promise<DashboardStats> {
  const { db, today } = ctx;
  const month = monthOf(today);
  const before = addMonths(month, -1);
  const until = monthEarlier(today);
  const trend = await queries.findRevenue(
    db,
    firstDay(addMonths(month, 1 - TREND_MONTHS)),
    firstDay(month),
  );
  const revenueOf = (wanted: string) =>
    trend.find((row) => row.month === wanted)?.revenueUsd ?? ZERO;
  const monthlyRevenueUsd = revenueOf(month);
  const rate = await currentRate(ctx, 'standard', today);
  const sinceMidnight = ctx.now.getTime() - startOfDay(today).getTime();
  const tickets = await queries.countTickets(
    db,
    new Date(startOfDay(until).getTime() + sinceMidnight),
  );
  const network = await getNetworkOverview(ctx, [
    { startDate: firstDay(month), endDate: today },
    { startDate: firstDay(before), endDate: lastDay(before) },
  ]);
  const customers = await queries.countTrend(db, lastDay(before), today);
  const { regions, total, active, soldMbps } = regionsOf(network.coverage);
  const boughtMbps = (await boughtBandwidth(ctx, today)) ?? null;
  const { averageUptime } = network.stats;
  const activities = await queries.findActivities(
    db,
    ACTIVITIES,
    can(ctx.actor, 'hr.read') ? hrActivityEntities : [],
  );
  return {
    totalCustomers: total,
    activeCustomers: active,
    newCustomersThisMonth: customers.newThisMonth,
    monthlyRevenueUsd,
    monthlyRevenueSsp: sumToSsp(monthlyRevenueUsd, rate),
    previousMonthRevenueUsd: revenueOf(before),
    networkUptime: averageUptime ?? FALLBACK_UPTIME,
    networkUptimeIsSample: averageUptime === null,
    openTickets: tickets.unresolved,
    urgentTickets: tickets.urgent,
    trends: {
      activeBefore: total === 0 ? null : customers.activeBefore,
      revenueSameDaysUsd: await queries.sumRevenueDays(db, firstDay(before), until),
      revenueSameDaysUntil: until,
      uptimeThisMonth: network.uptimes[0]!,
      uptimeLastMonth: network.uptimes[1]!,
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
