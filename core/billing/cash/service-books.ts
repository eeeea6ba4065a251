import { postedLines, REVERSED } from '../../accounting/import/service-books.ts';
import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import { findPayments } from '../import/queries-undo.ts';
import type { CashLine } from './rules.ts';
import { amountOf } from './rules-amount.ts';
import type { ImportedCash } from './service.ts';

/** What the books hold of the dollars of imported lines; lines in pounds are part of no total. */
export async function cashInBooks(
  tx: Ctx,
  lines: readonly CashLine[],
  { keys, recorded }: Pick<ImportedCash, 'keys' | 'recorded'>,
): Promise<(BookValues | undefined)[]> {
  const posted = await postedLines(tx, 'import.cash', [...keys.values()]);
  const ids = [...posted.values()].flatMap(({ paymentId }) => paymentId ?? []);
  const payments = new Map((await findPayments(tx.db, ids)).map((one) => [one.id, one]));
  return lines.map((line, index): BookValues | undefined => {
    const said = amountOf(line);
    if ('problem' in said || said.currency !== 'USD') return { values: { in: 0, out: 0 } };
    const before = recorded.get(index);
    if (before !== undefined) return { values: { in: before, out: 0 } };
    const found = posted.get(keys.get(index) ?? '');
    if (!found) return undefined;
    const payment = found.paymentId === null ? undefined : payments.get(found.paymentId);
    if (found.isReversed || payment?.status === 'reversed')
      return { values: { in: 0, out: 0 }, reasons: { in: REVERSED, out: REVERSED } };
    const amount = payment?.amountUsd ?? found.amountUsd;
    return { values: said.amount > 0 ? { in: amount, out: 0 } : { in: 0, out: amount } };
  });
}
