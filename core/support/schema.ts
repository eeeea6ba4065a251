import { z } from 'zod';
import { disputeOutcomes } from '../billing/disputes/schema.ts';
import { locations } from '../company/schema-places.ts';
import { dateText, instant, optionalDate } from '../kernel/dates.ts';
import { money } from '../kernel/money.ts';
import { exportFormats, pagingQuery } from '../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredLines,
  requiredText,
  wholeNumber,
  yesNo,
} from '../kernel/text.ts';
import { ticketStatuses } from './schema-statuses.ts';

export { type TicketStatus, ticketStatuses } from './schema-statuses.ts';

/** seeds/000 3. */
export const issueTypes = ['connection', 'speed', 'billing', 'equipment', 'repair'] as const;
export type IssueType = (typeof issueTypes)[number];
export const priorities = ['low', 'medium', 'high', 'critical'] as const;
export type Priority = (typeof priorities)[number];

/** What may be done with a ticket (decision 42); rules-actions.ts says when and what follows. */
export const ticketActions = ['assign', 'start', 'resolve', 'reopen', 'close'] as const;
export type TicketAction = (typeof ticketActions)[number];

/** The text that the resolve action proposes (seeds/000 4: a fixed text). */
export const DEFAULT_RESOLUTION = 'Issue resolved by technical team';

export const ticket = z.object({
  id: recordId,
  /** TKT-001. */
  ticketId: z.string(),
  customerId: recordId.nullable(),
  customerNumber: z.string(),
  customerName: z.string(),
  customerPhone: z.string(),
  customerLocation: z.enum(locations).nullable(),
  customerAddress: z.string(),
  nodeId: recordId.nullable(),
  nodeName: z.string(),
  title: z.string(),
  description: z.string(),
  issueType: z.enum(issueTypes),
  priority: z.enum(priorities),
  status: z.enum(ticketStatuses),
  assignedTo: recordId.nullable(),
  assignedName: z.string(),
  resolution: z.string(),
  firstResponseAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  closedAt: instant.nullable(),
  responseDueAt: instant.nullable(),
  resolutionDueAt: instant.nullable(),
  /** The next target that is not met: due within two working hours, or past. */
  due: z.enum(['none', 'later', 'soon', 'overdue']),
  visitDate: dateText.nullable(),
  visitPlace: z.string(),
  arrivedAt: instant.nullable(),
  completedAt: instant.nullable(),
  workDone: z.string(),
  partsUsed: z.string(),
  /** The alarm that opened it or that explains it. */
  outageId: recordId.nullable(),
  mergedIntoId: recordId.nullable(),
  mergedIntoTicket: z.string(),
  attachments: z.number(),
  comments: z.number(),
  createdAt: instant,
  createdBy: z.string(),
  version: z.number(),
});
export type Ticket = z.output<typeof ticket>;

/** A ticket with what a technician needs to know. */
export const ticketDetail = ticket.extend({
  customer: z
    .object({
      status: z.string(),
      packageType: z.string(),
      bandwidth: z.number(),
      /** Open balance, credits deducted. */
      balanceUsd: money,
      email: z.string(),
      accessType: z.string(),
      ipAddress: z.string(),
      macAddress: z.string(),
      deviceSerial: z.string(),
      port: z.string(),
    })
    .nullable(),
  node: z
    .object({
      status: z.string(),
      isReachable: z.boolean().nullable(),
      latencyMs: z.number().nullable(),
      since: instant.nullable(),
    })
    .nullable(),
  outage: z
    .object({
      id: recordId,
      nodeName: z.string(),
      kind: z.string(),
      raisedAt: instant,
      endedAt: instant.nullable(),
      affectedCustomers: z.number(),
    })
    .nullable(),
  /** What the caller may do now. */
  actions: z.enum(ticketActions).array(),
  /** Tickets that were merged into this one. */
  merged: z.object({ id: recordId, ticketId: z.string(), title: z.string() }).array(),
  /** Invoices that were disputed with it, the latest first. */
  disputes: z
    .object({
      invoiceId: recordId,
      invoiceNumber: z.string(),
      since: dateText,
      outcome: z.enum(disputeOutcomes).nullable(),
    })
    .array(),
});
export type TicketDetail = z.output<typeof ticketDetail>;

const fields = {
  title: requiredText('The title', 200),
  description: requiredLines('The description', 5000),
  customerId: recordId.nullable().optional(),
  nodeId: recordId.nullable().optional(),
  issueType: z.enum(issueTypes).optional(),
  priority: z.enum(priorities).optional(),
  visitDate: optionalDate.optional(),
  visitPlace: optionalText('The place of the visit', 500).optional(),
};

/**
 * seeds/000 5 and 7. `ticketId` and `status` of a client are accepted and ignored (decisions 28 and 42). The issue type
 * is connection and the priority medium if they are missing.
 */
