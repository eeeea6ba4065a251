import { z } from 'zod';
import { billingOverview } from '../../billing/invoices/schema.ts';
import { paymentSums } from '../../billing/payments/schema.ts';
import { instant, monthText } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { waitingItem } from '../../reports/approvals/schema.ts';
import { ticket } from '../../support/schema.ts';
import { till } from '../../till/schema.ts';

/** The blocks of the first screen; `rules.ts` says whose they are. */
export const workBlocks = [
  'visits',
  'tickets',
  'unanswered',
  'payments',
  'till',
  'figures',
  'approvals',
  'books',
  'system',
] as const;
export type WorkBlock = (typeof workBlocks)[number];

/** Rows that a block shows; its total says how many there are. */
export const WORK_ROWS = 6;
/** Visits of a day, which are all of its work. */
export const VISIT_ROWS = 12;

export const workTicket = ticket.pick({
  id: true,
  ticketId: true,
  title: true,
  customerName: true,
  customerPhone: true,
  customerLocation: true,
  customerAddress: true,
  priority: true,
  status: true,
  due: true,
  firstResponseAt: true,
  responseDueAt: true,
  resolutionDueAt: true,
  visitDate: true,
  visitPlace: true,
  arrivedAt: true,
});
export type WorkTicket = z.output<typeof workTicket>;

const ticketBlock = z.object({ total: z.number(), rows: workTicket.array() });

const approvalRow = waitingItem.pick({
  kind: true,
  approvalId: true,
  entityId: true,
  record: true,
  summary: true,
  amountUsd: true,
  requestedBy: true,
  requestedAt: true,
  mayDecide: true,
  refusal: true,
  deciders: true,
});

/** One's own work, by role. A block that is not the caller's, or that the caller may not see, is absent. */
export const ownWork = z.object({
  /** The blocks of the answer, in the order in which they are shown. */
  order: z.enum(workBlocks).array(),
  /** The caller's visits of today and earlier days that are not done. */
  visits: ticketBlock.optional(),
  /** Unresolved tickets of the caller, the most urgent target first. */
  tickets: ticketBlock.optional(),
  /** Unresolved tickets of anybody without a first response. */
  unanswered: ticketBlock.optional(),
  /** What the caller recorded today. */
  payments: paymentSums
    .pick({ recorded: true, amountUsd: true, receivedUsd: true, receivedSsp: true })
    .extend({ clerk: z.string() })
    .optional(),
  /** The caller's till; null without one. `cash…` is what it should hold. */
  till: till
    .pick({
      id: true,
      tillNumber: true,
      status: true,
      openedOn: true,
      openedAt: true,
      cashUsd: true,
      cashSsp: true,
      countedUsd: true,
      countedSsp: true,
    })
    .nullable()
    .optional(),
  figures: z
    .object({
      billing: billingOverview.pick({
        outstandingUsd: true,
        overdueUsd: true,
        overdueInvoices: true,
        paidThisMonthUsd: true,
        month: true,
      }),
      /** Of customers who owe something for more than 60 days, what has been due so long. */
      over60Usd: money,
      debtors: z
        .object({
          customerId: z.string(),
          name: z.string(),
          status: z.string(),
          totalUsd: money,
          /** Of it, what is more than 30 days past due. */
          lateUsd: money,
        })
        .array(),
    })
    .optional(),
  approvals: z
    .object({
      /** What the caller may decide, and what waits for others. */
      mine: z.number(),
      others: z.number(),
      rows: approvalRow.array(),
    })
    .optional(),
  books: z
    .object({
      /** Months before this one that are not locked, the oldest first. */
      openMonths: monthText.array(),
      openCount: z.number(),
      /** Recurring entries and expenses that are due and not posted. */
      entriesDue: z.number(),
      entriesDueUsd: money,
      expensesDue: z.number(),
    })
    .optional(),
  system: z
    .object({
      /** Titles of scheduled jobs whose last run failed or was interrupted. */
      failedJobs: z.string().array(),
      lastBackup: instant.nullable(),
      backupAlert: z.string().nullable(),
      /** Sentences about what is not set up, as `isp doctor` warns. */
      warnings: z.string().array(),
    })
    .optional(),
});
export type OwnWork = z.output<typeof ownWork>;
export type ApprovalRow = z.output<typeof approvalRow>;
