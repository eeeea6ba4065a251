import { type Ctx, transact } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { isSoleDecider, refuse } from '../rules.ts';
import { authorOf, callerOf } from '../service-caller.ts';
import type { RequisitionRecord, RequisitionRow } from './rules.ts';
import { actionTo, assertPossible, makersOf, statusRefusal } from './rules-actions.ts';
import type { Requisition, RequisitionStatus } from './schema.ts';
import { getRequisition } from './service-list.ts';
import { changeRequisition, lockRequisition } from './service-record.ts';

/**
 * Reviews a pending requisition and forwards it for approval. Who acts is the caller, whatever is sent (decision 28).
 * @throws AppError notFound; conflict for an outdated version; rule unless it is pending; forbidden for what the caller made (decision 34).
 */
export async function reviewRequisition(
  ctx: Ctx,
  id: number,
  notes = '',
  version?: number | undefined,
): Promise<Requisition> {
  return transact(ctx, async (tx) => {
    await review(tx, await lockRequisition(tx, id, version), notes);
    return getRequisition(tx, id);
  });
}

/**
 * Approves or rejects a reviewed requisition, or a pending one for privileged users.
 * @throws AppError notFound; conflict for an outdated version; rule unless it waits for that; forbidden for what the caller
 *   made (decision 34), and above the limit of the caller's role.
 */
export async function decideRequisition(
  ctx: Ctx,
  id: number,
  status: 'approved' | 'rejected',
  notes = '',
  version?: number | undefined,
): Promise<Requisition> {
  return transact(ctx, async (tx) => {
    const before = await lockRequisition(tx, id, version);
    await decide(tx, before, status === 'approved' ? 'approve' : 'reject', notes);
    return getRequisition(tx, id);
  });
}

async function review(tx: Ctx, before: RequisitionRow, reviewNotes: string): Promise<void> {
  const caller = await callerOf(tx);
  assertPossible('review', before, caller);
  const { by, byId } = authorOf(tx);
  await changeRequisition(
    tx,
    'requisition.review',
    before,
    {
      status: 'reviewed',
      reviewNotes,
      reviewedBy: by,
      reviewedById: byId,
      reviewedAt: tx.now,
    },
    soleNote(isSoleDecider(caller, 'requisition.review', makersOf(before))),
  );
}

async function decide(
  tx: Ctx,
  before: RequisitionRow,
  action: 'approve' | 'reject',
  decisionNotes: string,
): Promise<void> {
  const caller = await callerOf(tx);
  assertPossible(action, before, caller);
  const status = action === 'approve' ? 'approved' : 'rejected';
  const isSole =
    action === 'approve' &&
    isSoleDecider(caller, 'requisition.approve', makersOf(before), before.totalAmountUsd);
  await changeRequisition(
    tx,
    `requisition.${action}`,
    before,
    { status, ...decidedNow(tx, decisionNotes) },
    soleNote(isSole),
  );
}

const soleNote = (isSole: boolean) =>
  isSole ? 'decided by the requester, as no other active user may' : '';

function decidedNow(tx: Ctx, decisionNotes: string) {
  const { by, byId } = authorOf(tx);
  return { decisionNotes, decidedBy: by, decidedById: byId, decidedAt: tx.now };
}

const undecided = {
  decisionNotes: '',
  decidedBy: '',
  decidedById: null,
  decidedAt: null,
} as const;

const unreviewed = {
  reviewNotes: '',
  reviewedBy: '',
  reviewedById: null,
  reviewedAt: null,
} as const;

/** What a status set by a privileged user leaves of earlier decisions. */
function fieldsOf(tx: Ctx, wanted: RequisitionStatus, reason: string): Partial<RequisitionRecord> {
  if (wanted === 'pending') return { ...undecided, ...unreviewed };
  if (wanted === 'reviewed') return undecided;
  return decidedNow(tx, reason);
}

/**
 * Leads a locked requisition to a wanted status by the step of the action table; a privileged user may set any status
 * after the review or decision, with a reason, unless an order made from it says another.
 * @throws AppError forbidden and rule as the action table says; invalid without a reason for such a status.
 */
export async function moveTo(
  tx: Ctx,
  before: RequisitionRow,
  wanted: RequisitionStatus,
  reason: string,
): Promise<void> {
  const action = actionTo(wanted, before.status);
  if (action === undefined) return;
  if (action === 'review') return review(tx, before, reason);
  if (action === 'approve' || action === 'reject') return decide(tx, before, action, reason);
  const refusal = statusRefusal(wanted, before, await callerOf(tx));
  if (refusal) refuse(refusal);
  if (reason === '') invalidField('reason', 'Give the reason for the change of the status.');
  const changes = { status: wanted, ...fieldsOf(tx, wanted, reason) };
  await changeRequisition(tx, 'requisition.status', before, changes, reason);
}
