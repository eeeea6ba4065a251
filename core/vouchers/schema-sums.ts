import { z } from 'zod';
import { money } from '../kernel/money.ts';
import { exportFormats } from '../kernel/paging.ts';
import { batchFilter } from './schema.ts';

/** What sales have brought, less what was given back. */
const revenue = {
  /** As the books hold it: pounds at the standard rate of the day of sale (decision 43). */
  revenueUsd: money,
  /** By the currency received: dollars of sales in dollars, and pounds of sales in pounds. */
  receivedUsd: money,
  receivedSsp: money,
};

/** The sum line of the vouchers that match the filter. */
export const voucherSums = z.object({
  vouchers: z.number(),
  unused: z.number(),
  /** Activated and running. */
  active: z.number(),
  /** Ended, or lapsed unused. */
  expired: z.number(),
  void: z.number(),
  /** Without those that were taken back. */
  sold: z.number(),
  ...revenue,
});
export type VoucherSums = z.output<typeof voucherSums>;

/** The sum line of the sales that match the filter. */
export const batchSums = z.object({
  sales: z.number(),
  vouchers: z.number(),
  void: z.number(),
  /** Without those that were taken back. */
  sold: z.number(),
  ...revenue,
});
export type BatchSums = z.output<typeof batchSums>;

export const batchExport = batchFilter.extend({ format: z.enum(exportFormats).optional() });
