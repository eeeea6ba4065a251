import type { Ctx } from '../context.ts';
import type { ActiveUser } from '../identity/users/service-holders.ts';
import { cents } from '../kernel/money.ts';
import { refusalOf as refusalOfOrder } from './orders/rules-actions.ts';
import { refusalOf as refusalOfRequisition } from './requisitions/rules-actions.ts';
import type { Caller, Refusal } from './rules.ts';
import { callerOf, callersOf } from './service-caller.ts';

/** A requisition or order that waits for a decision by its own status. */
export interface PendingDocument {
  kind: 'requisition' | 'purchase_order';
  record: string;
  status: 'pending' | 'reviewed';
  /** US cents. */
  amountUsd: number;
  /** Who made it, and who changed its lines last. */
  requestedBy: string;
  requestedById: number | null;
  changedBy: string;
  changedById: number | null;
}

/**
 * Why the caller may not make the next decision on a document, as the action tables say it: permissions, the second person
 * and the limit of the role; '' if they may. Reads the caller once for all documents.
 */
export async function judgePending(ctx: Ctx): Promise<(document: PendingDocument) => string> {
  const caller = await callerOf(ctx);
  return (document) => judge(document, caller)?.message ?? '';
}

/** Those of the active users who may make the next decision on a document, by the same action tables. */
export async function judgePendingOf<U extends ActiveUser>(
  ctx: Ctx,
  users: readonly U[],
): Promise<(document: PendingDocument) => U[]> {
  const callers = await callersOf(ctx, users);
  return (document) => users.filter((_, at) => judge(document, callers[at]!) === undefined);
}

function judge(document: PendingDocument, caller: Caller): Refusal | undefined {
  const { kind, record, status, amountUsd, requestedBy, requestedById, ...changer } = document;
  const total = cents(amountUsd);
  if (kind === 'purchase_order') {
    const order = {
      ...({
        ...changer,
        poNumber: record,
        status: 'pending',
        totalUsd: total,
        lines: [],
      } as const),
      ...{ createdBy: requestedBy, createdById: requestedById },
      ...{ hasReceipts: false, hasBills: false },
    };
    return refusalOfOrder('approve', order, caller);
  }
  const requisition = {
    ...{ ...changer, requestedBy, requestedById, requisitionId: record, status },
    ...{ totalAmountUsd: total, orderStatus: null, hasOrders: false },
  };
  const refusal = refusalOfRequisition('approve', requisition, caller);
  if (status === 'reviewed' || refusal === undefined) return refusal;
  // A pending one is reviewed first, except by privileged users.
  return refusalOfRequisition('review', requisition, caller);
}
