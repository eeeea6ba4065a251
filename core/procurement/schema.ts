import { z } from 'zod';
import { privilegedRoles, roles } from '../identity/roles.ts';
import { dateText } from '../kernel/dates.ts';
import { money, moneyNotNegative } from '../kernel/money.ts';
import { wholeNumber } from '../kernel/text.ts';

/** seeds/002 2. `null` where there is nothing to compare with yet; the screen shows the sample figure and says so (19). */
export const procurementStats = z.object({
  totalOrders: z.number(),
  pendingOrders: z.number(),
  activeSuppliers: z.number(),
  pendingRequisitions: z.number(),
  monthlySpendUsd: money,
  /** The days of the last month that this month so far is compared with (decision 50). */
  previousRange: z.object({ startDate: dateText, endDate: dateText }),
  /** Percent against them, one decimal. */
  spendChange: z.number().nullable(),
  ordersChange: z.number().nullable(),
  onTimePercent: z.number().nullable(),
  /** Percent of the month's spend below the requisitions' estimates. */
  discountPercent: z.number().nullable(),
  /** Percent of the month's spend below the items' average price of the year. */
  bulkPercent: z.number().nullable(),
  savingsPercent: z.number().nullable(),
  openBillsUsd: money,
  dueThisWeekUsd: money,
});
export type ProcurementStats = z.output<typeof procurementStats>;

/** What was bought in `dateRange`: by month, the oldest first; of the suppliers of most orders; by account of the goods. */
export const procurementSpending = z.object({
  dateRange: z.object({ startDate: dateText, endDate: dateText }),
  months: z
    .object({
      /** '2026-11' */
      month: z.string(),
      orderedUsd: money,
      receivedUsd: money,
      billedUsd: money,
      paidUsd: money,
    })
    .array(),
  suppliers: z
    .object({
      supplierId: z.number(),
      name: z.string(),
      orders: z.number(),
      orderedUsd: money,
      billedUsd: money,
      paidUsd: money,
    })
    .array(),
  accounts: z.object({ code: z.string(), name: z.string(), receivedUsd: money }).array(),
});
export type ProcurementSpending = z.output<typeof procurementSpending>;

/**
 * The largest document that each role may approve, in US dollars; null for any. The tolerance of a bill's price. Who may order
 * without an approved requisition, and up to which amount in US dollars; null for any.
 */
export const procurementSettings = z.object({
  adminLimitUsd: moneyNotNegative.nullable(),
  /** Hundredths of a percent of the order's price. */
  priceTolerancePoints: wholeNumber('The tolerance', 0, 10_000),
  freeOrderRoles: z.enum(roles).array().max(roles.length),
  freeOrderLimitUsd: moneyNotNegative.nullable(),
});
export type ProcurementSettings = z.output<typeof procurementSettings>;

/** What is left out stays as it is. */
export const procurementSettingsInput = procurementSettings.partial({
  freeOrderRoles: true,
  freeOrderLimitUsd: true,
});
export type ProcurementSettingsInput = z.output<typeof procurementSettingsInput>;

/** Who may order without a requisition to begin with: those who approve orders (decision 88). */
export const FREE_ORDER_ROLES = [...privilegedRoles, 'admin'] as const;
