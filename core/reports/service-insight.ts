import { getOverview } from '../billing/invoices/service.ts';
import { analyseProfit } from '../billing/profit/service.ts';
import { overdueBoundary } from '../billing/rules.ts';
import type { Ctx } from '../context.ts';
import { addMonths, firstDay, monthOf } from '../kernel/dates.ts';
import { ZERO } from '../kernel/money.ts';
import * as queries from './queries.ts';
import { billingInsight } from './rules-insight.ts';

const PLACES = 3;

/** A text summary of this month's billing, computed from the books (seeds/000 7, decision 19). Read-only. */
export async function generateInsight(ctx: Ctx): Promise<{ insight: string }> {
  const month = monthOf(ctx.today);
  const previous = addMonths(month, -1);
  const overview = await getOverview(ctx);
  const profit = await analyseProfit(ctx, month);
  const [before] = await queries.findRevenue(ctx.db, firstDay(previous), firstDay(previous));
  const places = await queries.findOverdueByPlace(ctx.db, overdueBoundary(ctx.today), PLACES);
  return {
    insight: billingInsight({
      today: ctx.today,
      revenue: profit.totalRevenue,
      previousRevenue: before?.revenueUsd ?? ZERO,
      received: overview.paidThisMonthUsd,
      outstanding: overview.outstandingUsd,
      overdue: overview.overdueUsd,
      openInvoices: overview.openInvoices,
      overdueInvoices: overview.overdueInvoices,
      nearingInvoices: overview.nearingOverdueInvoices,
      places,
      grossProfit: profit.grossProfit,
      profitMargin: profit.profitMargin,
      bandwidthCosts: profit.bandwidthCosts,
    }),
  };
}
