import { z } from 'zod';
import { customerTypes } from '../../customers/schema.ts';
import { dateText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';

/** seeds/000 2, Reports & Analytics. The period ends today: 7 days, this month, this quarter, this year. */
export const analyticsPeriods = ['weekly', 'monthly', 'quarterly', 'annual'] as const;
export type AnalyticsPeriod = (typeof analyticsPeriods)[number];
export const analyticsQuery = z.object({ period: z.enum(analyticsPeriods).optional() });

/** Percent with one decimal; null where there is nothing to divide by. */
const percent = z.number().nullable();

/**
 * The Reports & Analytics tab (seeds/000 2, decision 19). Figures of money are those of the reports of the same range:
 * from the ledger and the invoices. `isSample` says where a figure of the specification stands in.
 */
export const analytics = z.object({
  period: z.enum(analyticsPeriods),
  dateRange: z.object({ startDate: dateText, endDate: dateText }),
  /** Compared with the period, by calendar (decision 50). */
  previousRange: z.object({ startDate: dateText, endDate: dateText }),
  /** Revenue of the ledger from 1 January to today. */
  annualRevenueUsd: money,
  annualRevenueSsp: money.nullable(),
  /** The same days of the year before, and the growth against them in percent. */
  annualPreviousRange: z.object({ startDate: dateText, endDate: dateText }),
  annualRevenueGrowth: percent,
  /** Of the period; growth against `previousRange`. */
  revenueUsd: money,
  revenueSsp: money.nullable(),
  revenueGrowth: percent,
  totalCustomers: z.number(),
  activeCustomers: z.number(),
  newCustomers: z.number(),
  lostCustomers: z.number(),
  /** Percent of measurements of the period that nodes answered. */
  uptime: z.number(),
  uptimeIsSample: z.boolean(),
  /** Mean rating of chats of the period, one to five. */
  satisfaction: z.number(),
  satisfactionIsSample: z.boolean(),
  ratings: z.number(),
  /** Revenue of plans for each active customer and 30 days, over the month, 3 or 12 months to today. */
  arpuRange: z.object({ startDate: dateText, endDate: dateText }),
  arpuUsd: money.nullable(),
  arpuSsp: money.nullable(),
  /** Percent of those active at the start. */
  churnRate: percent,
  churnIsSample: z.boolean(),
  ticketsResolved: z.number(),
  averageResolutionHours: z.number().nullable(),
  /** Invoices billed in the period and not cancelled, by location of the customer. */
  regions: z
    .object({
      location: z.string(),
      customers: z.number(),
      billedUsd: money,
      paidUsd: money,
      share: percent,
    })
    .array(),
  /**
   * Revenue of the period that is on none of these invoices (vouchers, WiFi, exchange gains, less credits), and below zero
   * where invoices were billed that are no revenue of the period: what was billed and this add up to `revenueUsd`.
   */
  revenueNotBilledUsd: money,
  packages: z
    .object({
      packageType: z.string(),
      customers: z.number(),
      billedUsd: money,
      paidUsd: money,
      share: percent,
    })
    .array(),
  /** Ledger revenue by month, the last 12, the oldest first. */
  months: z.object({ month: z.string(), revenueUsd: money, revenueSsp: money.nullable() }).array(),
  /** Customers who are not Inactive by type. 'government' is in the sample alone (decision 19). */
  mix: z
    .object({
      type: z.enum([...customerTypes, 'government']),
      customers: z.number(),
      percent: z.number(),
    })
    .array(),
  mixIsSample: z.boolean(),
});
export type Analytics = z.output<typeof analytics>;
