import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { moveGoods } from '../receipts/service-goods.ts';
import { isSoleDecider, refuse } from '../rules.ts';
import { authorOf, callerOf } from '../service-caller.ts';
import * as queries from './queries.ts';
import type { OrderRecord } from './rules.ts';
import {
  actionTo,
  assertPossible,
  makersOf,
  receivedUnits,
  statusRefusal,
} from './rules-actions.ts';
import type { OrderStatus, PurchaseOrder } from './schema.ts';
import { totalsOf } from './service-lines.ts';
import { getOrder } from './service-list.ts';
import { changeOrder, follow, type Locked, lockWithRequisition } from './service-progress.ts';
import { auditOrder } from './service-record.ts';

/**
 * Approves, rejects, receives or cancels an order: the sent status is the wanted one, judged by the action table
 * (decision 42). Who acts is the caller, whatever is sent (decision 28). An order that has the status already is left as it is.
 * @throws AppError as `moveTo`; conflict for an outdated version.
 */
export async function setOrderStatus(
  ctx: Ctx,
  id: number,
  wanted: OrderStatus,
  reason = '',
  version?: number | undefined,
): Promise<PurchaseOrder> {
  return transact(ctx, async (tx) => {
    const postings: Posting[] = [];
    const locked = await lockWithRequisition(tx, id);
    // The same call again, after its answer was lost, finds the status that it wanted.
    if (locked.order.status !== wanted)
      assertVersion('purchase order', locked.order.version, version);
    await moveTo(tx, locked, wanted, reason, postings);
    await post(tx, postings);
    return getOrder(tx, id);
  });
}

/**
 * Leads a locked order to a wanted status. What its goods post is added to `postings`, for the caller to post once and last.
 * @throws AppError notFound; forbidden for what the caller may not do or made (decision 34), and above the limit of the
 *   caller's role; rule for what is not possible now.
 */
export async function moveTo(
  tx: Ctx,
  locked: Locked,
  wanted: OrderStatus,
  reason: string,
  postings: Posting[],
): Promise<Locked> {
  const { order } = locked;
  const action = actionTo(wanted, order.status);
  if (action === undefined) return locked;
  const caller = await callerOf(tx);
  if (action === 'setStatus') return setStatus(tx, locked, wanted, reason);
  assertPossible(action, order, caller);
  switch (action) {
    case 'approve': {
      const isSole = isSoleDecider(caller, 'order.approve', makersOf(order), order.totalUsd);
      const note = isSole ? 'approved by its author, as no other active user may' : '';
      return changeOrder(tx, 'order.approve', locked, approvedNow(tx), note);
    }
    case 'reject':
      return changeOrder(tx, 'order.reject', locked, closed('rejected', reason), reason);
    case 'cancel':
      return cancel(tx, locked, reason);
    default:
      return receiveAll(tx, locked, postings);
  }
}

function approvedNow(tx: Ctx): Partial<OrderRecord> {
  const { by, byId } = authorOf(tx);
  return {
    status: 'approved',
    approvedBy: by,
    approvedById: byId,
    approvedAt: tx.now,
    closedReason: '',
  };
}

const closed = (status: OrderStatus, closedReason: string): Partial<OrderRecord> => ({
  status,
  closedReason,
});

/**
 * Cancels an order. After a part receipt only the rest is cancelled: the lines keep what was ordered beside what is cancelled, and
 * the order is received with the value of what came, so that it counts as spent, can be billed, and its requisition is not
 * ordered again. `closedReason` tells it from an order
 * that came in full: it counts neither as punctual nor as a discount. Goods of it that go back open it again for a replacement,
 * until it is cancelled once more.
 */
async function cancel(tx: Ctx, locked: Locked, reason: string): Promise<Locked> {
  const { order } = locked;
  if (receivedUnits(order) === 0)
    return changeOrder(tx, 'order.cancel', locked, closed('cancelled', reason), reason);
  const lines = order.lines.map((line) => ({
    ...line,
    quantity: line.receivedQuantity,
    cancelledQuantity: line.cancelledQuantity + line.quantity - line.receivedQuantity,
  }));
  await queries.closeLines(tx.db, order.id);
  const receivedOn = (await queries.getLastReceiptDate(tx.db, order.id)) ?? tx.today;
  const changes = {
    ...closed(
      'received',
      reason === '' ? 'The rest was cancelled' : `The rest was cancelled: ${reason}`,
    ),
    ...totalsOf(lines, order),
    receivedOn,
  };
  const row = await queries.orders.update(tx.db, order, changes, { updated_at: tx.now });
  const after = { ...order, ...row, lines };
  await auditOrder(tx, { action: 'order.close', before: order, after, note: reason });
  return {
    order: after,
    requisition: await follow(tx, locked.requisition, after.status, after.poNumber),
  };
}

/** Takes in all that is still to come. @throws AppError rule for items with serial numbers, which a receipt records. */
async function receiveAll(tx: Ctx, locked: Locked, postings: Posting[]): Promise<Locked> {
  const { order: before } = locked;
  const open = before.lines.filter((line) => line.quantity > line.receivedQuantity);
  const serialised = open.find(({ isSerialised }) => isSerialised);
  if (serialised)
    breaksRule(
      'purchaseOrder.serials',
      `Record what came of ${serialised.description} with its serial numbers, as goods received.`,
    );
  const lines = open.map(({ lineNo, quantity, receivedQuantity }) => ({
    lineNo,
    quantity: quantity - receivedQuantity,
  }));
  const document = { kind: 'receipt', date: tx.today, deliveryNote: '', notes: '', lines } as const;
  const moved = await moveGoods(tx, before, [document]);
  postings.push(...moved.postings);
  const note = moved.receipts.map(({ receiptId }) => receiptId).join(', ');
  await auditOrder(tx, { action: 'order.receive', before, after: moved.order, note });
  const { status, poNumber } = moved.order;
  return {
    order: moved.order,
    requisition: await follow(tx, locked.requisition, status, poNumber),
  };
}

/** A status that only a privileged user sets; a closed order that lives again needs its requisition free. */
async function setStatus(
  tx: Ctx,
  locked: Locked,
  wanted: OrderStatus,
  reason: string,
): Promise<Locked> {
  const { order, requisition } = locked;
  const refusal = statusRefusal(wanted, order, await callerOf(tx));
  if (refusal) refuse(refusal);
  const isClosed = order.status === 'rejected' || order.status === 'cancelled';
  const isLive = wanted === 'pending' || wanted === 'approved';
  if (isClosed && isLive && requisition) {
    if (requisition.status !== 'approved')
      breaksRule(
        'purchaseOrder.requisitionTaken',
        `${requisition.requisitionId} is ${requisition.status}: ${order.poNumber} cannot be taken up again.`,
      );
  }
  const unapproved = { approvedBy: '', approvedById: null, approvedAt: null, closedReason: '' };
  const changes =
    wanted === 'approved'
      ? approvedNow(tx)
      : wanted === 'pending'
        ? { status: wanted, ...unapproved }
        : closed(wanted, reason);
  return changeOrder(tx, 'order.status', locked, changes, reason);
}
