import { inSafe } from '../../accounting/cash/rules.ts';
import { reversalDate } from '../../accounting/import/rules-undo.ts';
import { releaseKeys, reverseImportedEntries } from '../../accounting/import/service-undo.ts';
import type { Posting } from '../../accounting/rules.ts';
import { lockedMonths } from '../../accounting/service.ts';
import { post, postedEntryIds } from '../../accounting/service-post.ts';
import type { Ctx } from '../../context.ts';
import { lockAccountMarks } from '../../customers/service-billing.ts';
import { removeImported } from '../../customers/service-removal.ts';
import { groupedBy } from '../../kernel/groups.ts';
import type { Created, KeptRecord, Touched } from '../../kernel/imported.ts';
import { addCents, sumOf } from '../../kernel/money.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { closeDisputes } from '../disputes/service-close.ts';
import { findOpenInvoices, invoices as invoiceRecords } from '../invoices/queries.ts';
import { UNPAID } from '../invoices/rules-record.ts';
import {
  findAllocationsOfInvoices,
  findAllocationsOfPayments,
  findCredits,
  findPaymentsById,
  updateUnallocated,
} from '../payments/queries.ts';
import { settleFromCredit } from '../payments/service-settlement.ts';
import { creditReleased, invoiceReversed } from '../postings.ts';
import * as queries from './queries-undo.ts';
import {
  type CreatedDocuments,
  heldDocuments,
  planUndo,
  undoneNotes,
  undoneNumber,
} from './rules-undo.ts';
import { markReplacedUndone, watchTouched } from './service-touched.ts';
import { partOf, reversePayments, type Undo } from './service-undo-payments.ts';

/** The records that a batch of an import created. */
export interface CreatedRecords {
  customers: readonly Created[];
  invoices: readonly Created[];
  payments: readonly Created[];
  /** Entries, by the ids of their lines in the file. */
  entries: readonly Created[];
  cashLines: readonly Created[];
}

export interface UndoOptions {
  runId: number;
  /** Documents of the run whose undo follows: no credit is settled with them or by them until then. */
  later: { invoices: ReadonlySet<number>; payments: ReadonlySet<number> };
  /** Documents of earlier imports that the batch has settled or changed. */
  touched: Touched;
}

export interface UndoneRecords {
  removed: number;
  reversed: number;
  kept: KeptRecord[];
}

/**
 * Undoes what a batch of an import created, in a constant number of statements: payments are reversed and invoices
 * cancelled, each with its posting, and their numbers set free; customers whom nothing names are removed. What was
 * changed since, or has followers, stays and is answered with the reason. Credit that had settled the invoices settles
 * other open ones of the customer, as always. The caller writes the audit line of the whole undo.
 * @throws AppError rule when the month of today is locked and there is something to reverse.
 */
export async function undoImported(
  tx: Ctx,
  created: CreatedRecords,
  { runId, later, touched }: UndoOptions,
): Promise<UndoneRecords> {
  const versions = (records: readonly Created[]) =>
    new Map(records.map(({ id, version }) => [id, version]));
  const documents: CreatedDocuments = {
    invoices: versions(created.invoices),
    payments: versions(created.payments),
  };
  const invoiceIds = [...documents.invoices.keys()];
  const paymentIds = [...documents.payments.keys()];
  const owners = await queries.findOwners(tx.db, invoiceIds, paymentIds);
  const idsOf = (documents: readonly { id: number }[]) => documents.map(({ id }) => id);
  const others = await queries.findOwners(tx.db, idsOf(touched.invoices), idsOf(touched.payments));
  const accounts = await lockAccountMarks(tx, [
    ...new Set([...owners, ...others, ...created.customers.map(({ id }) => id)]),
  ]);
  const takeBack = await watchTouched(tx, touched);
  const invoices = await queries.findInvoices(tx.db, invoiceIds);
  const payments = await queries.findPayments(tx.db, paymentIds);
  const allocations = [
    ...(await findAllocationsOfPayments(tx.db, paymentIds)),
    ...(await findAllocationsOfInvoices(tx.db, invoiceIds)),
  ];
  const emailed = await queries.findEmailed(tx.db, invoiceIds);
  const plan = planUndo(documents, { invoices, payments, allocations, emailed });
  const undo: Undo = {
    runId,
    today: tx.today,
    lockedMonths: await lockedMonths(tx),
    cancel: invoices.filter(({ id }) => plan.cancel.has(id)),
    reverse: payments.filter(({ id }) => plan.reverse.has(id)),
  };
  const entries = await reverseEntries(tx, created, undo);
  await markReplacedUndone(tx, runId, { invoices, payments }, plan.replaced);
  const postings = [
    ...entries.postings,
    ...(await reversePayments(tx, undo)).map(inSafe),
    ...(await cancelInvoices(tx, undo)),
  ];
  const held = heldDocuments(allocations, documents, plan);
  const replaced = await takeBack((table, id) => held[table].has(id));
  const ids = idsOf(accounts);
  if (owners.length > 0) postings.push(...(await settle(tx, ids, later)));
  await restoreSettled(tx, accounts);
  const busy = await queries.findWithDocuments(
    tx.db,
    created.customers.map(({ id }) => id),
  );
  const customers = await removeImported(tx, created.customers, {
    runId,
    documents: ['invoices', 'payments'],
    hasOnlyUndone: (id) => !busy.has(id),
  });
  await post(tx, postings);
  return {
    removed: customers.removed,
    reversed: undo.cancel.length + undo.reverse.length + entries.reversed,
    kept: [...plan.kept, ...replaced, ...entries.kept, ...customers.kept],
  };
}

