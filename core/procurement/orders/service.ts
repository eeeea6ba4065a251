import { type Ctx, transact } from '../../context.ts';
import { unlessTaken } from '../../database/bulk.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { conflicts, invalidField } from '../../kernel/errors.ts';
import { type Cents, formatUsd, ZERO } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { findLines as findRequisitionLines } from '../requisitions/queries.ts';
import type { RequisitionRow } from '../requisitions/rules.ts';
import { followOrder, lockRequisition } from '../requisitions/service-record.ts';
import { authorOf, callerOf } from '../service-caller.ts';
import { storedSettings } from '../service-settings.ts';
import type { SupplierRecord } from '../suppliers/rules.ts';
import { insertSupplier, lockActiveSupplier } from '../suppliers/service.ts';
import * as queries from './queries.ts';
import { orders } from './queries.ts';
import { freeNumber, needsRequisition, type OrderRecord, prefixFor } from './rules.ts';
import { assertPossible } from './rules-actions.ts';
import type { OrderInput, PurchaseOrder } from './schema.ts';
import { linesOfRequisition, orderLines, totalsOf } from './service-lines.ts';
import { getOrder } from './service-list.ts';
import { follow, lockWithRequisition } from './service-progress.ts';
import { auditOrder, lockOrders } from './service-record.ts';

/** seeds/002 5. */
const NO_REQUISITION = 'Please select an approved requisition';
const NO_SUPPLIER = 'Please select a supplier';
const NO_SUPPLIER_NAME = 'Please enter supplier name';
const NO_DATE = 'Please select expected delivery date';

/** @throws AppError invalid of a field where an order of this value, US cents, needs a requisition (decision 88). */
export async function assertFree(tx: Ctx, totalUsd: Cents, field = 'requisitionId'): Promise<void> {
  const settings = await storedSettings.read(tx.db);
  const role = tx.actor.kind === 'staff' ? tx.actor.role : undefined;
  if (!needsRequisition(role, totalUsd, settings)) return;
  const { freeOrderLimitUsd: limit } = settings;
  if (limit === null || needsRequisition(role, ZERO, settings)) invalidField(field, NO_REQUISITION);
  invalidField(field, `${NO_REQUISITION}: an order without one is at most ${formatUsd(limit)}.`);
}

/** The requisition of a new order, locked. @throws AppError invalid unless it is approved and not yet ordered. */
async function requisitionOf(
  tx: Ctx,
  id: number | null | undefined,
): Promise<RequisitionRow | undefined> {
  if (id === null || id === undefined) {
    await assertFree(tx, ZERO);
    return undefined;
  }
  const requisition = await lockRequisition(tx, id);
  if (requisition.orderStatus !== null)
    conflicts(
      'requisition.ordered',
      `${requisition.requisitionId} already has a purchase order, ${requisition.purchaseOrder!.poNumber}.`,
      { requisitionId: NO_REQUISITION },
    );
  if (requisition.status !== 'approved') invalidField('requisitionId', NO_REQUISITION);
  return requisition;
}

/** An existing supplier, or a new one that is added in the same transaction. @throws AppError invalid without either. */
async function supplierOf(tx: Ctx, input: OrderInput): Promise<SupplierRecord> {
  const { supplierMode = input.newSupplier ? 'new' : 'existing', supplierId, newSupplier } = input;
  if (supplierMode === 'existing') {
    if (!supplierId) invalidField('supplierId', NO_SUPPLIER);
    return lockActiveSupplier(tx, supplierId);
  }
  const name = newSupplier?.name;
  if (!name) invalidField('newSupplier.name', NO_SUPPLIER_NAME);
  return insertSupplier(tx, { ...newSupplier, name });
}

/** How often another transaction may take the same random number before the order gives up. */
const TRIES = 20;

