import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { changedFields } from '../../database/record.ts';
import { authorise } from '../../identity/actor.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { type GoodsDocument, moveGoods } from '../receipts/service-goods.ts';
import { findLines as findRequisitionLines } from '../requisitions/queries.ts';
import { authorOf, callerOf } from '../service-caller.ts';
import * as queries from './queries.ts';
import { orders } from './queries.ts';
import type { LockedOrder, OrderRecord, ReadLine } from './rules.ts';
import { assertPossible } from './rules-actions.ts';
import type { OrderUpdate, PurchaseOrder } from './schema.ts';
import { assertFree } from './service.ts';
import { type NewLine, orderLines, type SentLine, totalsOf } from './service-lines.ts';
import { getOrder } from './service-list.ts';
import { follow, type Locked, lockWithRequisition } from './service-progress.ts';
import { auditOrder, lockOrders } from './service-record.ts';
import { moveTo } from './service-status.ts';

function headerChanges({ expectedDelivery, notes }: OrderUpdate): Partial<OrderRecord> {
  return {
    ...(expectedDelivery === undefined ? {} : { expectedDelivery }),
    ...(notes === undefined ? {} : { notes }),
  };
}

const compared = ({ equipmentId, accountCode, description, quantity, unitPrice }: NewLine) => ({
  ...{ equipmentId, accountCode, description, quantity, unitPrice },
});

function isOther(before: readonly ReadLine[], after: readonly NewLine[]): boolean {
  return (
    before.length !== after.length ||
    after.some((line, place) => changedFields(before[place]!, compared(line)).length > 0)
  );
}

/** A line that leaves out what it names keeps what the line in its place names. */
function withNames(items: readonly SentLine[], lines: readonly ReadLine[]): SentLine[] {
  return items.map((sent, place) => {
    const line = lines[place];
    if (!line || sent.equipmentId !== undefined || sent.accountCode) return sent;
    return { ...sent, equipmentId: line.equipmentId, accountCode: line.accountCode };
  });
}

/** Changes header and lines of a pending order. */
async function editPending(tx: Ctx, locked: Locked, input: OrderUpdate): Promise<Locked> {
  const { order: before, requisition } = locked;
  let lines: NewLine[] | undefined;
  if (input.items) {
    if (input.items.some(({ receivedQuantity = 0 }) => receivedQuantity > 0))
      breaksRule(
        'purchaseOrder.notPossible',
        `${before.poNumber} is pending: approve it before its goods are received.`,
      );
    const none = input.items.findIndex(({ quantity }) => quantity === 0);
    if (none >= 0) invalidField(`items.${none}.quantity`, 'The quantity must be at least 1.');
    const ofRequisition = requisition ? await findRequisitionLines(tx.db, [requisition.id]) : [];
    const sent = withNames(input.items, before.lines);
    const read = await orderLines(tx, sent, ofRequisition);
    if (isOther(before.lines, read)) lines = read;
  }
  const { by, byId } = authorOf(tx);
  const changes = {
    ...headerChanges(input),
    ...(lines ? { ...totalsOf(lines, before), changedBy: by, changedById: byId } : {}),
  };
  if (!lines && changedFields<OrderRecord>(before, changes).length === 0) return locked;
  assertPossible('edit', before, await callerOf(tx));
  // Receipts and bills name the lines, also those that were returned or cancelled.
  if (lines && (before.hasReceipts || before.hasBills))
    breaksRule(
      'purchaseOrder.notPossible',
      `Goods of ${before.poNumber} came and went back: its lines cannot be changed. Cancel it and make another order.`,
    );
  assertDelivery(tx, before, changes);
  const { totalUsd = before.totalUsd } = changes;
  // Who lowers an order that another person was free to make leaves it as free as it was.
  if (!requisition && totalUsd > before.totalUsd) await assertFree(tx, totalUsd, 'items');
  const row = await orders.update(tx.db, before, changes, { updated_at: tx.now });
  if (row.version === before.version) await queries.raiseVersion(tx.db, before.id, tx.now);
  if (lines) {
    await queries.deleteLines(tx.db, before.id);
    await queries.insertLines(
      tx.db,
      lines.map((line) => ({ ...line, orderId: before.id })),
    );
  }
  const [after] = await lockOrders(tx, [before.id]);
  await auditOrder(tx, { action: 'order.update', before, after: after! });
  return { order: after!, requisition };
}

function assertDelivery(tx: Ctx, before: OrderRecord, { expectedDelivery }: Partial<OrderRecord>) {
  if (expectedDelivery && expectedDelivery !== before.expectedDelivery)
    assertDateAllowed('expectedDelivery', expectedDelivery, tx.today);
}

