import type { Posting } from '../../accounting/rules.ts';
import { lockedMonths } from '../../accounting/service.ts';
import type { Ctx } from '../../context.ts';
import { type IsoMonth, monthOf } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { addCents, type Cents, subtractCents, sumOf } from '../../kernel/money.ts';
import { closeDisputes } from '../disputes/service-close.ts';
import * as invoiceQueries from '../invoices/queries.ts';
import { type InvoiceRecord, openOf, type Unsettled } from '../invoices/rules-record.ts';
import {
  creditApplied,
  creditReleased,
  type PaymentFacts,
  paymentReceived,
  type SettledPart,
} from '../postings.ts';
import * as paymentQueries from './queries.ts';
import {
  allocateCredit,
  allocationOrder,
  type CreditUse,
  excessAllocations,
  settledStatus,
} from './rules-settlement.ts';
import type { Payment, PaymentAccount } from './schema.ts';

/** The fields of a payment that an invoice shows. */
export type SettledBy = Pick<Payment, 'id' | 'paymentDate' | 'account' | 'reference'>;

/**
 * Writes allocations and the paid amounts of the invoices; a dispute of one that is paid closes (decision 120). The accounts
 * must be locked. Returns the settled
 * parts by payment id.
 */
export async function applyUses(
  tx: Ctx,
  uses: readonly CreditUse[],
  invoices: readonly Unsettled[],
  payments: readonly SettledBy[],
): Promise<Map<number, SettledPart[]>> {
  const invoiceById = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const paymentById = new Map(payments.map((payment) => [payment.id, payment]));
  const settlements = new Map<number, invoiceQueries.Settlement>();
  const parts = new Map<number, SettledPart[]>();
  for (const use of uses) {
    const invoice = invoiceById.get(use.invoiceId)!;
    const payment = paymentById.get(use.paymentId)!;
    const paidBefore = settlements.get(invoice.id)?.paidUsd ?? invoice.paidUsd;
    const paidUsd = addCents(paidBefore, use.amountUsd);
    const status = settledStatus({ ...invoice, paidUsd });
    settlements.set(invoice.id, {
      id: invoice.id,
      paidUsd,
      status,
      paidDate: status === 'paid' ? payment.paymentDate : null,
      paymentAccount: payment.account ?? invoice.paymentAccount,
      paymentReference: payment.reference || invoice.paymentReference,
    });
    parts.set(use.paymentId, [
      ...(parts.get(use.paymentId) ?? []),
      { account: invoice.receivableAccount, amountUsd: use.amountUsd, since: invoice.since },
    ]);
  }
  const paid = [...settlements.values()].filter(({ status }) => status === 'paid');
  await closeDisputes(
    tx,
    paid.map(({ id }) => invoiceById.get(id)!),
    { outcome: 'paid' },
  );
  await invoiceQueries.updateSettlements(tx.db, [...settlements.values()]);
  await paymentQueries.insertAllocations(tx.db, uses);
  return parts;
}

/**
 * Settles open invoices from the customers' credit, oldest first, so that no customer has credit and debt
 * at the same time (decision 5). The accounts must be locked; `invoices` are open ones of these customers,
 * read after the lock. Returns the postings, which the caller posts last.
 */
export async function settleFromCredit(
  tx: Ctx,
  credits: readonly Payment[],
  invoices: readonly Unsettled[],
): Promise<Posting[]> {
  const uses: CreditUse[] = [];
  const customerOf = ({ customerId }: { customerId: number }) => customerId;
  const invoicesOf = groupedBy(invoices, customerOf);
  for (const [customerId, own] of groupedBy(credits, customerOf)) {
    const open = allocationOrder(invoicesOf.get(customerId) ?? []);
    uses.push(
      ...allocateCredit(
        own,
        open.map((invoice) => ({ id: invoice.id, openUsd: openOf(invoice) })),
      ),
    );
  }
  return useCredit(tx, credits, invoices, uses);
}

/** Settles open invoices from credit by the given uses. The accounts must be locked. Returns the postings. */
export async function useCredit(
  tx: Ctx,
  credits: readonly Payment[],
  invoices: readonly Unsettled[],
  uses: readonly CreditUse[],
): Promise<Posting[]> {
  if (uses.length === 0) return [];
  const parts = await applyUses(
    tx,
    uses,
    invoices,
    credits.map(({ id, account, reference }) => ({
      id,
      paymentDate: tx.today,
      account,
      reference,
    })),
  );
  const moves = credits
    .filter((credit) => parts.has(credit.id))
    .map((credit) => {
      const own = parts.get(credit.id)!;
      const unallocatedUsd = subtractCents(credit.unallocatedUsd, totalOfParts(own));
      const postings = creditApplied({ payment: credit, parts: own, date: tx.today });
      return { id: credit.id, unallocatedUsd, postings };
    });
  await writeMoves(tx, moves);
  return moves.flatMap(({ postings }) => postings);
}

