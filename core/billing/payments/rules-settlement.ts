import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, minCents, subtractCents } from '../../kernel/money.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import type { InvoiceStatus } from '../invoices/schema.ts';
import type { Payment } from './schema.ts';

export interface OpenInvoice {
  id: number;
  openUsd: Cents;
}

export interface Allocation {
  invoiceId: number;
  amountUsd: Cents;
}

/** Allocates an amount to invoices in the given order; the rest is the customer's credit (decision 5). */
export function allocate(
  available: Cents,
  invoices: readonly OpenInvoice[],
): { allocations: Allocation[]; rest: Cents } {
  let rest = available;
  const allocations: Allocation[] = [];
  for (const { id, openUsd } of invoices) {
    const amountUsd = minCents(rest, openUsd);
    if (amountUsd <= 0) continue;
    allocations.push({ invoiceId: id, amountUsd });
    rest = subtractCents(rest, amountUsd);
  }
  return { allocations, rest };
}

/** Chosen invoices first, in the order chosen; then the oldest by due date (decision 5). */
export function allocationOrder<T extends { id: number; dueDate: IsoDate }>(
  open: readonly T[],
  chosen: readonly number[] = [],
): T[] {
  const rank = new Map(chosen.map((id, index) => [id, index]));
  return [...open].sort((a, b) => {
    const byChoice = (rank.get(a.id) ?? chosen.length) - (rank.get(b.id) ?? chosen.length);
    if (byChoice !== 0) return byChoice;
    if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -1 : 1;
    return a.id - b.id;
  });
}

export interface CreditUse extends Allocation {
  paymentId: number;
}

/** Allocates credits, oldest first, to open invoices in the given order. */
export function allocateCredit(
  credits: readonly Pick<Payment, 'id' | 'unallocatedUsd'>[],
  invoices: readonly OpenInvoice[],
): CreditUse[] {
  const left = invoices.map((invoice) => ({ ...invoice }));
  const uses: CreditUse[] = [];
  for (const credit of credits) {
    for (const { invoiceId, amountUsd } of allocate(credit.unallocatedUsd, left).allocations) {
      uses.push({ paymentId: credit.id, invoiceId, amountUsd });
      const invoice = left.find(({ id }) => id === invoiceId)!;
      invoice.openUsd = subtractCents(invoice.openUsd, amountUsd);
    }
  }
  return uses;
}

/** The parts of allocations, given oldest first, above the first `keep` cents. */
export function excessAllocations(
  settled: readonly { paymentId: number; amountUsd: Cents }[],
  keep: Cents,
): { paymentId: number; amountUsd: Cents }[] {
  let kept = keep;
  const beyond = [];
  for (const { paymentId, amountUsd } of settled) {
    const stays = minCents(amountUsd, kept);
    kept = subtractCents(kept, stays);
    if (stays < amountUsd) beyond.push({ paymentId, amountUsd: subtractCents(amountUsd, stays) });
  }
  return beyond;
}

/** The status according to the paid amount; a manual 'overdue' is kept until the invoice is paid. */
export function settledStatus({
  status,
  amountUsd,
  paidUsd,
}: Pick<InvoiceRecord, 'status' | 'amountUsd' | 'paidUsd'>): InvoiceStatus {
  if (status === 'cancelled') return 'cancelled';
  if (paidUsd === amountUsd) return 'paid';
  return status === 'overdue' ? 'overdue' : 'pending';
}
