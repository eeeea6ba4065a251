import { z } from 'zod';
import { monthText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';

export const packageUsageParams = z.object({ yearMonth: monthText });

/** What the customers of a package have used in a month, beside their monthly fees. */
const packageUsage = z.object({
  /** Of the monthly invoice of the customer in that month, else the present one. */
  packageType: z.string(),
  /** Who used anything. */
  customers: z.number(),
  /** Upload and download together. */
  usedBytes: z.number(),
  /** Monthly invoices of the month without connection fees, as they were billed. */
  billedUsd: money,
  /** Billed for a GB (10^9 bytes); null where less than a GB was used. */
  usdPerGb: money.nullable(),
});

export const packageUsageReport = z.object({
  month: monthText,
  /** The most used first. */
  packages: packageUsage.array(),
  /** With codes of vouchers and WiFi, which have no package. */
  usedBytes: z.number(),
  codeBytes: z.number(),
  /** The bandwidth costs of the profit analysis for a GB that was used; null where less than a GB was. */
  costPerGb: money.nullable(),
});
export type PackageUsageReport = z.output<typeof packageUsageReport>;
