import { REFERENCE_USED } from '../../accounting/schema-money.ts';
import type { Ctx } from '../../context.ts';
import { lockReference } from '../../database/payment-references.ts';
import { formatDate } from '../../kernel/dates.ts';
import { conflicts } from '../../kernel/errors.ts';
import { findSameReference } from './queries.ts';
import type { PaymentAccount } from './schema.ts';

interface Referenced {
  account: PaymentAccount | null;
  reference: string;
  /** Said by the caller: it is other money. */
  sameReference?: boolean | undefined;
}

/**
 * Asks about a payment whose reference another recorded payment of the same account has, compared without case and blanks
 * (decision 66). A blank reference is never asked about. Of two at once one is asked.
 * @throws AppError conflict that names the other payment, its customer and day.
 */
export async function assertNewReference(
  tx: Ctx,
  { account, reference, sameReference }: Referenced,
): Promise<void> {
  if (account === null || reference.trim() === '') return;
  await lockReference(tx.db, `payment ${account}`, reference);
  if (sameReference) return;
  const same = await findSameReference(tx.db, { account, reference });
  if (!same) return;
  const { receiptId, customerName, customerNumber, paymentDate } = same;
  conflicts(
    REFERENCE_USED,
    `${receiptId} of ${customerName} (${customerNumber}), ${formatDate(paymentDate)}, has the reference ${reference} too. Is this other money?`,
  );
}
