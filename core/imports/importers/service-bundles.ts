import type { Ctx } from '../../context.ts';
import { type Cents, formatSsp } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import {
  bundlesInBooks,
  importBundles,
  presentBundles,
} from '../../vouchers/bundles/service-import.ts';
import type { FieldNote } from '../fields/rules.ts';
import { type BundleRow, bundleTable, bundleTotals } from '../fields/rules-bundles.ts';
import { type CurrencyRules, inDollars, writeInDollars } from './service-currency.ts';
import type { Importer } from './service-importer.ts';

const ROUNDED =
  'priceUsd: Prices are whole US cents, so the price in pounds becomes another at the voucher rate';

/** A price in pounds that is no whole number of cents at the voucher rate. */
function toldPrice(name: string, said: Cents, here: Cents): FieldNote[] {
  if (said === here) return [];
  return [{ message: ROUNDED, cell: `${name} ${formatSsp(said)} becomes ${formatSsp(here)}` }];
}

/** The price in pounds follows from the voucher rate, so one in a file is converted at it. */
const currenciesOn = ({ today }: Pick<Ctx, 'today'>): CurrencyRules<BundleRow> => ({
  amounts: { priceUsd: 'aboveZero' },
  dayOf: () => today,
  day: 'day of the import',
  purpose: 'voucher',
  tell: ({ name, priceUsd }, back) =>
    priceUsd === undefined ? [] : toldPrice(name, priceUsd, back('priceUsd')),
});

export const bundles: Importer<BundleRow> = {
  table: bundleTable,
  totals: bundleTotals,
  keyOf: ({ name }) => searchKey(name),
  isWhole: true,
  grows: [],
  async readCurrent(ctx, rows) {
    const { found } = await inDollars(ctx, rows, currenciesOn(ctx));
    const present = await presentBundles(
      ctx,
      found.map(({ row }) => row),
    );
    const byIndex = new Map(found.map(({ index }, place) => [index, present[place]]));
    return rows.map((_, index) => byIndex.get(index));
  },
  write: (tx, rows, { dryRun }) =>
    writeInDollars(tx, rows, currenciesOn(tx), bundleTotals, async (converted) => {
      const { made, ...written } = await importBundles(tx, converted, { dryRun });
      return { ...written, made: { bundles: made } };
    }),
  readBooks: bundlesInBooks,
};
