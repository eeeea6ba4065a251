import type { z } from 'zod';
import { approvalPermissions, OWN_REQUEST, userIdOf } from '../../approvals/rules.ts';
import type { Approval, ApprovalKind, DecisionInput } from '../../approvals/schema.ts';
import { approvalsWaiting, decide, expireApprovals, getApproval } from '../../approvals/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { type Permission, permissionWords } from '../../identity/permissions.ts';
import { hasOtherHolder } from '../../identity/users/service-holders.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { acceptBill, lockHeldBill, refuseBill } from '../../procurement/bills/service-decide.ts';
import { judgePending } from '../../procurement/service-waiting.ts';
import { holdCount } from '../../stock/counts/service.ts';
import { postCount, refuseCount } from '../../stock/counts/service-post.ts';
import { findWaitingDocuments, type WaitingDocument } from './queries.ts';
import type { WaitingItem, waitingQuery } from './schema.ts';

interface Handler {
  /** Locks the record before its approval, as its module does; whether it still waits is judged after that. */
  hold(tx: Ctx, entityId: number): Promise<void>;
  accept(tx: Ctx, approval: Approval): Promise<void>;
  refuse(tx: Ctx, approval: Approval): Promise<void>;
}

/** What a decision does to the record of each kind. */
const handlers: Partial<Record<ApprovalKind, Handler>> = {
  stock_count: {
    hold: holdCount,
    accept: (tx, approval) => postCount(tx, approval.entityId, approval),
    refuse: (tx, { entityId }) => refuseCount(tx, entityId),
  },
  supplier_bill: {
    hold: lockHeldBill,
    accept: (tx, { entityId }) => acceptBill(tx, entityId),
    refuse: (tx, { entityId }) => refuseBill(tx, entityId),
  },
};

function handlerOf({ kind }: Approval): Handler {
  const handler = handlers[kind];
  return handler ?? breaksRule('approval.kind', 'This cannot be decided here yet.');
}

/**
 * Accepts or refuses a request, and does what was asked for or gives it up, in one transaction.
 * @throws AppError notFound; forbidden without the permission of the kind; rule for the requester while another person could
 *   decide, for a request that was decided or has expired, and when what was asked for is not possible any more.
 */
export function decideApproval(ctx: Ctx, id: number, input: DecisionInput): Promise<Approval> {
  return transact(ctx, async (tx) => {
    const { status, ...asked } = await getApproval(tx, id);
    const handler = handlerOf({ status, ...asked });
    // A decided request is refused below, with its own message.
    if (status === 'waiting') await handler.hold(tx, asked.entityId);
    const decided = await decide(tx, id, input);
    await (input.accept ? handler.accept(tx, decided) : handler.refuse(tx, decided));
    return decided;
  });
}

/** The job: closes requests that nobody decided on in 30 days, and gives up what was asked for. */
export async function expireWaiting(ctx: Ctx): Promise<string> {
  const closed = await expireApprovals(ctx, {
    hold: (tx, expired) => handlerOf(expired).hold(tx, expired.entityId),
    refuse: (tx, expired) => handlerOf(expired).refuse(tx, expired),
  });
  return closed === 0 ? 'Nothing' : `${closed} requests expired`;
}

/** Why the caller may not decide on a request; '' if they may. Reads who else could only for what the caller made. */
async function refusalOf(
  ctx: Ctx,
  permission: Permission,
  requestedById: number | null,
): Promise<string> {
  if (!can(ctx.actor, permission)) return `Your role may not ${permissionWords(permission)}.`;
  if (userIdOf(ctx.actor) !== requestedById || requestedById === null) return '';
  return (await hasOtherHolder(ctx, permission, requestedById)) ? OWN_REQUEST : '';
}

const summaries: Record<WaitingDocument['kind'], (document: WaitingDocument) => string> = {
  requisition: ({ about, status }) =>
    `Requisition of ${about}, waits for ${status === 'pending' ? 'review' : 'approval'}`,
  purchase_order: ({ about }) => `Purchase order to ${about}, waits for approval`,
};

const entities = { requisition: 'requisition', purchase_order: 'purchaseOrder' } as const;

/** The most documents that the list shows. */
const SHOWN = 1000;

/** All that waits for a decision, oldest first; `mine` leaves out what the caller may not decide. */
export async function listWaiting(
  ctx: Ctx,
  { mine = false }: z.output<typeof waitingQuery>,
): Promise<WaitingItem[]> {
  const refusals = new Map<string, Promise<string>>();
  const refusal = (permission: Permission, requestedById: number | null) => {
    // The same for all of one kind that the caller made, and for all that others made.
    const isOwn = requestedById !== null && requestedById === userIdOf(ctx.actor);
    const key = `${permission} ${isOwn}`;
    const known = refusals.get(key) ?? refusalOf(ctx, permission, requestedById);
    refusals.set(key, known);
    return known;
  };
  const items: WaitingItem[] = [];
  for (const approval of await approvalsWaiting(ctx)) {
    const { id: approvalId, kind, entity, entityId, record, summary, amountUsd } = approval;
    const { requestedBy, reason, requestedAt, expiresAt, requestedById } = approval;
    const why = await refusal(approvalPermissions[kind], requestedById);
    items.push({
      ...{ approvalId, kind, entity, entityId, record, summary, amountUsd },
      ...{ requestedBy, reason, requestedAt, expiresAt, mayDecide: why === '', refusal: why },
    });
  }
  const judge = await judgePending(ctx);
  for (const document of await findWaitingDocuments(ctx.db, SHOWN)) {
    const { kind, id, record, amountUsd, requestedBy, notes, requestedAt } = document;
    const why = judge(document);
    items.push({
      ...{ approvalId: null, kind, entity: entities[kind], entityId: id, record, amountUsd },
      ...{ summary: summaries[kind](document), requestedBy, reason: notes, requestedAt },
      ...{ expiresAt: null, mayDecide: why === '', refusal: why },
    });
  }
  return items
    .filter(({ mayDecide }) => mayDecide || !mine)
    .sort((one, other) => one.requestedAt.getTime() - other.requestedAt.getTime());
}

/** How many of them the caller may decide, for the badge of the header. */
export async function countWaiting(ctx: Ctx): Promise<{ count: number }> {
  return { count: (await listWaiting(ctx, { mine: true })).length };
}
