import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { takeOverCosts } from '../../stock/service.ts';
import type { LockedOrder } from '../orders/rules.ts';
import { assertPossible } from '../orders/rules-actions.ts';
import type { PurchaseOrder } from '../orders/schema.ts';
import { answerOrder, getOrder } from '../orders/service-list.ts';
import { follow, lockWithRequisition } from '../orders/service-progress.ts';
import { auditOrder } from '../orders/service-record.ts';
import { toUsd } from '../rules.ts';
import { callerOf } from '../service-caller.ts';
import * as queries from './queries.ts';
import type { GoodsReceipt, ReceiptInput } from './schema.ts';
import { moveGoods } from './service-goods.ts';

/** Goods of an order that came and went back, newest first. @throws AppError notFound. */
export async function listReceipts(ctx: Ctx, orderId: number): Promise<GoodsReceipt[]> {
  await getOrder(ctx, orderId);
  const rows = await queries.findReceipts(ctx.db, orderId);
  const lines = await queries.findReceiptLines(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    lines: lines.filter(({ receiptId }) => receiptId === row.id),
  }));
}

/** The costs that the list takes over from the lines that came. @throws AppError invalid for equipment of no such line. */
function newCosts(order: LockedOrder, { kind, lines, updateCosts = [] }: ReceiptInput) {
  const came = new Set(kind === 'return' ? [] : lines.map(({ lineNo }) => lineNo));
  return updateCosts.map((equipmentId, place) => {
    const line = order.lines.find((one) => one.equipmentId === equipmentId && came.has(one.lineNo));
    if (!line) invalidField(`updateCosts.${place}`, 'No such equipment comes with these goods.');
    return { equipmentId, unitCostUsd: toUsd(line.unitPrice, order) };
  });
}

/**
 * Records goods that came, or that went back, as one numbered document: stock at the order's price and rate, serial numbers,
 * and the posting. The order is received when nothing is still to come, and open again when goods go back.
 * @throws AppError notFound; conflict for an outdated version; forbidden and rule as the action table says; otherwise as
 *   `moveGoods`.
 */
export async function receiveGoods(
  ctx: Ctx,
  orderId: number,
  input: ReceiptInput,
): Promise<PurchaseOrder> {
  return transact(ctx, async (tx) => {
    const { kind = 'receipt', date = tx.today, deliveryNote = '', notes = '', lines } = input;
    const { order: before, requisition } = await lockWithRequisition(tx, orderId, input.version);
    const caller = await callerOf(tx);
    assertPossible(kind === 'receipt' ? 'receive' : 'return', before, caller);
    const document = { kind, date, deliveryNote, notes, lines };
    // Before the stock: an adjustment locks the item, then its stock.
    await takeOverCosts(tx, newCosts(before, input));
    const { order, receipts, postings } = await moveGoods(tx, before, [document]);
    const number = receipts[0]!.receiptId;
    const note = deliveryNote === '' ? number : `${number}, delivery note ${deliveryNote}`;
    const action = kind === 'receipt' ? 'order.receive' : 'order.return';
    await auditOrder(tx, { action, before, after: order, note });
    const followed = await follow(tx, requisition, order.status, order.poNumber);
    await post(tx, postings);
    return answerOrder(order, followed?.requisitionId, caller);
  });
}
