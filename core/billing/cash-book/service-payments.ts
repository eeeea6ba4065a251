import { inSafe } from '../../accounting/cash/rules.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { actorName } from '../../identity/actor.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { subtractCents, usdToSsp } from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { findOpenInvoices } from '../invoices/queries.ts';
import { openOf } from '../invoices/rules-record.ts';
import { insertPayments } from '../payments/queries.ts';
import { moneyAccountOf } from '../payments/rules-accounts.ts';
import { allocate, allocationOrder, type CreditUse } from '../payments/rules-settlement.ts';
import { applyUses, postingsOfReceipts } from '../payments/service-settlement.ts';
import { takeReceiptNumbers } from '../service-numbers.ts';
import type { PlannedCash } from './rules.ts';

export type PlannedPayment = PlannedCash & { kind: 'payment' };

/**
 * Records payments by the rules of `recordPayment`, in a fixed number of statements: each settles the
 * invoice that it names, then the oldest open ones of its customer, the rest is their credit (decision 5). The accounts are locked; payments of one customer come
 * in the given order. Returns the ids of the payments, and the postings, which the caller posts last.
 */
export async function addCashPayments(
  tx: Ctx,
  planned: readonly PlannedPayment[],
  accounts: ReadonlyMap<number, CustomerRecord>,
): Promise<{ ids: number[]; postings: Posting[] }> {
  if (planned.length === 0) return { ids: [], postings: [] };
  const payers = [...new Set(planned.map(({ customerId }) => customerId))];
  const open = await findOpenInvoices(tx.db, payers, tx.today);
  const shares = sharesOf(planned, open);
  const numbers = await takeReceiptNumbers(
    tx,
    'payment',
    planned.map(({ date }) => date),
  );
  const received = planned.map((payment, index) => {
    const { amountUsd, exchangeRate, currency, amount } = payment;
    return {
      receiptId: numbers[index]!,
      customerId: payment.customerId,
      kind: payment.paymentKind,
      paymentDate: payment.date,
      account: payment.paymentAccount,
      moneyAccount: moneyAccountOf({
        kind: payment.paymentKind,
        account: payment.paymentAccount,
        currency,
      }),
      currency,
      amountUsd,
      amountSsp: currency === 'SSP' ? amount : usdToSsp(amountUsd, exchangeRate),
      exchangeRate,
      unallocatedUsd: shares[index]!.rest,
      reference: payment.reference,
      notes: [payment.description, payment.foreign?.note].filter(Boolean).join('\n'),
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
  const uses = shares.flatMap(({ allocations }, index) =>
    allocations.map((allocation): CreditUse => ({ paymentId: ids[index]!, ...allocation })),
  );
  const parts = await applyUses(tx, uses, open, payments);
  await restoreSettled(
    tx,
    payers.map((id) => accounts.get(id)!),
  );
  const postings = await postingsOfReceipts(tx, payments, parts);
  return { ids, postings: postings.map(inSafe) };
}

/** How each payment is divided among the open invoices of its customer, after those before it. */
function sharesOf(
  planned: readonly PlannedPayment[],
  open: Awaited<ReturnType<typeof findOpenInvoices>>,
): ReturnType<typeof allocate>[] {
  const byCustomer = groupedBy(open, ({ customerId }) => customerId);
  const left = new Map(
    [...byCustomer].map(([id, invoices]) => [
      id,
      allocationOrder(invoices).map((invoice) => ({ id: invoice.id, openUsd: openOf(invoice) })),
    ]),
  );
  return planned.map(({ customerId, amountUsd, invoiceId }) => {
    const all = left.get(customerId) ?? [];
    // The invoice that the line names comes first.
    const invoices = [
      ...all.filter(({ id }) => id === invoiceId),
      ...all.filter(({ id }) => id !== invoiceId),
    ];
    const share = allocate(amountUsd, invoices);
    for (const { invoiceId, amountUsd: used } of share.allocations) {
      const invoice = invoices.find(({ id }) => id === invoiceId)!;
      invoice.openUsd = subtractCents(invoice.openUsd, used);
    }
    return share;
  });
}
