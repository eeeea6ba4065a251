import type { Ctx } from '../../context.ts';
import { notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import * as queries from './queries.ts';
import { type LockedOrder, nameOfOrder, type ReadLine, toLine } from './rules.ts';
import { purchaseOrder as schema } from './schema.ts';

/**
 * Locks orders with their lines, in the order of their ids; requisitions are locked before, stock levels after.
 * @throws AppError notFound.
 */
export async function lockOrders(tx: Ctx, ids: readonly number[]): Promise<LockedOrder[]> {
  const found = await queries.lockOrders(tx.db, [...new Set(ids)]);
  const known = new Set(found.map(({ id }) => id));
  for (const id of ids) if (!known.has(id)) notFound('Purchase order', id);
  return found;
}

/** Locks one order. @throws AppError notFound; conflict for an outdated version. */
export async function lockOrder(
  tx: Ctx,
  id: number,
  version: number | undefined,
): Promise<LockedOrder> {
  const [order] = await lockOrders(tx, [id]);
  assertVersion('purchase order', order!.version, version);
  return order!;
}

interface Line {
  /** 'order.update'. */
  action: string;
  before?: LockedOrder;
  after?: LockedOrder;
  note?: string;
}

/** Without the costs of the equipment list, which are no part of the order. */
const logged = (order: LockedOrder) => ({
  ...order,
  items: order.lines.map((line) => ({ ...toLine(line), listCostUsd: null })),
});

/** Counts of a line, which goods and bills change. */
const counts = schema.shape.items.element.pick({
  lineNo: true,
  quantity: true,
  cancelledQuantity: true,
  receivedQuantity: true,
  billedQuantity: true,
});
/** An order with the counts of lines that changed. */
const counted = schema.extend({ items: counts.array() });

const countsOf = ({
  lineNo,
  quantity,
  cancelledQuantity,
  receivedQuantity,
  billedQuantity,
}: ReadLine) => ({
  ...{ lineNo, quantity, cancelledQuantity, receivedQuantity, billedQuantity },
});
const otherCounts = (one: ReadLine, other: ReadLine) =>
  one.quantity !== other.quantity ||
  one.receivedQuantity !== other.receivedQuantity ||
  one.billedQuantity !== other.billedQuantity;
/** Receipts, returns and the cancellation of the rest copy the lines with other counts. */
const COUNTING = new Set(['order.receive', 'order.return', 'order.close']);

/** A line of the audit log about an order; of a change only what differs. */
export function auditOrder(tx: Ctx, { action, before, after, note = '' }: Line): Promise<void> {
  const order = (after ?? before)!;
  const header = {
    action,
    entity: 'purchaseOrder',
    entityId: order.id,
    summary: `${nameOfOrder(order, order.supplierName)}${note === '' ? '' : `: ${note}`}`,
  };
  if (before && after && COUNTING.has(action)) {
    const changed = new Set<number>();
    for (const [place, line] of after.lines.entries())
      if (otherCounts(line, before.lines[place]!)) changed.add(line.lineNo);
    const items = ({ lines }: LockedOrder) =>
      lines.filter(({ lineNo }) => changed.has(lineNo)).map(countsOf);
    return audit(tx, {
      ...header,
      schema: counted,
      before: { ...before, items: items(before) },
      after: { ...after, items: items(after) },
    });
  }
  return audit(tx, {
    ...header,
    schema,
    ...(before ? { before: logged(before) } : {}),
    ...(after ? { after: logged(after) } : {}),
  });
}