/** Inserts an order with a random free number; tried again when another order takes it at the same moment (decision 7). */
async function insertOrder(
  tx: Ctx,
  start: string,
  fields: Omit<OrderRecord, 'id' | 'poNumber' | 'version'>,
): Promise<OrderRecord> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const taken = await queries.findNumbers(tx.db, start);
    const poNumber = freeNumber(start, taken, (below) => tx.random.integer(below));
    let made: OrderRecord | undefined;
    await unlessTaken(tx.db, 'purchase_orders_number', async () => {
      made = await orders.insert(
        tx.db,
        { ...fields, poNumber },
        { updated_at: ['timestamptz', () => tx.now] },
      );
    });
    if (made) return made;
  }
  return conflicts('purchaseOrder.numberTaken', 'Too many orders are made at once. Try again.');
}

/**
 * Makes an order, pending, dated today at the rate of today (decisions 28 and 42: status, number, date and totals that a client
 * sends are ignored). Its requisition is ordered from now on. Without lines it has those of the requisition.
 * @throws AppError invalid without an approved requisition, unless the settings allow it (decision 88), without a supplier, a
 *   delivery date or lines; conflict for a requisition that has an order, and for the name of a new supplier that is taken.
 */
export async function createOrder(ctx: Ctx, input: OrderInput): Promise<PurchaseOrder> {
  return transact(ctx, async (tx) => {
    const requisition = await requisitionOf(tx, input.requisitionId);
    const { expectedDelivery, currency = 'USD' } = input;
    const { supplierMode = input.newSupplier ? 'new' : 'existing' } = input;
    if (supplierMode === 'existing' && !input.supplierId) invalidField('supplierId', NO_SUPPLIER);
    if (expectedDelivery === undefined && (supplierMode === 'existing' || input.newSupplier?.name))
      invalidField('expectedDelivery', NO_DATE);
    const supplier = await supplierOf(tx, input);
    if (expectedDelivery === undefined) invalidField('expectedDelivery', NO_DATE);
    assertDateAllowed('expectedDelivery', expectedDelivery, tx.today);
    const exchangeRate = await currentRate(tx, 'standard', tx.today);
    const start = `${prefixFor(supplier.name)}-${tx.today.slice(0, 4)}-`;
    const ofRequisition = requisition ? await findRequisitionLines(tx.db, [requisition.id]) : [];
    const dated = { currency, exchangeRate };
    const items = input.items ?? linesOfRequisition(ofRequisition, dated);
    const lines = await orderLines(tx, items, ofRequisition);
    const totals = totalsOf(lines, dated);
    if (!requisition) await assertFree(tx, totals.totalUsd);
    const { by, byId } = authorOf(tx);
    const made = await insertOrder(tx, start, {
      ...dated,
      ...totals,
      requisitionId: requisition?.id ?? null,
      supplierId: supplier.id,
      orderDate: tx.today,
      expectedDelivery,
      notes: input.notes ?? requisition?.notes ?? '',
      status: 'pending',
      ...{ createdBy: by, createdById: byId, changedBy: by, changedById: byId },
      ...{ approvedBy: '', approvedById: null, approvedAt: null },
      ...{ closedReason: '', receivedOn: null, createdAt: tx.now },
    });
    await queries.insertLines(
      tx.db,
      lines.map((line) => ({ ...line, orderId: made.id })),
    );
    const [after] = await lockOrders(tx, [made.id]);
    await auditOrder(tx, { action: 'order.create', after: after! });
    if (requisition) await followOrder(tx, requisition, 'pending', made.poNumber);
    return getOrder(tx, made.id);
  });
}

/**
 * Deletes an order of which no goods came and that no bill names; the audit log keeps it with the reason.
 * @throws AppError notFound; conflict for an outdated version; forbidden and rule as the action table says.
 */
export async function deleteOrder(
  ctx: Ctx,
  id: number,
  reason = '',
  version?: number | undefined,
): Promise<PurchaseOrder> {
  return transact(ctx, async (tx) => {
    const { order, requisition } = await lockWithRequisition(tx, id, version);
    assertPossible('delete', order, await callerOf(tx));
    const answer = await getOrder(tx, id);
    await orders.remove(tx.db, id);
    const role = tx.actor.kind === 'staff' ? tx.actor.role : tx.actor.kind;
    const note = reason || `Purchase order deleted by ${role}`;
    await auditOrder(tx, { action: 'order.delete', before: order, note });
    await follow(tx, requisition, 'deleted', order.poNumber);
    return answer;
  });
}
