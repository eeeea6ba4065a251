import type { ImportedExpense } from '../../expenses/import/schema-file.ts';
import type { WholeFile } from '../fields/rules.ts';

/**
 * Why a file is no list of expenses as it is read: most of its amounts are below zero, as money out is in the statement of a
 * bank. Undefined for others; single amounts below zero are refunds, and refused row by row.
 */
export async function inspectExpenses(
  file: WholeFile<ImportedExpense>,
): Promise<string | undefined> {
  let [below, above] = [0, 0];
  for await (const { value } of file.rows()) {
    const amount = value.amountUsd || value.amountSsp || 0;
    if (amount < 0) below += 1;
    else if (amount > 0) above += 1;
  }
  if (below <= above) return undefined;
  const all = above === 0 ? 'All' : 'Most';
  return `${all} amounts are below zero. If they are expenses, change the sign of the column of amounts (amountUsd=-Amount). If money out is below zero and money in above it, import the file as lines of a cash book.`;
}
