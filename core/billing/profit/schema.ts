import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { cents, money } from '../../kernel/money.ts';
import { wholeNumber } from '../../kernel/text.ts';

/** seeds/000 9: 25 USD per Mbps. */
export const BANDWIDTH_COST = cents(2_500);

export const profitAnalysis = z.object({
  month: monthText,
  totalRevenue: money,
  bandwidthCosts: money,
  /** In pounds at `exchangeRate`; null where too large to be exact to the cent. */
  totalRevenueSsp: money.nullable(),
  bandwidthCostsSsp: money.nullable(),
  grossProfitSsp: money.nullable(),
  /** The standard rate of the month's last day, or of today while the month runs. */
  exchangeRate: money,
  totalBandwidth: z.number(),
  /** False: no purchase is configured and the sold Mbps are used instead (decision 10). */
  bandwidthConfigured: z.boolean(),
  grossProfit: money,
  /** Percent of revenue, one decimal; zero without revenue. */
  profitMargin: z.number(),
});
export type ProfitAnalysis = z.output<typeof profitAnalysis>;

export const profitParams = z.object({ yearMonth: monthText });

export const bandwidthPurchase = z.object({
  id: z.number(),
  validFrom: dateText,
  mbps: z.number(),
  createdAt: instant,
  createdBy: z.string(),
});

export type BandwidthPurchase = z.output<typeof bandwidthPurchase>;

export const bandwidthInput = z.object({
  validFrom: dateText.optional(),
  mbps: wholeNumber('The bandwidth', 0, 10_000_000),
});
export type BandwidthInput = z.output<typeof bandwidthInput>;
