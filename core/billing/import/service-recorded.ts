import type { Ctx } from '../../context.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { type Cents, subtractCents } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { findReferences } from '../cash/queries.ts';
import type { PlannedPayment } from './rules-types.ts';

const MAYBE_SAME =
  'paymentReference: The customer already has a payment with this reference, date, account and amount, which settles other invoices. Is it the same money?';

export interface RecordedPayment {
  id: number;
  note: string;
  /** Whether it is the payment of the row, so that no other one is made. */
  isSame: boolean;
}

/**
 * Finds payments that were recorded before their invoices were imported, by a line of a cash book or by hand: those with
 * the same reference, date, account and amount. One of a cash book is the same money; one that was recorded by hand, or
 * with another invoice, only if it has the amount left as credit.
 */
export async function recordedPayments(tx: Ctx, customerIds: readonly number[]) {
  const keyOf = (customerId: number, reference: string) => `${customerId} ${searchKey(reference)}`;
  const all = await findReferences(tx.db, [...new Set(customerIds)]);
  const found = groupedBy(all, ({ customerId, reference }) => keyOf(customerId, reference));
  const left = new Map(all.map(({ id, unallocatedUsd }) => [id, unallocatedUsd]));
  return (customerId: number, payment: PlannedPayment): RecordedPayment | undefined => {
    if (payment.reference === '') return undefined;
    const same = (found.get(keyOf(customerId, payment.reference)) ?? []).filter(
      ({ paymentDate, account, amountUsd }) =>
        paymentDate === payment.paymentDate &&
        account === payment.account &&
        amountUsd === payment.amountUsd,
    );
    const hasLeft = ({ id }: { id: number }) => (left.get(id) as Cents) >= payment.amountUsd;
    const one = same.find(hasLeft) ?? same.find(({ isCashLine }) => isCashLine) ?? same[0];
    if (!one) return undefined;
    if (!hasLeft(one) && !one.isCashLine) return { id: one.id, isSame: false, note: MAYBE_SAME };
    if (hasLeft(one)) left.set(one.id, subtractCents(left.get(one.id)!, payment.amountUsd));
    const note = `paymentReference: The payment is recorded already, as ${one.receiptId}, and is not recorded again.`;
    return { id: one.id, isSame: true, note };
  };
}