/** The goods that changed received quantities mean: a raised one came, a lowered one went back. */
function goodsMeant(
  tx: Ctx,
  { poNumber, lines }: LockedOrder,
  items: readonly SentLine[],
): GoodsDocument[] {
  const refused = () =>
    breaksRule(
      'purchaseOrder.approved',
      `${poNumber} is approved: only its notes, delivery date and received quantities can be changed.`,
    );
  if (items.length !== lines.length) refused();
  const changes = lines.map((line, place) => {
    const { receivedQuantity = line.receivedQuantity, ...sent } = items[place]!;
    const isSame =
      sent.description === line.description &&
      sent.quantity === line.quantity &&
      sent.unitPrice === line.unitPrice &&
      (sent.equipmentId === undefined || sent.equipmentId === line.equipmentId) &&
      (!sent.accountCode || sent.accountCode === line.accountCode);
    if (!isSame) refused();
    if (receivedQuantity > line.quantity)
      invalidField(
        `items.${place}.receivedQuantity`,
        `The received quantity must lie between 0 and ${line.quantity}.`,
      );
    return { line, count: receivedQuantity - line.receivedQuantity };
  });
  const changed = changes.filter(({ count }) => count !== 0);
  const serialised = changed.find(({ line }) => line.isSerialised);
  if (serialised)
    breaksRule(
      'purchaseOrder.serials',
      `Record what came or went back of ${serialised.line.description} with its serial numbers, as goods received.`,
    );
  const documentOf = (kind: GoodsDocument['kind']): GoodsDocument[] => {
    const some = changed.filter(({ count }) => count > 0 === (kind === 'receipt'));
    const moved = some.map(({ line, count }) => ({
      lineNo: line.lineNo,
      quantity: Math.abs(count),
    }));
    return moved.length === 0
      ? []
      : [{ kind, date: tx.today, deliveryNote: '', notes: '', lines: moved }];
  };
  return [...documentOf('receipt'), ...documentOf('return')];
}

/** Changes notes and delivery date of an order that is not pending, and takes in or sends back its goods. */
async function editApproved(
  tx: Ctx,
  locked: Locked,
  input: OrderUpdate,
  postings: Posting[],
): Promise<Locked> {
  const before = locked.order;
  const changes = headerChanges(input);
  const documents = input.items ? goodsMeant(tx, before, input.items) : [];
  const isChanged = changedFields<OrderRecord>(before, changes).length > 0;
  if (!isChanged && documents.length === 0) return locked;
  const caller = await callerOf(tx);
  assertPossible('edit', before, caller);
  assertDelivery(tx, before, changes);
  let order = before;
  if (isChanged) {
    const row = await orders.update(tx.db, before, changes, { updated_at: tx.now });
    order = { ...before, ...row };
  }
  let note = '';
  if (documents.length > 0) {
    authorise(tx.actor, 'order.receive');
    const moved = await moveGoods(tx, order, documents);
    order = moved.order;
    note = moved.receipts.map(({ receiptId }) => receiptId).join(', ');
    postings.push(...moved.postings);
  }
  const action = documents.length > 0 ? 'order.receive' : 'order.update';
  await auditOrder(tx, { action, before, after: order, note });
  const requisition = await follow(tx, locked.requisition, order.status, order.poNumber);
  return { order, requisition };
}

/**
 * Changes an order. A pending one freely; of an approved one notes, delivery date and received quantities, of which a raised
 * one is a goods receipt and a lowered one a return. The sent status is the wanted transition, judged by the action table
 * (decision 42); 'received' takes in all that is still to come, 'cancelled' after a part receipt closes the rest.
 * @throws AppError notFound; conflict for an outdated version; forbidden and rule as the action table says; invalid for lines
 *   and quantities that are not possible.
 */
export async function updateOrder(
  ctx: Ctx,
  id: number,
  input: OrderUpdate,
): Promise<PurchaseOrder> {
  return transact(ctx, async (tx) => {
    const before = await lockWithRequisition(tx, id, input.version);
    const postings: Posting[] = [];
    let locked =
      before.order.status === 'pending'
        ? await editPending(tx, before, input)
        : await editApproved(tx, before, input, postings);
    // Received quantities may have led to the wanted status already.
    const isWanted = input.status !== undefined && input.status !== before.order.status;
    if (isWanted) locked = await moveTo(tx, locked, input.status!, input.reason ?? '', postings);
    await post(tx, postings);
    return getOrder(tx, locked.order.id);
  });
}
