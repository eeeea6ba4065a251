import { z } from 'zod';
import { dateText, instant, monthText } from '../../kernel/dates.ts';
import { cents, money } from '../../kernel/money.ts';
import { pagingQuery } from '../../kernel/paging.ts';
import { yesNo } from '../../kernel/text.ts';

/** Decision 3. */
export const DISCONNECT_FLOOR = cents(100);

export const runResult = z.object({
  runId: z.number().nullable(),
  month: monthText,
  dryRun: z.boolean(),
  invoicesGenerated: z.number(),
  totalRevenue: money,
  skipped: z.number(),
  alreadyBilled: z.number(),
});
export type RunResult = z.output<typeof runResult>;

export const billingRun = z.object({
  id: z.number(),
  month: monthText,
  status: z.enum(['running', 'done', 'failed', 'abandoned']),
  startedAt: instant,
  finishedAt: instant.nullable(),
  actorName: z.string(),
  totalCustomers: z.number(),
  processed: z.number(),
  generated: z.number(),
  skipped: z.number(),
  revenueUsd: money,
  /** At the rate of its invoices; null where it is too large to be exact to the cent. */
  revenueSsp: money.nullable(),
  error: z.string(),
});
export type BillingRun = z.output<typeof billingRun>;

/** seeds/000 3 and 4; shouldRun is true while a billable customer lacks this month's invoice. */
export const automationStatus = z.object({
  shouldRun: z.boolean(),
  month: monthText,
  billable: z.number(),
  billed: z.number(),
  nextRunDate: dateText,
  lastRun: billingRun.nullable(),
  activeRun: billingRun.nullable(),
});
export type AutomationStatus = z.output<typeof automationStatus>;

export const previewRow = z.object({
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  amountUsd: money,
  amountSsp: money,
  dueDate: dateText,
});

/** The expected result of a run, with its invoices; pounds at the rate they would have. */
export const billingPreview = runResult.omit({ runId: true, dryRun: true }).extend({
  /** Null where it is too large to be exact to the cent. */
  totalRevenueSsp: money.nullable(),
  exchangeRate: money,
  rows: z.array(previewRow),
});
export type BillingPreview = z.output<typeof billingPreview>;

export const triggerInput = z
  .object({ month: monthText.optional(), dryRun: yesNo.optional() })
  .optional();

export const previewQuery = z.object({ month: monthText.optional() });

export const disconnectQuery = pagingQuery(['oldestDueDate']).extend({
  day: z.enum(['today', 'tomorrow']).optional(),
});
export type DisconnectPaging = Pick<z.output<typeof disconnectQuery>, 'page' | 'pageSize' | 'sort'>;

export const disconnectRow = z.object({
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  phone: z.string(),
  openUsd: money,
  /** Null where it is too large to be exact to the cent. */
  openSsp: money.nullable(),
  oldestDueDate: dateText,
  daysPastDue: z.number(),
  /** One of the invoices that lead to this came with an import (decision 109). */
  isImported: z.boolean(),
  /** Set if a promise to pay prevents the suspension. */
  promisedUntil: dateText.nullable(),
  /** Old enough too, but disputed: not counted (decision 120). */
  disputedUsd: money,
  /** 'disputed': nothing but disputed invoices is old enough. */
  action: z.enum(['suspend', 'restore', 'promised', 'disputed']),
});
export type DisconnectRow = z.output<typeof disconnectRow>;

export const disconnectInput = z.object({ dryRun: yesNo.optional() }).optional();

export const disconnectResult = z.object({
  date: dateText,
  dryRun: z.boolean(),
  suspended: z.number(),
  restored: z.number(),
  promised: z.number(),
  disputed: z.number(),
  rows: z.array(disconnectRow),
});
export type DisconnectResult = z.output<typeof disconnectResult>;
