import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import type { NewInvoice } from '../invoices/queries-new.ts';
import type { Unsettled } from '../invoices/rules-record.ts';
import { findCredits, insertPayments } from '../payments/queries.ts';
import { applyUses, postingsOfReceipts, settleFromCredit } from '../payments/service-settlement.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import type { PlannedPayment } from './rules-types.ts';

/** An invoice that the file says was paid. */
export interface Paid {
  invoice: Unsettled;
  payment: PlannedPayment;
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
    paid.map(({ payment }) => payment.paymentDate),
  );
  const received = paid.map(({ invoice, payment }, index) => {
    const exchangeRate = rates.get(payment.paymentDate)!;
    return {
      ...payment,
      receiptId: numbers[index]!,
      customerId: invoice.customerId,
      kind: 'payment',
      currency: 'USD',
      amountSsp: usdToSsp(payment.amountUsd, exchangeRate),
      exchangeRate,
      unallocatedUsd: ZERO,
      notes: '',
      status: 'recorded',
      createdAt: tx.now,
      createdBy: actorName(tx.actor),
    } as const;
  });
  const ids = await insertPayments(tx.db, received);
  const payments = received.map((payment, index) => {
    const customerName = accounts.get(payment.customerId)!.name;
    return { ...payment, id: ids[index]!, customerName, version: 1 };
  });
  const parts = await applyUses(
    tx,
    paid.map(({ invoice, payment }, index) => ({
      paymentId: ids[index]!,
      invoiceId: invoice.id,
      amountUsd: payment.amountUsd,
    })),
    paid.map(({ invoice }) => invoice),
    payments,
  );
  return postingsOfReceipts(tx, payments, parts);
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
