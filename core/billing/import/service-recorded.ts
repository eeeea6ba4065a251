import { notedLines } from '../../accounting/import/service-known.ts';
import type { Ctx } from '../../context.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { type Cents, subtractCents, sumOf, ZERO } from '../../kernel/money.ts';
import { searchKey } from '../../kernel/text.ts';
import { findReferences } from '../cash-book/queries.ts';
import { FOR_INVOICE, invoiceSubject, SOURCE } from '../cash-book/service-covered.ts';
import { findAllocationsOfPayments, findPaymentsById } from '../payments/queries.ts';
import type { PlannedPayment } from './rules-types.ts';

const MAYBE_SAME =
  'paymentReference: The customer already has a payment with this reference, date, account and amount, which settles other invoices. Is it the same money?';

/** Payments of cash books that name an invoice, by hand of its number or as their reference. */
export interface ReceivedFor {
  /** What they come to, without what has settled the invoice itself; US cents. */
  elsewhereUsd: Cents;
  /** Their ids, the oldest first. */
  ids: readonly number[];
}

/**
 * Finds the payments of cash books that were imported before the invoices that they name (decision 104): by the invoice
 * number of their line, or by a reference that is it.
 */
export async function receivedPayments(
  tx: Ctx,
  rows: readonly { customerId: number; invoiceId: string; knownId: number | undefined }[],
): Promise<(customerId: number, invoiceId: string) => ReceivedFor> {
  const subjectOf = (customerId: number, number: string) => invoiceSubject(customerId, number);
  const noted = await notedLines(tx, SOURCE, FOR_INVOICE, [
    ...new Set(rows.map(({ customerId, invoiceId }) => subjectOf(customerId, invoiceId))),
  ]);
  const customers = [...new Set(rows.map(({ customerId }) => customerId))];
  const wanted = new Set(rows.map((row) => subjectOf(row.customerId, row.invoiceId)));
  const bySubject = new Map(
    [...noted].map(([subject, notes]) => [
      subject,
      new Set(notes.map(({ content }) => Number(content))),
    ]),
  );
  for (const { id, customerId, reference, isCashLine } of await findReferences(tx.db, customers)) {
    const subject = subjectOf(customerId, reference);
    if (!isCashLine || !wanted.has(subject)) continue;
    bySubject.set(subject, (bySubject.get(subject) ?? new Set()).add(id));
  }
  const ids = [...new Set([...bySubject.values()].flatMap((one) => [...one]))];
  if (ids.length === 0) return () => ({ elsewhereUsd: ZERO, ids: [] });
  const found = await findPaymentsById(tx.db, ids);
  const payments = new Map(
    found.filter(({ status }) => status === 'recorded').map((payment) => [payment.id, payment]),
  );
  const allocated = groupedBy(
    await findAllocationsOfPayments(tx.db, [...payments.keys()]),
    ({ invoiceId }) => invoiceId,
  );
  const knownIds = new Map(
    rows.map(({ customerId, invoiceId, knownId }) => [subjectOf(customerId, invoiceId), knownId]),
  );
  return (customerId, invoiceId) => {
    const subject = subjectOf(customerId, invoiceId);
    const own = [...(bySubject.get(subject) ?? [])]
      .flatMap((id) => payments.get(id) ?? [])
      .filter((payment) => payment.customerId === customerId)
      .sort((a, b) => a.id - b.id);
    const ownIds = new Set(own.map(({ id }) => id));
    const here = (allocated.get(knownIds.get(subject) ?? 0) ?? []).filter(({ paymentId }) =>
      ownIds.has(paymentId),
    );
    const all = sumOf(own, ({ amountUsd }) => amountUsd);
    const settled = sumOf(here, ({ amountUsd }) => amountUsd);
    return { elsewhereUsd: subtractCents(all, settled), ids: [...ownIds] };
  };
}

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
