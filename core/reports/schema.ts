import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { money } from '../kernel/money.ts';

/** seeds/000 9: shown with a 'sample' tag until nodes report (decision 19). */
export const FALLBACK_UPTIME = 98.5;

export const regionCoverage = z.object({
  location: z.string(),
  customers: z.number(),
  active: z.number(),
  bandwidthMbps: z.number(),
});
export const activity = z.object({
  id: z.number(),
  at: instant,
  actorName: z.string(),
  action: z.string(),
  summary: z.string(),
});

/** seeds/000 3. */
export const insightResult = z.object({ insight: z.string() });

/** seeds/000 2, Dashboard Overview; its fields are not given there and are ours. */
export const dashboardStats = z.object({
  totalCustomers: z.number(),
  activeCustomers: z.number(),
  newCustomersThisMonth: z.number(),
  monthlyRevenueUsd: money,
  /** Null where it is too large to be told to the cent. */
  monthlyRevenueSsp: money.nullable(),
  previousMonthRevenueUsd: money,
  networkUptime: z.number(),
  networkUptimeIsSample: z.boolean(),
  /** Null until the ticket module is there. */
  openTickets: z.number().nullable(),
  urgentTickets: z.number().nullable(),
  regions: z.array(regionCoverage),
  activities: z.array(activity),
  soldBandwidthMbps: z.number(),
  boughtBandwidthMbps: z.number().nullable(),
  revenueByMonth: z.array(z.object({ month: z.string(), revenueUsd: money })),
});
export type DashboardStats = z.output<typeof dashboardStats>;
