import type { Ctx } from '../../context.ts';
import type { BookValues } from '../../kernel/books.ts';
import { subtractCents } from '../../kernel/money.ts';
import { findNumbered } from './queries-undo.ts';

const CANCELLED = 'The invoice is cancelled in the portal.';
const PAID_HERE = 'More is paid here: by payments in the portal or credit of the customer.';

/** What the books hold of imported invoices, by their numbers; cancelled ones hold nothing. */
export async function invoicesInBooks(
  tx: Ctx,
  rows: readonly { invoiceId: string }[],
): Promise<(BookValues | undefined)[]> {
  const numbers = rows.map(({ invoiceId }) => invoiceId);
  const found = new Map(
    (await findNumbered(tx.db, numbers)).map((invoice) => [invoice.invoiceId, invoice]),
  );
  return numbers.map((number): BookValues | undefined => {
    const invoice = found.get(number);
    if (!invoice) return undefined;
    const { status, amountUsd, paidUsd } = invoice;
    if (status === 'cancelled')
      return {
        values: { invoices: 0, amount: 0, paid: 0, open: 0 },
        reasons: { invoices: CANCELLED, amount: CANCELLED, paid: CANCELLED, open: CANCELLED },
      };
    return {
      values: {
        invoices: 1,
        amount: amountUsd,
        paid: paidUsd,
        open: subtractCents(amountUsd, paidUsd),
      },
      ...(paidUsd > 0 && { reasons: { paid: PAID_HERE, open: PAID_HERE } }),
    };
  });
}
