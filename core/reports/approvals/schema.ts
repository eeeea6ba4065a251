import { z } from 'zod';
import { approvalFact, approvalKinds } from '../../approvals/schema.ts';
import { instant } from '../../kernel/dates.ts';
import { money } from '../../kernel/money.ts';
import { recordId, yesNo } from '../../kernel/text.ts';

/** What waits for a decision: rows of approvals, and documents whose own status waits. */
export const waitingKinds = [
  ...approvalKinds,
  'requisition',
  'purchase_order',
  'leave_request',
  'payroll',
  'payroll_batch',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export const MOST_DECIDERS = 20;

export const waitingItem = z.object({
  kind: z.enum(waitingKinds),
  /** Of the approval; null for a document that waits by its own status. */
  approvalId: recordId.nullable(),
  entity: z.string(),
  /** Null for what has no record yet. */
  entityId: recordId.nullable(),
  record: z.string(),
  summary: z.string(),
  /** Null for what has none, such as leave. */
  amountUsd: money.nullable(),
  requestedBy: z.string(),
  reason: z.string(),
  /** What else the person who decides is told. */
  facts: approvalFact.array(),
  /** Whether the caller asked for it and may withdraw it. */
  mayWithdraw: z.boolean(),
  requestedAt: instant,
  expiresAt: instant.nullable(),
  /** Whether the caller may decide, and if not, why. */
  mayDecide: z.boolean(),
  refusal: z.string(),
  /** Names of the active users who may decide, at most `MOST_DECIDERS`; empty where only the caller's own are asked for. */
  deciders: z.string().array(),
});
export type WaitingItem = z.output<typeof waitingItem>;
/** `mine` leaves out what the caller may not decide. */
export const waitingQuery = z.object({ mine: yesNo.optional() });
export const waitingCount = z.object({ count: z.number() });
