import type { Ctx } from '../../context.ts';
import type { RequisitionRow } from '../requisitions/rules.ts';
import { followOrder, lockRequisition } from '../requisitions/service-record.ts';
import { orders } from './queries.ts';
import { getRequisitionOf } from './queries-list.ts';
import type { LockedOrder, OrderRecord } from './rules.ts';
import type { OrderStatus } from './schema.ts';
import { auditOrder, lockOrder } from './service-record.ts';

/** A locked order with its locked requisition. */
export interface Locked {
  order: LockedOrder;
  requisition: RequisitionRow | undefined;
}

/** Locks an order and, before it, its requisition. @throws AppError notFound; conflict for an outdated version. */
export async function lockWithRequisition(
  tx: Ctx,
  id: number,
  version?: number | undefined,
): Promise<Locked> {
  const requisitionId = await getRequisitionOf(tx.db, id);
  const requisition = requisitionId === null ? undefined : await lockRequisition(tx, requisitionId);
  return { order: await lockOrder(tx, id, version), requisition };
}

/**
 * Gives the requisition the status that follows from its order; answers it as it is then. An order that did not count when
 * the two were locked, and does not count now, leaves the requisition alone: it may have another order, or be rejected.
 */
export async function follow(
  tx: Ctx,
  requisition: RequisitionRow | undefined,
  status: OrderStatus | 'deleted',
  poNumber: string,
): Promise<RequisitionRow | undefined> {
  if (requisition === undefined) return undefined;
  const counts = status === 'pending' || status === 'approved' || status === 'received';
  const counted = requisition.purchaseOrder?.poNumber === poNumber;
  return counts || counted ? followOrder(tx, requisition, status, poNumber) : requisition;
}

/** Writes fields of a locked order with their line of the audit log, and follows with the requisition. */
export async function changeOrder(
  tx: Ctx,
  action: string,
  { order: before, requisition }: Locked,
  changes: Partial<OrderRecord>,
  note = '',
): Promise<Locked> {
  const row = await orders.update(tx.db, before, changes, { updated_at: tx.now });
  const after = { ...before, ...row };
  await auditOrder(tx, { action, before, after, note });
  return {
    order: after,
    requisition: await follow(tx, requisition, after.status, after.poNumber),
  };
}
