import { type Ctx, transact } from '../../context.ts';
import { addDays } from '../../kernel/dates.ts';
import { breaksRule } from '../../kernel/errors.ts';
import * as queries from './queries-low-stock.ts';
import type { Requisition } from './schema.ts';
import { createRequisition } from './service.ts';

/** Days until the delivery that such a requisition expects. */
const DELIVERY_DAYS = 14;
/** The most of one item in a requisition. */
const MOST_UNITS = 1_000_000;
/** The lines of one requisition at most; the rest is asked for by the next. */
const MOST_LINES = 200;

/**
 * One requisition for the active items at or below their minimum, up to twice the minimum less what is under way. Two at
 * once make one: the second finds nothing left to ask for.
 * @throws AppError rule when nothing is needed.
 */
export async function requisitionOfLowStock(ctx: Ctx): Promise<Requisition> {
  return transact(ctx, async (tx) => {
    await queries.lockLowStock(tx.db);
    const low = await queries.findLowItems(tx.db);
    const items = low
      .map((item) => ({
        equipmentId: item.id,
        description: `${item.equipmentNumber} ${item.name}`,
        quantity: Math.min(2 * item.minimumStock - item.onHand - item.underWay, MOST_UNITS),
        unitCostUsd: item.unitCostUsd,
      }))
      .filter(({ quantity }) => quantity > 0);
    if (items.length === 0)
      breaksRule(
        'requisition.nothingLow',
        low.length === 0
          ? 'No item is at or below its minimum stock: nothing needs to be ordered.'
          : 'All items at or below their minimum stock are asked for or ordered already.',
      );
    return createRequisition(
      tx,
      {
        priority: 'high',
        expectedDeliveryDate: addDays(tx.today, DELIVERY_DAYS),
        notes: 'Items at or below their minimum stock',
        items: items.slice(0, MOST_LINES),
      },
      { isLowStock: true },
    );
  });
}
