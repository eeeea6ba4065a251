import { inSafe } from '../../accounting/cash/rules.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, minCents, subtractCents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import type { NewInvoice } from '../invoices/queries-new.ts';
import { openOf, type Unsettled } from '../invoices/rules-record.ts';
import { findCredits, insertPayments } from '../payments/queries.ts';
import { moneyAccountOf } from '../payments/rules-accounts.ts';
import type { CreditUse } from '../payments/rules-settlement.ts';
import {
  applyUses,
  postingsOfReceipts,
  settleFromCredit,
  useCredit,
} from '../payments/service-settlement.ts';
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

/**
 * Settles new invoices from the payments that were recorded for them before, as far as these have credit left. Returns the
 * postings.
 */
export async function settleRecorded(
  tx: Ctx,
  settled: readonly { invoiceId: number; paymentId: number }[],
  invoices: readonly NewInvoice[],
): Promise<Posting[]> {
  if (settled.length === 0) return [];
  const ids = new Set(settled.map(({ paymentId }) => paymentId));
  const wanted = new Set(settled.map(({ invoiceId }) => invoiceId));
  const owners = invoices.flatMap(({ id, customerId }) => (wanted.has(id) ? customerId : []));
  const payers = [...new Set(owners)];
  const credits = (await findCredits(tx.db, payers)).filter(({ id }) => ids.has(id));
  if (credits.length === 0) return [];
  const open = await findOpenInvoices(tx.db, payers, tx.today);
  const left = new Map(credits.map(({ id, unallocatedUsd }) => [id, unallocatedUsd]));
  const openUsd = new Map(open.map((invoice) => [invoice.id, openOf(invoice)]));
  const uses = settled.flatMap(({ invoiceId, paymentId }): CreditUse[] => {
    const amountUsd = minCents(left.get(paymentId) ?? ZERO, openUsd.get(invoiceId) ?? ZERO);
    if (amountUsd <= 0) return [];
    left.set(paymentId, subtractCents(left.get(paymentId)!, amountUsd));
    openUsd.set(invoiceId, subtractCents(openUsd.get(invoiceId)!, amountUsd));
    return [{ paymentId, invoiceId, amountUsd }];
  });
  return useCredit(tx, credits, open, uses);
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
