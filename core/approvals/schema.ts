import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { money } from '../kernel/money.ts';
import { recordId, requiredLines } from '../kernel/text.ts';

/** What needs a second person by this table; requisitions and payroll keep their own states and are listed beside it. */
export const approvalKinds = ['supplier_bill', 'stock_count', 'price_below_list'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
export const approvalStatuses = ['waiting', 'accepted', 'refused', 'withdrawn', 'expired'] as const;

/** Days after which what nobody decided on expires. */
export const APPROVAL_DAYS = 30;

export const approval = z.object({
  id: recordId,
  kind: z.enum(approvalKinds),
  entity: z.string(),
  entityId: recordId,
  /** The number of the record: 'BILL-2026-0001'. */
  record: z.string(),
  summary: z.string(),
  amountUsd: money,
  requestedBy: z.string(),
  requestedById: recordId.nullable(),
  reason: z.string(),
  requestedAt: instant,
  expiresAt: instant,
  status: z.enum(approvalStatuses),
  decidedBy: z.string(),
  decidedAt: instant.nullable(),
  decisionReason: z.string(),
  isSole: z.boolean(),
});
export type Approval = z.output<typeof approval>;

export const decisionInput = z.object({
  accept: z.boolean(),
  reason: requiredLines('The reason', 500),
});
export type DecisionInput = z.output<typeof decisionInput>;
