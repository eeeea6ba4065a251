import { postedLines, REVERSED } from '../../accounting/import/service-books.ts';
import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import { findPayments } from '../import/queries-undo.ts';
import type { CashLine } from './rules.ts';
import { amountOf } from './rules-amount.ts';
import type { ImportedCash } from './service.ts';

const NOTHING = { in: 0, out: 0, inSsp: 0, outSsp: 0 };

/**
 * What the books hold of imported lines, each in its own currency. The pounds of a payment are kept with it; the key of an
 * entry contains the amount that was posted. What was imported with an invoice is in the books as its payment.
 */
export async function cashInBooks(
  tx: Ctx,
  lines: readonly CashLine[],
  { keys, recorded, covered }: Pick<ImportedCash, 'keys' | 'recorded' | 'covered'>,
): Promise<(BookValues | undefined)[]> {
  const byKey = await postedLines(tx, 'import.cash', [...keys.values()]);
  const ids = [...byKey.values()].flatMap(({ paymentId }) => paymentId ?? []);
  const payments = new Map((await findPayments(tx.db, ids)).map((one) => [one.id, one]));
  return lines.map((line, index): BookValues | undefined => {
    const said = amountOf(line);
    if ('problem' in said) return { values: NOTHING };
    const isPounds = said.currency === 'SSP';
    const side = `${said.amount > 0 ? 'in' : 'out'}${isPounds ? 'Ssp' : ''}`;
    const size = Math.abs(said.amount);
    const before = recorded.get(index);
    if (before !== undefined) return { values: { ...NOTHING, [side]: isPounds ? size : before } };
    const found = byKey.get(keys.get(index) ?? '');
    if (!found) return undefined;
    const payment = found.paymentId === null ? undefined : payments.get(found.paymentId);
    if (found.isReversed || payment?.status === 'reversed')
      return { values: NOTHING, reasons: { [side]: REVERSED } };
    const part = covered.get(index) ?? 0;
    const posted = payment?.amountUsd ?? found.amountUsd;
    const inPounds = payment && part === 0 ? payment.amountSsp : size;
    const amount = isPounds ? inPounds : posted + part;
    return { values: { ...NOTHING, [side]: amount } };
  });
}
