import { z } from 'zod';
import { currencies } from '../accounting/schema-money.ts';
import { dateText, instant } from '../kernel/dates.ts';
import { money } from '../kernel/money.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import { recordId } from '../kernel/text.ts';

/** seeds/002 9. */
export const wifiPackageIds = ['quick', 'half-day', 'full-day', 'weekly', 'student'] as const;
export type WifiPackageId = (typeof wifiPackageIds)[number];

export const wifiPackage = z.object({
  id: z.enum(wifiPackageIds),
  name: z.string(),
  /** In words: '6 hours'. */
  duration: z.string(),
  data: z.string(),
  speed: z.string(),
  priceUSD: money,
  /** At the standard rate of today. */
  priceSSP: money,
  popular: z.boolean(),
  description: z.string(),
});
export type WifiPackage = z.output<typeof wifiPackage>;

const wifiSessionStatuses = ['active', 'expired', 'ended'] as const;

/** A paid session as staff see it: without its access code. */
export const wifiSession = z.object({
  id: recordId,
  saleNumber: z.string(),
  intentId: recordId,
  packageId: z.string(),
  packageName: z.string(),
  durationMinutes: z.number(),
  dataMB: z.number(),
  speedMbps: z.number(),
  phoneNumber: z.string(),
  /** The name of the provider, such as MTN MoMo. */
  provider: z.string(),
  currency: z.enum(currencies),
  /** Paid in US dollars, and in pounds where it was paid in pounds. */
  amountUsd: money,
  amountSsp: money,
  soldDate: dateText,
  startTime: instant,
  expiryTime: instant,
  endedAt: instant.nullable(),
  hotspotId: z.string(),
  status: z.enum(wifiSessionStatuses),
  /** Paid by the simulated driver: no money moved. */
  isSimulated: z.boolean(),
  isRefunded: z.boolean(),
});
export type WifiSession = z.output<typeof wifiSession>;

export const wifiSessionFilter = pagingQuery([
  'soldDate',
  'packageName',
  'phoneNumber',
  'expiryTime',
  'amountUsd',
]).extend({
  status: z.enum(['all', ...wifiSessionStatuses]).optional(),
  packageId: z.enum(wifiPackageIds).optional(),
  from: dateText.optional(),
  to: dateText.optional(),
});
export type WifiSessionFilter = z.output<typeof wifiSessionFilter>;
export const wifiSessionExport = wifiSessionFilter.extend({
  format: z.enum(exportFormats).optional(),
});

/** The sum line of the sales that match the filter, refunded ones included. */
export const wifiSessionSums = z.object({
  sessions: z.number(),
  refunded: z.number(),
  /** What all of them are worth in US cents, pounds at the standard rate of the day of sale. */
  amountUsd: money,
  /** By the currency received: dollars of sales in dollars, and pounds of sales in pounds. */
  receivedUsd: money,
  receivedSsp: money,
  /** What refunded sales had brought: less this, the amounts are the revenue. */
  refundedUsd: money,
  refundedSsp: money,
});
export type WifiSessionSums = z.output<typeof wifiSessionSums>;

export const wifiStats = z.object({
  /** Sales of the range of days, refunded ones left out. */
  sales: z.number(),
  revenueUsd: money,
  activeSessions: z.number(),
  /** Requests of the range that ended without money, and those that wait for a person. */
  failed: z.number(),
  inReview: z.number(),
  byPackage: z
    .object({
      packageId: z.string(),
      packageName: z.string(),
      sales: z.number(),
      revenueUsd: money,
    })
    .array(),
});
export const wifiStatsFilter = z.object({ from: dateText.optional(), to: dateText.optional() });
export type WifiStatsFilter = z.output<typeof wifiStatsFilter>;

/** The session as the visitor's browser keeps it (seeds/002 3), with the access code. */
export const visitorSession = z.object({
  sessionId: z.string(),
  packageId: z.string(),
  packageName: z.string(),
  duration: z.string(),
  dataLimit: z.string(),
  speedLimit: z.string(),
  amountPaid: z.string(),
  paymentMethod: z.string(),
  phoneNumber: z.string(),
  startTime: instant,
  expiryTime: instant,
  hotspotId: z.string(),
  status: z.enum(wifiSessionStatuses),
  accessCode: z.string(),
});
export type VisitorSession = z.output<typeof visitorSession>;
