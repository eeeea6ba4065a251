import { currencyName, plainAmount } from '../../kernel/currencies.ts';
import type { Cents } from '../../kernel/money.ts';
import type { WholeFile } from '../fields/rules.ts';

interface Sum {
  amount: number;
  rows: number;
}

const MAX_CURRENCIES = 20;

/** Sums up a file by the currencies that its rows say; told if there are others than dollars. */
function createCurrencySums(): {
  add(currency: string | undefined, amount: number | undefined): void;
  warnings(label: string): string[];
} {
  const sums = new Map<string, Sum>();
  return {
    add(currency, amount) {
      if (amount === undefined) return;
      const name = currencyName(currency);
      const sum = sums.get(name);
      if (!sum && sums.size >= MAX_CURRENCIES) return;
      sums.set(name, { amount: (sum?.amount ?? 0) + amount, rows: (sum?.rows ?? 0) + 1 });
    },
    warnings(label) {
      if ([...sums.keys()].every((name) => name === 'USD')) return [];
      const told = [...sums].map(([name, { amount, rows }]) => {
        const total = Number.isSafeInteger(amount) ? plainAmount(amount as Cents) : 'very much';
        return `${name} ${total} in ${rows} ${rows === 1 ? 'row' : 'rows'}`;
      });
      return [`${label} by currency: ${told.join(', ')}.`];
    },
  };
}

/** Warns of amounts in several currencies, for each of the labelled amounts of a row. */
export async function currencyWarnings<Row extends { currency?: string }>(
  file: WholeFile<Row>,
  amounts: readonly { label: string; of(value: Partial<Row>): number | undefined }[],
): Promise<string[]> {
  if (file.titleOf('currency') === undefined && file.constant('currency') === undefined) return [];
  const sums = amounts.map(() => createCurrencySums());
  for await (const { value } of file.rows())
    for (const [index, { of }] of amounts.entries()) sums[index]!.add(value.currency, of(value));
  return amounts.flatMap(({ label }, index) => sums[index]!.warnings(label));
}
