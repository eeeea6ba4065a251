import type { Ctx } from '../../context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { formatUsd, MAX_AMOUNT } from '../../kernel/money.ts';
import type { SaleInput } from '../schema.ts';
import { findItems } from './queries.ts';
import type { ReadLine } from './rules.ts';

export type NewLine = Omit<ReadLine, 'orderId'>;
type SentLine = SaleInput['items'][number];

/**
 * The lines of an order: a line without a price has the list's. Lines of items that the order has already keep the list
 * price of the day on which they were entered.
 * @throws AppError invalid without lines, and for equipment that does not exist.
 */
export async function saleLines(
  tx: Ctx,
  items: readonly SentLine[],
  before: readonly ReadLine[] = [],
): Promise<NewLine[]> {
  const known = await findItems(
    tx.db,
    items.map(({ equipmentId }) => equipmentId),
  );
  const entered = new Map(before.map((line) => [line.equipmentId, line.listPriceUsd]));
  return items.map(({ equipmentId, quantity, unitPriceUsd }, place): NewLine => {
    const item = known.get(equipmentId);
    if (!item) invalidField(`items.${place}.equipmentId`, 'This equipment does not exist.');
    const listPriceUsd = entered.get(equipmentId) ?? item.listPriceUsd;
    const price = unitPriceUsd ?? listPriceUsd;
    if (quantity * price > MAX_AMOUNT.USD)
      invalidField(
        `items.${place}.quantity`,
        `The total of a line cannot be above ${formatUsd(MAX_AMOUNT.USD)}.`,
      );
    const { equipmentNumber, isSerialised, name: description } = item;
    return {
      ...{ lineNo: place + 1, equipmentId, equipmentNumber, isSerialised, description },
      ...{ listPriceUsd, quantity, unitPriceUsd: price },
      returned: 0,
      costUsd: 0 as NewLine['costUsd'],
      serials: [],
    };
  });
}