export const ticketInput = z.object({
  ...fields,
  assignedTo: recordId.nullable().optional(),
  ticketId: z.unknown().optional(),
  status: z.unknown().optional(),
});
export type TicketInput = z.output<typeof ticketInput>;

/**
 * seeds/000 7: {status, resolution, resolvedAt}. The status is the wanted transition (decision 42); resolvedAt is now,
 * whatever the client sends (decision 28).
 */
export const ticketUpdate = z.object({
  ...fields,
  title: fields.title.optional(),
  description: fields.description.optional(),
  status: z.enum(ticketStatuses).optional(),
  assignedTo: recordId.nullable().optional(),
  resolution: optionalLines('The resolution', 5000).optional(),
  /** Why it is opened again; kept as a comment. */
  reason: optionalLines('The reason', 2000).optional(),
  outageId: recordId.nullable().optional(),
  resolvedAt: z.unknown().optional(),
  version: recordVersion,
});
export type TicketUpdate = z.output<typeof ticketUpdate>;

export const ticketFilter = pagingQuery([
  'ticketId',
  'title',
  'customerName',
  'priority',
  'status',
  'assignedName',
  'createdAt',
  'due',
  'visitDate',
]).extend({
  /** 'unresolved' is open, assigned and in progress. */
  status: z.enum([...ticketStatuses, 'unresolved', 'all']).optional(),
  priority: z.enum([...priorities, 'urgent']).optional(),
  issueType: z.enum(issueTypes).optional(),
  /** 'me', 'nobody', or the id of a user. */
  assignedTo: z.union([z.enum(['me', 'nobody']), recordId]).optional(),
  customerId: recordId.optional(),
  nodeId: recordId.optional(),
  due: z.enum(['overdue', 'soon']).optional(),
  /** 'no': unresolved ones without a first response. */
  answered: z.enum(['all', 'no']).optional(),
  /** 'no' leaves out those that were merged into others, as the reports do. */
  merged: z.enum(['all', 'no']).optional(),
  /** Opened on these days or between. */
  from: dateText.optional(),
  to: dateText.optional(),
  visitDate: dateText.optional(),
  /** Visits of this day and earlier ones. */
  visitUntil: dateText.optional(),
  /** Visits of that day that are not done, or all. */
  visits: z.enum(['planned', 'all']).optional(),
});
export type TicketFilter = z.output<typeof ticketFilter>;
export const ticketExport = ticketFilter.extend({ format: z.enum(exportFormats).optional() });

export const ticketLookup = z.object({ ticketId: requiredText('The ticket ID', 20) });

/** The four cards (decision 42 for urgent). `open` are all that are not resolved, as on the overview. */
export const ticketStats = z.object({
  open: z.number(),
  inProgress: z.number(),
  urgent: z.number(),
  overdue: z.number(),
  resolvedThisWeek: z.number(),
  /** Hours from creation to resolution of the tickets resolved in the last 30 days; null without one. */
  averageHours: z.number().nullable(),
  mine: z.number(),
});
export type TicketStats = z.output<typeof ticketStats>;

export const ticketComment = z.object({
  id: recordId,
  isInternal: z.boolean(),
  body: z.string(),
  createdAt: instant,
  createdBy: z.string(),
});
export type TicketComment = z.output<typeof ticketComment>;

export const commentInput = z.object({
  body: requiredLines('The comment', 5000),
  /** Without it a comment is internal. */
  isInternal: yesNo.optional(),
});
export type CommentInput = z.output<typeof commentInput>;

export const mergeInput = z.object({
  /** The ticket that stays. */
  intoId: recordId,
  version: recordVersion,
});

export const completeInput = z.object({
  workDone: requiredLines('What was done', 5000),
  partsUsed: optionalLines('What was used', 2000).optional(),
  /** Resolves the ticket with what was done as its resolution. */
  resolve: yesNo.optional(),
  version: recordVersion,
});
export type CompleteInput = z.output<typeof completeInput>;
export const arriveInput = z.object({ version: recordVersion });

const time = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'The time must look like 08:00');
const target = z.object({
  responseMinutes: wholeNumber('The first response', 1, 100_000).nullable(),
  resolutionMinutes: wholeNumber('The resolution', 1, 100_000).nullable(),
  /** Counted in working hours, or around the clock. */
  hours: z.enum(['working', 'calendar']),
});

/** Targets by priority; they apply to new tickets and to changed priorities. */
export const supportSettings = z.object({
  targets: z.object({ low: target, medium: target, high: target, critical: target }),
  /** From 1 (Monday) to 7. */
  workDays: z.number().int().min(1).max(7).array().min(1, 'Choose a working day').max(7),
  workFrom: time,
  workTo: time,
  /** A daily e-mail to those who have tickets. */
  isDigestOn: yesNo,
});
export type SupportSettings = z.output<typeof supportSettings>;