async function reverseEntries(tx: Ctx, created: CreatedRecords, undo: Undo) {
  const idsOf = (records: readonly Created[]) => records.map(({ id }) => id);
  const lines = await reverseImportedEntries(tx, 'import.cash', idsOf(created.cashLines), undo);
  const entries = await reverseImportedEntries(
    tx,
    'import.accounting',
    idsOf(created.entries),
    undo,
  );
  await releaseKeys(
    tx,
    undo.reverse.map(({ id }) => id),
    undo.runId,
  );
  return {
    reversed: lines.postings.length + entries.postings.length,
    postings: [...lines.postings, ...entries.postings],
    kept: [...lines.kept, ...entries.kept],
  };
}

/** As the cancellation of a single invoice (invoices/service-corrections.ts), for many. Returns the postings. */
async function cancelInvoices(tx: Ctx, undo: Undo): Promise<Posting[]> {
  const { runId, cancel } = undo;
  if (cancel.length === 0) return [];
  const ids = cancel.map(({ id }) => id);
  const lines = await queries.findLinesOfInvoices(tx.db, ids);
  const entries = await postedEntryIds(tx, 'invoice', ids);
  const released = await releaseCredit(tx, ids);
  await closeDisputes(tx, cancel, { outcome: 'upheld', note: 'The import was undone.' });
  await invoiceRecords.updateMany(
    tx.db,
    cancel.map(({ id, notes }) => ({
      id,
      ...UNPAID,
      status: 'cancelled' as const,
      notes: undoneNotes(notes, runId),
    })),
    ['paidUsd', 'paidDate', 'paymentAccount', 'paymentReference', 'status', 'notes'],
  );
  const renamed = cancel.map(({ id, invoiceId }) => ({
    id,
    number: undoneNumber(invoiceId, runId),
  }));
  await queries.markUndone(tx.db, 'invoices', runId, renamed);
  const reversed = cancel.map((invoice) => {
    const own = lines.get(invoice.id)!;
    const date = reversalDate(invoice.billDate, undo);
    return invoiceReversed({ ...invoice, lines: own }, date, entries.get(invoice.id)!);
  });
  return [...released, ...reversed];
}

/** Turns what other payments had settled of invoices into credit again (see `releaseExcess`). Returns the postings. */
async function releaseCredit(tx: Ctx, invoiceIds: readonly number[]): Promise<Posting[]> {
  const allocations = await findAllocationsOfInvoices(tx.db, invoiceIds);
  if (allocations.length === 0) return [];
  await queries.removeAllocationsOn(tx.db, invoiceIds);
  const freed = groupedBy(allocations, ({ paymentId }) => paymentId);
  const moves = (await findPaymentsById(tx.db, [...freed.keys()])).map((payment) => {
    const own = freed.get(payment.id)!;
    const amountUsd = sumOf(own, (part) => part.amountUsd);
    return {
      id: payment.id,
      unallocatedUsd: addCents(payment.unallocatedUsd, amountUsd),
      postings: creditReleased({ payment, parts: own.map(partOf), date: tx.today }),
    };
  });
  await updateUnallocated(
    tx.db,
    moves.map(({ postings, ...move }) => ({ ...move, moves: postings.length })),
  );
  return moves.flatMap(({ postings }) => postings);
}

/** Settles open invoices from the customers' credit, without the documents that are undone later. */
async function settle(
  tx: Ctx,
  customerIds: readonly number[],
  later: UndoOptions['later'],
): Promise<Posting[]> {
  const found = await findCredits(tx.db, customerIds);
  const credits = found.filter(({ id }) => !later.payments.has(id));
  if (credits.length === 0) return [];
  const holders = [...new Set(credits.map(({ customerId }) => customerId))];
  const open = await findOpenInvoices(tx.db, holders, tx.today);
  return settleFromCredit(
    tx,
    credits,
    open.filter(({ id }) => !later.invoices.has(id)),
  );
}
