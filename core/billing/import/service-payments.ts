import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import type { NewInvoice } from '../invoices/queries-new.ts';
import { findCredits, insertPayments } from '../payments/queries.ts';
import { applyUses, postingsOfReceipts, settleFromCredit } from '../payments/service-settlement.ts';
import type { PaymentFacts } from '../postings.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import type { PlannedPayment } from './rules.ts';

/** An invoice that the file says was paid. */
export interface Paid {
  invoice: Parameters<typeof applyUses>[2][number];
  payment: PlannedPayment;
}

/** A new invoice, as a payment finds it. */
export function unsettled(invoice: NewInvoice): Paid['invoice'] {
  return {
    ...invoice,
    since: invoice.billDate,
    paid: ZERO,
    paymentAccount: null,
    paymentReference: '',
  };
}

/** One payment for each paid invoice, settling it and no other. Answers the postings. */
export async function addPayments(
  tx: Ctx,
  paid: readonly Paid[],
  accounts: ReadonlyMap<number, CustomerRecord>,
  rates: ReadonlyMap<IsoDate, Cents>,
): Promise<Posting[]> {
  if (paid.length === 0) return [];
  const numbers = await takeReceiptNumbers(
    tx,
    'payment',
    paid.map(({ payment }) => payment.date),
  );
  const ids = await insertPayments(
    tx.db,
    paid.map(({ invoice, payment }, index) => ({
      receiptNumber: numbers[index]!,
      customerId: invoice.customerId,
      kind: 'payment',
      paymentDate: payment.date,
      account: payment.account,
      currency: 'USD',
      amount: payment.amount,
      ssp: usdToSsp(payment.amount, rates.get(payment.date)!),
      rate: rates.get(payment.date)!,
      unallocated: ZERO,
      reference: payment.reference,
      notes: '',
    })),
    { at: tx.now, by: actorName(tx.actor) },
  );
  const parts = await applyUses(
    tx,
    paid.map(({ invoice, payment }, index) => ({
      paymentId: ids[index]!,
      invoiceId: invoice.id,
      amount: payment.amount,
    })),
    paid.map(({ invoice }) => invoice),
    paid.map(({ payment }, index) => ({ id: ids[index]!, ...payment })),
  );
  const received = paid.map(
    ({ invoice, payment }, index): PaymentFacts => ({
      id: ids[index]!,
      receiptNumber: numbers[index]!,
      customerId: invoice.customerId,
      customerName: accounts.get(invoice.customerId)!.name,
      date: payment.date,
      kind: 'payment',
      account: payment.account,
      amount: payment.amount,
      unallocated: ZERO,
      version: 1,
    }),
  );
  return postingsOfReceipts(tx, received, parts);
}

/** Customers with credit do not owe: it takes up their new invoices (decision 5). */
export async function takeUpCredits(tx: Ctx, invoices: readonly NewInvoice[]): Promise<Posting[]> {
  if (invoices.length === 0) return [];
  const credits = await findCredits(tx.db, [...new Set(invoices.map((i) => i.customerId))]);
  if (credits.length === 0) return [];
  const owners = [...new Set(credits.map(({ customerId }) => customerId))];
  return settleFromCredit(tx, credits, await findOpenInvoices(tx.db, owners, tx.today));
}

/** Whoever the 15-day rule had suspended and a payment or a later due date has freed is restored (decision 3). */
export async function restoreSuspended(
  tx: Ctx,
  accounts: ReadonlyMap<number, CustomerRecord>,
  customerIds: readonly number[],
): Promise<void> {
  await restoreSettled(
    tx,
    [...new Set(customerIds)].map((id) => accounts.get(id)!),
  );
}
