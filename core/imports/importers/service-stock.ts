import { openingDate } from '../../accounting/opening/service.ts';
import type { Ctx } from '../../context.ts';
import { isInDollars } from '../../kernel/currencies.ts';
import { cents, MAX_CENTS } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { countsInBooks, type HeldCounts, importCounts } from '../../stock/counts/service-import.ts';
import { valueOfStock } from '../../stock/import/rules.ts';
import {
  type HeldItems,
  importItems,
  itemsInBooks,
  presentItems,
} from '../../stock/import/service.ts';
import { type CountRow, countTable, countTotals } from '../fields/rules-counts.ts';
import { type ItemRow, itemTable, itemTotals } from '../fields/rules-items.ts';
import { type CurrencyRules, inDollars, writeInDollars } from './service-currency.ts';
import type { Importer, Written } from './service-importer.ts';

export const items: Importer<ItemRow> = {
  table: itemTable,
  totals: itemTotals,
  // Items of earlier batches would be found by the names and numbers of others.
  isWhole: true,
  keyOf: ({ sku, name }) => (sku ? `sku ${searchKey(sku)}` : `name ${searchKey(name)}`),
  grows: ['journal_entries', 'journal_lines'],
  async readCurrent(ctx, rows) {
    const { found } = await inDollars(ctx, rows.map(withValue), await currenciesOf(ctx, rows));
    const present = await presentItems(
      ctx,
      found.map(({ row }) => row),
    );
    const byIndex = new Map(found.map(({ index }, place) => [index, present[place]]));
    return rows.map((_, index) => byIndex.get(index));
  },
  async write(tx, rows, { dryRun }) {
    const currencies = await currenciesOf(tx, rows);
    const valued = rows.map(withValue);
    return writeInDollars(tx, valued, currencies, itemTotals, (converted) =>
      importItems(tx, converted, { dryRun }),
    );
  },
  readBooks: (tx, rows, written) => itemsInBooks(tx, rows, written as Written & HeldItems),
};

/**
 * In another currency than dollars the value of the whole quantity is converted, not that of a unit, whose cents rounding
 * would multiply.
 */
function withValue(row: ItemRow): ItemRow {
  if (isInDollars(row.currency) || row.stockValueUsd !== undefined) return row;
  const value = valueOfStock(row);
  if (value === undefined || value > MAX_CENTS) return row;
  const isAtPurchasePrice = row.stockCostUsd === undefined;
  return {
    ...row,
    stockValueUsd: cents(value),
    ...(isAtPurchasePrice && { isAtPurchasePrice }),
  };
}

/** Pounds are converted on the opening date, on which the stock is booked, else today. */
async function currenciesOf(ctx: Ctx, rows: readonly ItemRow[]): Promise<CurrencyRules<ItemRow>> {
  const hasPounds = rows.some(({ currency }) => currency === 'SSP');
  const opening = hasPounds ? await openingDate(ctx) : null;
  return {
    amounts: {
      unitCostUsd: 'zero',
      sellingPriceUsd: 'zero',
      stockCostUsd: 'zero',
      stockValueUsd: 'zero',
    },
    dayOf: () => opening ?? ctx.today,
    day: opening ? 'opening date' : 'day of the import',
  };
}

export const counts: Importer<CountRow> = {
  table: countTable,
  totals: countTotals,
  // Two names may mean one item: the service tells.
  keyOf: () => undefined,
  isWhole: true,
  grows: [],
  async write(tx, rows, { dryRun }) {
    const { made, ...written } = await importCounts(tx, rows, { dryRun });
    return { ...written, made: { stockCounts: made } };
  },
  readBooks: async (_tx, rows, written) => countsInBooks(rows, written as Written & HeldCounts),
};
