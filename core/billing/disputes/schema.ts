import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { money, moneyPositive } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import { optionalLines, recordId, recordVersion, requiredLines, yesNo } from '../../kernel/text.ts';

/** How a dispute ends: the customer was right, was not, took it back, or has paid the invoice (decision 120). */
export const disputeOutcomes = ['upheld', 'rejected', 'withdrawn', 'paid'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];

/** What a person decides; 'paid' comes by itself. */
const decidedOutcomes = ['upheld', 'rejected', 'withdrawn'] as const;

/** Open disputes of more days need a person. */
export const LONG_DISPUTE_DAYS = 7;

/** An invoice that its customer disputes, or has disputed. */
export const invoiceDispute = z.object({
  id: z.number(),
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  customerId: z.number(),
  customerNumber: z.string(),
  customerName: z.string(),
  since: dateText,
  reason: z.string(),
  /** Of the invoice when the dispute was opened. */
  amountUsd: money,
  /** What is open of the invoice now. */
  openUsd: money,
  ticketId: z.number().nullable(),
  ticketNumber: z.string().nullable(),
  openedAt: instant,
  openedBy: z.string(),
  /** Null while it is open, as `decidedBy` and `outcome`. */
  decidedOn: dateText.nullable(),
  decidedBy: z.string().nullable(),
  outcome: z.enum(disputeOutcomes).nullable(),
  note: z.string(),
  /** From the day of the dispute until its decision, or until today. */
  days: z.number(),
});
export type InvoiceDispute = z.output<typeof invoiceDispute>;

export const disputeInput = z.object({
  reason: requiredLines('The reason', 500),
  /** When the customer disputed it; today by default. */
  since: dateText.optional(),
  /** A ticket of the same customer. */
  ticketId: recordId.optional(),
  /** Opens a ticket about it, with the reason as its description. */
  makeTicket: yesNo.optional(),
});
export type DisputeInput = z.output<typeof disputeInput>;

/** `amountUsd` is the corrected amount, `cancel` cancels the invoice: both with 'upheld' alone. */
export const disputeDecision = z.object({
  outcome: z.enum(decidedOutcomes),
  note: optionalLines('The note', 500).optional(),
  amountUsd: moneyPositive.optional(),
  cancel: yesNo.optional(),
  /** Of the invoice. */
  version: recordVersion,
});
export type DisputeDecision = z.output<typeof disputeDecision>;

export const disputeSorts = ['since', 'days', 'customerName', 'amountUsd'] as const;
export type DisputeSort = (typeof disputeSorts)[number];

/** Searched by number and customer of the invoice. */
export const disputeFilter = pagingQuery(disputeSorts).extend({
  state: z.enum(['open', 'decided', 'all', ...disputeOutcomes]).optional(),
  customerId: recordId.optional(),
  invoiceId: recordId.optional(),
});
export type DisputeFilter = z.output<typeof disputeFilter>;

export const disputeExportQuery = disputeFilter.extend({ format: z.enum(exportFormats) });
export type DisputeExportQuery = z.output<typeof disputeExportQuery>;
