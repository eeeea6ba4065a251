import type { Cents } from '../../kernel/money.ts';
import type { ImportedInvoice } from './rules-types.ts';

/**
 * Accounting programs export a document as the lines of its entry: those of the income, and one of the receivable, whose
 * amount is the sum of the others and no further line.
 */

type Amounts = readonly Pick<ImportedInvoice, 'amountUsd' | 'description'>[];

/**
 * The index of the row whose amount is the sum of all others, with the same or the other sign; the last one if two equal
 * rows are all there are. Undefined without one, and for rows without amounts.
 */
export function totalLine(rows: Amounts): number | undefined {
  let sum = 0;
  for (const { amountUsd } of rows) {
    if (amountUsd === undefined || amountUsd === 0) return undefined;
    sum += amountUsd;
  }
  if (rows.length < 2) return undefined;
  // With the other sign it is the only one of its sign, and all rows come to nothing.
  const signs = (sign: 1 | -1) => rows.filter(({ amountUsd }) => amountUsd! * sign > 0).length;
  const alone = signs(1) === 1 ? 1 : signs(-1) === 1 ? -1 : 0;
  const place = rows.findLastIndex(({ amountUsd }) =>
    sum === 0 ? amountUsd! * alone > 0 : amountUsd! * 2 === sum,
  );
  return place < 0 ? undefined : place;
}

const RECEIVABLE = /\breceivables?\b|\bdebtors?\b/i;

/**
 * Whether one of its rows is the total of each document of a file, by documents with several rows: most of them have one.
 * Two equal amounts in a document of two rows may as well be two lines, and tell nothing by themselves.
 */
export function hasTotalLines(documents: readonly Amounts[]): boolean {
  const totalled = documents.filter((rows) => totalLine(rows) !== undefined);
  if (totalled.length * 2 <= documents.length) return false;
  return totalled.some((rows) => rows.length > 2 || rows.some(isOfEntry));
}

/** Whether a row can only be a line of an entry. */
function isOfEntry({ amountUsd = 0 as Cents, description = '' }: Amounts[number]): boolean {
  return amountUsd < 0 || RECEIVABLE.test(description);
}
