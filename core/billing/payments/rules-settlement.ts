import type { IsoDate } from '../../kernel/dates.ts';
import { type Cents, minCents, subtractCents } from '../../kernel/money.ts';
import type { InvoiceStatus } from '../invoices/schema.ts';

export interface OpenInvoice {
  id: number;
  open: Cents;
}

export interface Allocation {
  invoiceId: number;
  amount: Cents;
}

/** Spreads an amount over invoices in the given order; what is left over is the customer's credit (decision 5). */
export function allocate(
  available: Cents,
  invoices: readonly OpenInvoice[],
): { allocations: Allocation[]; rest: Cents } {
  let rest = available;
  const allocations: Allocation[] = [];
  for (const { id, open } of invoices) {
    const amount = minCents(rest, open);
    if (amount <= 0) continue;
    allocations.push({ invoiceId: id, amount });
    rest = subtractCents(rest, amount);
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

export interface CreditSource {
  paymentId: number;
  unallocated: Cents;
}

export interface CreditUse {
  paymentId: number;
  invoiceId: number;
  amount: Cents;
}

/** Lets credits, oldest first, take up open invoices in order. */
export function takeUpCredit(
  credits: readonly CreditSource[],
  invoices: readonly OpenInvoice[],
): CreditUse[] {
  const left = invoices.map((invoice) => ({ ...invoice }));
  const uses: CreditUse[] = [];
  for (const { paymentId, unallocated } of credits) {
    for (const { invoiceId, amount } of allocate(unallocated, left).allocations) {
      uses.push({ paymentId, invoiceId, amount });
      const invoice = left.find(({ id }) => id === invoiceId)!;
      invoice.open = subtractCents(invoice.open, amount);
    }
  }
  return uses;
}

/** What payments, given oldest first, settled beyond the first `keep` cents: the parts to take back. */
export function settledBeyond(
  settled: readonly { paymentId: number; amount: Cents }[],
  keep: Cents,
): { paymentId: number; amount: Cents }[] {
  let kept = keep;
  const beyond = [];
  for (const { paymentId, amount } of settled) {
    const stays = minCents(amount, kept);
    kept = subtractCents(kept, stays);
    if (stays < amount) beyond.push({ paymentId, amount: subtractCents(amount, stays) });
  }
  return beyond;
}

/** The status that the paid amount implies; a hand-set 'overdue' stays until it is paid. */
export function settledStatus(amount: Cents, paid: Cents, current: InvoiceStatus): InvoiceStatus {
  if (current === 'cancelled') return 'cancelled';
  if (paid === amount) return 'paid';
  return current === 'overdue' ? 'overdue' : 'pending';
}