/** Updates the unallocated amounts after changes of credit, counting one version per posting. */
async function writeMoves(
  tx: Ctx,
  moves: readonly { id: number; unallocatedUsd: Cents; postings: readonly Posting[] }[],
): Promise<void> {
  await paymentQueries.updateUnallocated(
    tx.db,
    moves.map(({ id, unallocatedUsd, postings }) => ({
      id,
      unallocatedUsd,
      moves: postings.length,
    })),
  );
}

/** The postings of new payments and of the invoices that they settle. */
export async function postingsOfReceipts(
  tx: Ctx,
  payments: readonly PaymentFacts[],
  parts: ReadonlyMap<number, readonly SettledPart[]>,
): Promise<Posting[]> {
  const isAhead = (payment: PaymentFacts) =>
    parts.get(payment.id)?.some(({ since }) => since > payment.paymentDate);
  const locked = payments.some(isAhead) ? await lockedMonths(tx) : new Set<IsoMonth>();
  const received = payments.map((payment) => {
    // If the month in which the invoice is booked is locked, the credit is applied today.
    const own = (parts.get(payment.id) ?? []).map((part) =>
      part.since > payment.paymentDate && locked.has(monthOf(part.since))
        ? { ...part, since: tx.today }
        : part,
    );
    const { receipt, applied } = paymentReceived(payment, own);
    const { id, unallocatedUsd } = payment;
    return { id, unallocatedUsd, receipt, postings: applied };
  });
  await writeMoves(
    tx,
    received.filter(({ postings }) => postings.length > 0),
  );
  return received.flatMap(({ receipt, postings }) => [receipt, ...postings]);
}

/** `settleFromCredit` for one customer; the account must be locked. */
export async function settleAccount(tx: Ctx, customerId: number): Promise<Posting[]> {
  const credits = await paymentQueries.findCredits(tx.db, [customerId]);
  if (credits.length === 0) return [];
  return settleFromCredit(
    tx,
    credits,
    await invoiceQueries.findOpenInvoices(tx.db, [customerId], tx.today),
  );
}

/** The sum of the parts of a payment, in US cents. */
export function totalOfParts(parts: readonly { amountUsd: Cents }[]): Cents {
  return sumOf(parts, ({ amountUsd }) => amountUsd);
}

/**
 * Gives what is allocated to an invoice above `keep` back to the payments and credits that it came from, the latest first:
 * it is their credit again, money as money and a grant as a grant (decision 64). The invoice's own credit notes are the
 * last. The account must be locked. Returns the postings, which the caller posts last.
 */
export async function releaseExcess(
  tx: Ctx,
  invoice: Pick<InvoiceRecord, 'id' | 'paidUsd' | 'receivableAccount' | 'billDate'>,
  keep: Cents,
): Promise<Posting[]> {
  if (invoice.paidUsd <= keep) return [];
  const allocations = await paymentQueries.findAllocationsOfInvoices(tx.db, [invoice.id]);
  const isOwnNote = (one: { creditedInvoiceId: number | null }) =>
    one.creditedInvoiceId === invoice.id;
  const inOrder = [
    ...allocations.filter(isOwnNote),
    ...allocations.filter((one) => !isOwnNote(one)),
  ];
  const freed = excessAllocations(inOrder, keep);
  const ids = freed.map(({ paymentId }) => paymentId);
  const payments = new Map(
    (await paymentQueries.findPaymentsById(tx.db, ids)).map((payment) => [payment.id, payment]),
  );
  await paymentQueries.reduceAllocations(tx.db, invoice.id, freed);
  const moves = freed.map(({ paymentId, amountUsd }) => {
    const payment = payments.get(paymentId)!;
    return {
      id: paymentId,
      unallocatedUsd: addCents(payment.unallocatedUsd, amountUsd),
      postings: creditReleased({
        payment,
        parts: [{ account: invoice.receivableAccount, amountUsd, since: invoice.billDate }],
        date: tx.today,
      }),
    };
  });
  await writeMoves(tx, moves);
  return moves.flatMap(({ postings }) => postings);
}

/** The latest account and the latest reference of the allocations of an invoice, given oldest first. */
export function latestDetails(
  allocations: readonly { account: PaymentAccount | null; reference: string }[],
): { paymentAccount: PaymentAccount | null; paymentReference: string } {
  return {
    paymentAccount: allocations.findLast(({ account }) => account)?.account ?? null,
    paymentReference: allocations.findLast(({ reference }) => reference)?.reference ?? '',
  };
}
