import { inSafe } from '../../accounting/cash/rules.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import type { NewInvoice } from '../invoices/queries-new.ts';
import { type Unsettled, unsettled } from '../invoices/rules-record.ts';
import { findCredits, insertPayments } from '../payments/queries.ts';
import { moneyAccountOf } from '../payments/rules-accounts.ts';
import { applyUses, postingsOfReceipts, settleFromCredit } from '../payments/service-settlement.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import type { PlannedPayment } from './rules-types.ts';

/** An invoice with its payment from the file. */
export interface Paid {
  invoice: Unsettled;
  payment: PlannedPayment;
}

/** Records one payment per paid invoice, allocated to that invoice only. Returns the postings. */
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
      currency: 'USD',
      moneyAccount: moneyAccountOf({ ...payment, currency: 'USD' }),
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
  return (await postingsOfReceipts(tx, payments, parts)).map(inSafe);
}

/** Settles new invoices from their customers' credit (decision 5). Returns the postings. */
export async function applyCredits(tx: Ctx, invoices: readonly NewInvoice[]): Promise<Posting[]> {
  if (invoices.length === 0) return [];
  const credits = await findCredits(tx.db, [...new Set(invoices.map((i) => i.customerId))]);
  if (credits.length === 0) return [];
  const owners = [...new Set(credits.map(({ customerId }) => customerId))];
  return settleFromCredit(tx, credits, await findOpenInvoices(tx.db, owners, tx.today));
}

/** Settles new invoices from the payments that were recorded for them before. Returns the postings. */
export async function settleRecorded(
  tx: Ctx,
  settled: readonly { invoice: NewInvoice; paymentId: number }[],
): Promise<Posting[]> {
  if (settled.length === 0) return [];
  const ids = new Set(settled.map(({ paymentId }) => paymentId));
  const owners = [...new Set(settled.map(({ invoice }) => invoice.customerId))];
  const credits = (await findCredits(tx.db, owners)).filter(({ id }) => ids.has(id));
  return settleFromCredit(
    tx,
    credits,
    settled.map(({ invoice }) => unsettled(invoice)),
  );
}

/** Restores customers suspended by the 15-day rule who have no overdue invoice any more (decision 3). */
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
