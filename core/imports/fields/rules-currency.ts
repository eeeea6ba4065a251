import { isInDollars } from '../../kernel/currencies.ts';
import { type Cents, formatUsd, MAX_AMOUNT } from '../../kernel/money.ts';
import type { ImportField, ImportTotal, Least } from './rules.ts';

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

/** Why an amount in dollars is none of its field, in the words of the forms; `said` is what the cell says. */
export function limitProblem(
  name: string,
  least: Least,
  amount: Cents,
  said: string,
): string | undefined {
  const it = `it says ${said}.`;
  if (least === 'aboveZero' && amount <= 0) return `${name}: Enter an amount above zero; ${it}`;
  if (least === 'zero' && amount < 0) return `${name}: The amount cannot be negative; ${it}`;
  return Math.abs(amount) > MAX_AMOUNT.USD
    ? `${name}: The amount cannot be above ${formatUsd(MAX_AMOUNT.USD)}; ${it}`
    : undefined;
}
