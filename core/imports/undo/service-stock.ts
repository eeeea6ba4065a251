import type { UndoneRecords } from '../../billing/import/service-undo.ts';
import type { Ctx } from '../../context.ts';
import { removeImportedCounts } from '../../stock/counts/service-import.ts';
import {
  removeImportedCategories,
  removeImportedItems,
  undoImportedOpenings,
} from '../../stock/import/service-undo.ts';
import { removeImportedBundles } from '../../vouchers/bundles/service-import.ts';
import type { Made } from './rules.ts';

/**
 * Undoes what a batch created of equipment and vouchers: opening stock is reversed before its items are removed, items before
 * their categories.
 */
export async function undoStock(
  tx: Ctx,
  {
    items,
    stockOpenings,
    itemCategories,
    stockCounts,
    bundles,
  }: Pick<Made, 'items' | 'stockOpenings' | 'itemCategories' | 'stockCounts' | 'bundles'>,
): Promise<UndoneRecords> {
  const counts = await removeImportedCounts(tx, stockCounts);
  const openings = await undoImportedOpenings(tx, stockOpenings);
  const gone = await removeImportedItems(tx, items);
  const categories = await removeImportedCategories(tx, itemCategories);
  const plans = await removeImportedBundles(tx, bundles);
  return {
    removed: counts.removed + gone.removed + categories.removed + plans.removed,
    reversed: openings.reversed,
    kept: [...counts.kept, ...openings.kept, ...gone.kept, ...plans.kept],
  };
}
