import { isInDollars } from '../../kernel/currencies.ts';
import type { ImportField, ImportTotal } from './rules.ts';

/** The column of the currency of a row's amounts; without it they are US dollars. */
export const currencyField: ImportField = {
  name: 'currency',
  kind: 'text',
  takesRate: true,
  isAlwaysRead: true,
  aliases: ['Currency Code', 'Curr', 'CCY'],
  example: '',
};

/** Totals in dollars, to which the amounts of rows in other currencies belong when they are converted. */
export function dollarTotals<Row extends { currency?: string | undefined }>(
  totals: readonly ImportTotal<Row>[],
): readonly ImportTotal<Row>[] {
  return totals.map((total) =>
    total.unit === 'count'
      ? total
      : { ...total, of: (row) => (isInDollars(row.currency) ? total.of(row) : undefined) },
  );
}
