import { z } from 'zod';
import { instant } from '../kernel/dates.ts';
import { money } from '../kernel/money.ts';
import { recordId, requiredLines, yesNo } from '../kernel/text.ts';

/** What waits with a record of its own, which is posted when it is accepted. */
export const recordKinds = ['supplier_bill', 'stock_count', 'price_below_list'] as const;
export type RecordKind = (typeof recordKinds)[number];
/** What waits as an operation with its input, before there is a record (decision 54). */
export const payloadKinds = [
  'supplier_payment',
  'expense',
  'employee_advance',
  'customer_refund',
  'credit_grant',
  'pay_change',
  'account_reset',
] as const;
export type PayloadKind = (typeof payloadKinds)[number];
/** What needs a second person by this table; requisitions and payroll keep their own states and are listed beside it. */
export const approvalKinds = [...recordKinds, ...payloadKinds] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What the person who decides is told: a text or an amount in US dollars. */
export const approvalFact = z.object({
  label: z.string(),
  text: z.string().optional(),
  usd: money.optional(),
});
export type ApprovalFact = z.output<typeof approvalFact>;

/** The answer to a call that waits for a second person; nothing of it is done yet. */
export const waitingAnswer = z.object({
  waiting: z.literal(true),
  approvalId: recordId,
  message: z.string(),
  /** Of a password that is reset: shown now alone, and of use once it is accepted. */
  temporaryPassword: z.string().optional(),
});
export type WaitingAnswer = z.output<typeof waitingAnswer>;

/** Whether an answer says that the call waits for a second person. */
export function isWaiting(answer: unknown): answer is WaitingAnswer {
  return (answer as Partial<WaitingAnswer> | null)?.waiting === true;
}
const approvalStatuses = ['waiting', 'accepted', 'refused', 'withdrawn', 'expired'] as const;

/** Days after which what nobody decided on expires. */
export const APPROVAL_DAYS = 30;

export const approval = z.object({
  id: recordId,
  kind: z.enum(approvalKinds),
  entity: z.string(),
  /** Null for what has no record yet. */
  entityId: recordId.nullable(),
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
  /** Confirms what another payment's reference asks when it is accepted (decision 66). */
  sameReference: yesNo.optional(),
});
export type DecisionInput = z.output<typeof decisionInput>;
