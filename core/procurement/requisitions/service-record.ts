import type { Ctx } from '../../context.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import type { OrderStatus } from '../orders/schema.ts';
import * as queries from './queries.ts';
import { requisitions } from './queries.ts';
import {
  type RequisitionLineRecord,
  type RequisitionRecord,
  type RequisitionRow,
  toRequisition,
} from './rules.ts';
import { requisition as schema } from './schema.ts';

/** Locks a requisition. @throws AppError notFound; conflict for an outdated version. */
export async function lockRequisition(
  tx: Ctx,
  id: number,
  version?: number | undefined,
): Promise<RequisitionRow> {
  const row = (await queries.lockRequisition(tx.db, id)) ?? notFound('Requisition', id);
  assertVersion('requisition', row.version, version);
  return row;
}

interface Line {
  /** 'requisition.update'. */
  action: string;
  before?: RequisitionRow;
  after?: RequisitionRow;
  /** Where they changed, the lines before. */
  linesBefore?: readonly RequisitionLineRecord[];
  lines: readonly RequisitionLineRecord[];
  note?: string | undefined;
}

/** A line of the audit log about a requisition; of a change only what differs. */
export function auditRequisition(tx: Ctx, line: Line): Promise<void> {
  const { action, before, after, lines, linesBefore = lines, note = '' } = line;
  const { id, requisitionId } = (after ?? before)!;
  return audit(tx, {
    action,
    entity: 'requisition',
    entityId: id,
    summary: note === '' ? requisitionId : `${requisitionId}: ${note}`,
    schema,
    ...(before ? { before: toRequisition(before, linesBefore, []) } : {}),
    ...(after ? { after: toRequisition(after, lines, []) } : {}),
  });
}

/** Writes the changes of a locked requisition with their line of the audit log; its lines stay. */
export async function changeRequisition(
  tx: Ctx,
  action: string,
  before: RequisitionRow,
  changes: Partial<RequisitionRecord>,
  note?: string,
): Promise<RequisitionRow> {
  const written = await requisitions.update(tx.db, before, changes, { updated_at: tx.now });
  const after = { ...before, ...written };
  const lines = await queries.findLines(tx.db, [before.id]);
  await auditRequisition(tx, { action, before, after, lines, note });
  return after;
}

/** What a requisition is while its order has a status: without a live order it is approved again. */
const following: Readonly<Record<OrderStatus, RequisitionRecord['status']>> = {
  pending: 'ordered',
  approved: 'ordered',
  received: 'received',
  rejected: 'approved',
  cancelled: 'approved',
};

/** Gives a locked requisition the status that follows from its order; answers it as it is then. */
export async function followOrder(
  tx: Ctx,
  requisition: RequisitionRow,
  orderStatus: OrderStatus | 'deleted',
  poNumber: string,
): Promise<RequisitionRow> {
  const status = orderStatus === 'deleted' ? 'approved' : following[orderStatus];
  if (status === requisition.status) return requisition;
  const note = `${poNumber} is ${orderStatus}`;
  return changeRequisition(tx, 'requisition.follow', requisition, { status }, note);
}
