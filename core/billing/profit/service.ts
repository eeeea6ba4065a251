import { revenueOfMonth } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { soldBandwidth } from '../../customers/service-billing.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, type IsoDate, type IsoMonth, lastDay } from '../../kernel/dates.ts';
import { cents, subtractCents, sumToSsp } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { marginPercent } from '../rules.ts';
import * as queries from './queries.ts';
import {
  BANDWIDTH_COST,
  type BandwidthInput,
  type BandwidthPurchase,
  bandwidthPurchase,
  type ProfitAnalysis,
} from './schema.ts';

const HISTORY = 100;

/**
 * Revenue of a month, from the ledger, against the bought Mbps at 25 USD each (seeds/000 9, decision 10);
 * if no purchase is configured, the Mbps sold to Active customers are used and the answer says so. Purchase and rate are
 * those of the month's last day, or of today in the current month. Amounts in US cents, and in SSP cents at that rate.
 */
export async function analyseProfit(ctx: Ctx, month: IsoMonth): Promise<ProfitAnalysis> {
  const end = lastDay(month);
  const until = end < ctx.today ? end : ctx.today;
  const bought = await boughtBandwidth(ctx, until);
  const totalBandwidth = bought ?? (await soldBandwidth(ctx));
  const bandwidthCosts = cents(totalBandwidth * BANDWIDTH_COST);
  const totalRevenue = await revenueOfMonth(ctx, month);
  const grossProfit = subtractCents(totalRevenue, bandwidthCosts);
  const exchangeRate = await currentRate(ctx, 'standard', until);
  return {
    month,
    totalRevenue,
    bandwidthCosts,
    totalRevenueSsp: sumToSsp(totalRevenue, exchangeRate),
    bandwidthCostsSsp: sumToSsp(bandwidthCosts, exchangeRate),
    grossProfitSsp: sumToSsp(grossProfit, exchangeRate),
    exchangeRate,
    totalBandwidth,
    bandwidthConfigured: bought !== undefined,
    grossProfit,
    profitMargin: marginPercent(grossProfit, totalRevenue),
  };
}

/** The purchased Mbps valid on a day; undefined if none is configured (decision 10). */
export function boughtBandwidth(ctx: Ctx, on: IsoDate): Promise<number | undefined> {
  return queries.getBoughtBandwidth(ctx.db, on);
}

/** Purchases of bandwidth by start date, newest first, 100 at most. Source: decision 10. */
export function listBandwidthPurchases(ctx: Ctx): Promise<BandwidthPurchase[]> {
  return queries.findBandwidthPurchases(ctx.db, HISTORY);
}

/** Sets the purchased Mbps from a day on (decision 10). @throws AppError invalid for a date out of range. */
export async function addBandwidthPurchase(
  ctx: Ctx,
  input: BandwidthInput,
): Promise<BandwidthPurchase> {
  const validFrom = input.validFrom ?? ctx.today;
  assertDateAllowed('validFrom', validFrom, ctx.today);
  return transact(ctx, async (tx) => {
    const made = { createdAt: tx.now, createdBy: actorName(tx.actor) };
    const rows = [{ validFrom, mbps: input.mbps, ...made }];
    const purchase = (await queries.purchases.insertMany(tx.db, rows))[0]!;
    await audit(tx, {
      action: 'bandwidth.update',
      entity: 'bandwidthPurchase',
      entityId: purchase.id,
      summary: `${purchase.mbps} Mbps from ${purchase.validFrom}`,
      schema: bandwidthPurchase,
      after: purchase,
    });
    return purchase;
  });
}
