import { z } from 'zod';
import { dateText } from '../../kernel/dates.ts';
import { moneyOfAnyCurrency } from '../../kernel/money.ts';
import { optionalLines, optionalText, requiredText, wholeNumber } from '../../kernel/text.ts';
import { equipmentStatuses } from '../schema.ts';

const MOST = 1_000_000;
const amount = moneyOfAnyCurrency.optional();

/**
 * An item of a file, found by its SKU, or without one by its name; fields missing in the file are left out. Amounts in cents
 * of the row's currency until they are converted.
 */
export const importedItem = z.object({
  name: requiredText('The name', 200),
  sku: optionalText('The SKU', 100).optional(),
  /** 'product', 'Inventory Part': rows of services are left out before. */
  type: optionalText('The type', 100).optional(),
  category: optionalText('The category', 100).optional(),
  brand: optionalText('The brand', 100).optional(),
  model: optionalText('The model', 100).optional(),
  description: optionalLines('The description', 2000).optional(),
  specifications: optionalLines('The specifications', 4000).optional(),
  unit: optionalText('The unit', 50).optional(),
  unitCostUsd: amount,
  sellingPriceUsd: amount,
  minimumStock: wholeNumber('The minimum stock', 0, MOST).optional(),
  status: z.enum(equipmentStatuses).optional(),
  quantityInStock: wholeNumber('The stock', 0, MOST).optional(),
  /** What a unit of the quantity has cost. */
  stockCostUsd: amount,
  /** What the whole quantity has cost. */
  stockValueUsd: amount,
});
export type ImportedItem = z.output<typeof importedItem> & {
  /** The value is that of the quantity at the purchase price. */
  isAtPurchasePrice?: true;
};

/** A counted quantity of a file; `item` is the SKU, the number such as EQ-001, or the name. */
export const importedCount = z.object({
  item: requiredText('The item', 200),
  counted: wholeNumber('The counted quantity', 0, MOST).optional(),
  date: dateText.optional(),
});
export type ImportedCount = z.output<typeof importedCount>;
