import { boughtBandwidth } from '../billing/profit/service.ts';
import type { Ctx } from '../context.ts';
import { can } from '../identity/actor.ts';
import { addMonths, firstDay, monthOf } from '../kernel/dates.ts';
import { sumToSsp, ZERO } from '../kernel/money.ts';
import { currentRate } from '../rates/service-current.ts';
import { getNetworkStats } from './network/service.ts';
import * as queries from './queries.ts';
import { hrActivityEntities } from './rules-audit.ts';
import { type DashboardStats, FALLBACK_UPTIME } from './schema.ts';

const ACTIVITIES = 8;
const TREND_MONTHS = 6;

/**
 * The dashboard overview (seeds/000 2, decision 19). Revenue is the booked revenue of the month in US cents;
 * network uptime is the average of the network nodes, the sample value of the specification while none is known; tickets are the unresolved ones, urgent
 * ones high or critical (decision 42).
 */
export async function getDashboardStats(ctx: Ctx): Promise<DashboardStats> {
  const month = monthOf(ctx.today);
  const customers = await queries.countCustomers(ctx.db, firstDay(month), ctx.today);
  const trend = await queries.findRevenue(
    ctx.db,
    firstDay(addMonths(month, 1 - TREND_MONTHS)),
    firstDay(month),
  );
  const revenueOf = (wanted: string) =>
    trend.find((row) => row.month === wanted)?.revenueUsd ?? ZERO;
  const monthlyRevenueUsd = revenueOf(month);
  const rate = await currentRate(ctx, 'standard', ctx.today);
  const tickets = await queries.countTickets(ctx.db);
  const { averageUptime } = await getNetworkStats(ctx);
  return {
    totalCustomers: customers.total,
    activeCustomers: customers.active,
    newCustomersThisMonth: customers.newThisMonth,
    monthlyRevenueUsd,
    monthlyRevenueSsp: sumToSsp(monthlyRevenueUsd, rate),
    previousMonthRevenueUsd: revenueOf(addMonths(month, -1)),
    networkUptime: averageUptime ?? FALLBACK_UPTIME,
    networkUptimeIsSample: averageUptime === null,
    openTickets: tickets.unresolved,
    urgentTickets: tickets.urgent,
    regions: await queries.findRegions(ctx.db),
    activities: await queries.findActivities(
      ctx.db,
      ACTIVITIES,
      can(ctx.actor, 'hr.read') ? hrActivityEntities : [],
    ),
    soldBandwidthMbps: customers.soldMbps,
    boughtBandwidthMbps: (await await boughtBandwidth(ctx, ctx.today)) ?? null,
    revenueByMonth: Array.from({ length: TREND_MONTHS }, (_, index) => {
      const trendMonth = addMonths(month, index + 1 - TREND_MONTHS);
      return { month: trendMonth, revenueUsd: revenueOf(trendMonth) };
    }),
  };
}
