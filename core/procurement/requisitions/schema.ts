import { z } from 'zod';
import { dateText, instant } from '../../kernel/dates.ts';
import { money, moneyNotNegative } from '../../kernel/money.ts';
import { exportFormats, pagingQuery } from '../../kernel/paging.ts';
import {
  optionalLines,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
  wholeNumber,
} from '../../kernel/text.ts';
import { ignoring } from '../../kernel/unknown-keys.ts';

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export const requisitionStatuses = [
  'pending',
  'reviewed',
  'approved',
  'rejected',
  'ordered',
  'received',
] as const;
export type RequisitionStatus = (typeof requisitionStatuses)[number];
/** What may be done with a requisition (seeds/002 4 and 6); the server lists those that the caller may do now. */
export const requisitionActions = [
  'edit',
  'review',
  'approve',
  'reject',
  'setStatus',
  'delete',
  'order',
] as const;
export type RequisitionAction = (typeof requisitionActions)[number];

const requisitionLine = z.object({
  equipmentId: recordId.nullable(),
  description: z.string(),
  quantity: z.number(),
  unitCostUsd: money,
  totalCostUsd: money,
  totalCostSsp: money,
});
export const requisition = z.object({
  id: recordId,
  requisitionId: z.string(),
  requestedBy: z.string(),
  department: z.string(),
  priority: z.enum(priorities),
  requestDate: dateText,
  expectedDeliveryDate: dateText,
  totalAmountUsd: money,
  totalAmountSsp: money,
  exchangeRate: money,
  status: z.enum(requisitionStatuses),
  notes: z.string(),
  isLowStock: z.boolean(),
  items: requisitionLine.array(),
  reviewedBy: z.string(),
  reviewNotes: z.string(),
  decidedBy: z.string(),
  decisionNotes: z.string(),
  /** The order made from it that counts. */
  purchaseOrder: z.object({ id: recordId, poNumber: z.string() }).nullable(),
  actions: z.enum(requisitionActions).array(),
  createdAt: instant,
  version: z.number(),
});
export type Requisition = z.output<typeof requisition>;

const requisitionLineInput = z.object({
  equipmentId: recordId.nullable().optional(),
  description: requiredText('The description', 500),
  quantity: wholeNumber('The quantity', 1, 1_000_000),
  unitCostUsd: moneyNotNegative.optional(),
});
const requisitionFields = z.object({
  department: optionalText('The department', 100).optional(),
  priority: z.enum(priorities).optional(),
  /** Required; the service refuses a form without it in the specification's words, as without items. */
  expectedDeliveryDate: dateText.optional(),
  notes: optionalLines('The justification', 2000).optional(),
  items: ignoring(requisitionLineInput, ['totalCostUsd', 'totalCostSsp'])
    .array()
    .max(200)
    .optional(),
});
const claims = ['requestedBy', 'requestDate', 'totalAmountUsd', 'totalAmountSsp', 'userId'];
/**
 * The three forms send this; what they leave out gets the specification's defaults. Claims of who acts, and totals, are
 * ignored (decision 28).
 */
export const requisitionInput = ignoring(requisitionFields, [...claims, 'status']);
export type RequisitionInput = z.output<typeof requisitionInput>;
export const requisitionUpdate = ignoring(
  requisitionFields.partial().extend({
    /** The wanted transition (decision 42); privileged only, with a reason. */
    status: z.enum(requisitionStatuses).optional(),
    reason: optionalLines('The reason', 500).optional(),
    version: recordVersion,
  }),
  claims,
);
export type RequisitionUpdate = z.output<typeof requisitionUpdate>;
/** A decision on what has changed since it was read is refused by its `version`, as of orders. */
export const reviewInput = z.object({
  userId: z.unknown().optional(),
  notes: optionalLines('The notes', 2000).optional(),
  version: recordVersion,
});
export const approveInput = z.object({
  userId: z.unknown().optional(),
  status: z.enum(['approved', 'rejected']),
  notes: optionalLines('The notes', 2000).optional(),
  version: recordVersion,
});
export const requisitionFilter = pagingQuery([
  'requestDate',
  'requisitionId',
  'totalAmountUsd',
  'expectedDeliveryDate',
]).extend({
  status: z.enum(['all', ...requisitionStatuses]).optional(),
  priority: z.enum(['all', ...priorities]).optional(),
});
export type RequisitionFilter = z.output<typeof requisitionFilter>;
export const requisitionExport = requisitionFilter.extend({
  format: z.enum(exportFormats).optional(),
});
