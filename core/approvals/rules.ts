import { type Actor, can } from '../identity/actor.ts';
import type { Permission } from '../identity/permissions.ts';
import { APPROVAL_DAYS, type Approval, type ApprovalKind } from './schema.ts';

/** Who may decide on each kind. */
export const approvalPermissions = {
  supplier_bill: 'bill.approve',
  stock_count: 'stock.adjust',
  price_below_list: 'sale.price',
  supplier_payment: 'money.approve',
  expense: 'money.approve',
  employee_advance: 'money.approve',
  customer_refund: 'money.approve',
  credit_grant: 'money.approve',
  pay_change: 'pay.read',
  account_reset: 'user.manage',
} as const satisfies Record<ApprovalKind, Permission>;

/** As parts of a sentence. */
export const approvalKindWords: Record<ApprovalKind, string> = {
  supplier_bill: 'supplier bill',
  stock_count: 'stock count',
  price_below_list: 'price below the list',
  supplier_payment: 'payment without a bill',
  expense: 'expense',
  employee_advance: 'advance',
  customer_refund: 'refund',
  credit_grant: 'granted credit',
  pay_change: 'change of pay',
  account_reset: 'change of an account',
};

export function expiryOf(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + APPROVAL_DAYS * 86_400_000);
}

/** The user id of an actor; null for the shell and for jobs. */
export function userIdOf(actor: Actor): number | null {
  return actor.kind === 'staff' ? actor.userId : null;
}

interface Refusal {
  kind: 'rule' | 'forbidden';
  code: string;
  message: string;
}

/** Kinds whose amounts only those see who may see pay; the audit log keeps none of them. */
export const payKinds: readonly ApprovalKind[] = ['employee_advance', 'pay_change'];

export const IN_OWN_FAVOUR = 'This is in your own favour: another person must decide on it.';

export const OWN_REQUEST = 'You asked for this yourself: another person must decide on it.';

type Decidable = Pick<
  Approval,
  'record' | 'status' | 'decidedBy' | 'expiresAt' | 'requestedById'
> & { forUserId?: number | null };

/**
 * Why an actor may not decide on a request; undefined if they may. `isSole` says that no other active account holds the
 * permission (decision 34). A request of the shell can be decided by any person, and by the shell only if `isSole`.
 */
export function decisionProblem(
  actor: Actor,
  { record, status, decidedBy, expiresAt, requestedById, forUserId = null }: Decidable,
  now: Date,
  permission: Permission,
  isSole: boolean,
): Refusal | undefined {
  if (status !== 'waiting') {
    const by = decidedBy === '' ? '' : ` by ${decidedBy}`;
    return {
      kind: 'rule',
      code: 'approval.decided',
      message: `${record} was already ${status}${by}.`,
    };
  }
  if (expiresAt <= now) {
    const message = `The request for ${record} has expired. Ask again.`;
    return { kind: 'rule', code: 'approval.expired', message };
  }
  if (!can(actor, permission)) {
    const message = `Access Denied: your role may not decide on ${record}.`;
    return { kind: 'forbidden', code: 'permission.denied', message };
  }
  if (userIdOf(actor) === requestedById && !isSole)
    return { kind: 'rule', code: 'approval.ownRequest', message: OWN_REQUEST };
  if (forUserId !== null && userIdOf(actor) === forUserId && !isSole)
    return { kind: 'rule', code: 'approval.forYourself', message: IN_OWN_FAVOUR };
  return undefined;
}
