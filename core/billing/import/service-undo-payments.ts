import { type ReversalFacts, reversalDate } from '../../accounting/import/rules-undo.ts';
import type { Posting } from '../../accounting/rules.ts';
import type { Ctx } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { laterDate } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { subtractCents, sumOf, ZERO } from '../../kernel/money.ts';
import { findInvoicesById, markReopened, updateSettlements } from '../invoices/queries.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import {
  findAllocationsOfInvoices,
  findAllocationsOfPayments,
  payments as paymentRecords,
} from '../payments/queries.ts';
import { settledStatus } from '../payments/rules-settlement.ts';
import type { Payment } from '../payments/schema.ts';
import { latestDetails } from '../payments/service-settlement.ts';
import { paymentReversed, type SettledPart } from '../postings.ts';
import * as queries from './queries-undo.ts';
import { isBookedOnOwnDay, undoneNumber } from './rules-undo.ts';

type Allocation = Awaited<ReturnType<typeof findAllocationsOfPayments>>[number];

/** What the undo of a batch cancels and reverses. */
export interface Undo extends ReversalFacts {
  runId: number;
  cancel: readonly InvoiceRecord[];
  reverse: readonly Payment[];
}

/** What an allocation has settled, for the postings. */
export function partOf({ receivableAccount, amountUsd, billDate }: Allocation): SettledPart {
  return { account: receivableAccount, amountUsd, since: billDate };
}

/** As `undo` of a single payment (payments/service.ts), for many. Returns the postings. */
export async function reversePayments(tx: Ctx, undo: Undo): Promise<Posting[]> {
  const { runId, reverse, cancel } = undo;
  if (reverse.length === 0) return [];
  const ids = reverse.map(({ id }) => id);
  const allocations = await findAllocationsOfPayments(tx.db, ids);
  await queries.undoAllocationsOf(tx.db, ids);
  const cancelled = new Set(cancel.map(({ id }) => id));
  await reopen(
    tx,
    allocations.filter(({ invoiceId }) => !cancelled.has(invoiceId)),
  );
  await paymentRecords.updateMany(
    tx.db,
    reverse.map(({ id }) => ({
      id,
      status: 'reversed' as const,
      reversedDate: tx.today,
      reversedAt: tx.now,
      reversedBy: actorName(tx.actor),
      reversalReason: `Undone: import ${runId}`,
      unallocatedUsd: ZERO,
    })),
    ['status', 'reversedDate', 'reversedAt', 'reversedBy', 'reversalReason', 'unallocatedUsd'],
  );
  // Receipt numbers have no gaps (decision 7); those of opening balances are derived from the customer's id.
  const renamed = reverse.map(({ id, kind, receiptId }) => ({
    id,
    number: kind === 'opening' ? undoneNumber(receiptId, runId) : receiptId,
  }));
  await queries.markUndone(tx.db, 'payments', runId, renamed);
  const partsOf = groupedBy(allocations, ({ paymentId }) => paymentId);
  return reverse.flatMap((payment) => {
    const parts = (partsOf.get(payment.id) ?? []).map(partOf);
    const date = isBookedOnOwnDay(payment, parts)
      ? reversalDate(payment.paymentDate, undo)
      : laterDate(tx.today, payment.paymentDate);
    return paymentReversed(payment, parts, date);
  });
}

/** Opens the invoices that reversed payments had settled and that stay. */
async function reopen(tx: Ctx, allocations: readonly Allocation[]): Promise<void> {
  const byInvoice = groupedBy(allocations, ({ invoiceId }) => invoiceId);
  const ids = [...byInvoice.keys()];
  if (ids.length === 0) return;
  const invoices = await findInvoicesById(tx.db, ids);
  const remaining = groupedBy(
    await findAllocationsOfInvoices(tx.db, ids),
    ({ invoiceId }) => invoiceId,
  );
  await markReopened(tx.db, ids, tx.today);
  await updateSettlements(
    tx.db,
    invoices.map((invoice) => {
      const taken = sumOf(byInvoice.get(invoice.id)!, ({ amountUsd }) => amountUsd);
      const paidUsd = subtractCents(invoice.paidUsd, taken);
      return {
        id: invoice.id,
        paidUsd,
        status: settledStatus({ ...invoice, paidUsd }),
        paidDate: null,
        ...latestDetails(remaining.get(invoice.id) ?? []),
      };
    }),
  );
}
