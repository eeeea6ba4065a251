import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import { actorName } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { assertDateAllowed, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { formatUsd } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import { restoreSettled } from '../disconnect/service.ts';
import type { InvoiceRecord } from '../invoices/rules-record.ts';
import { lockInvoice, updateInvoice } from '../invoices/service-corrections.ts';
import * as queries from './queries.ts';
import {
  type DisputeDecision,
  type DisputeExportQuery,
  type DisputeFilter,
  type DisputeInput,
  type InvoiceDispute,
  invoiceDispute,
} from './schema.ts';
import { closeDisputes } from './service-close.ts';

/** Disputes, the latest first by default; searched by number and customer of the invoice. */
export function listDisputes(ctx: Ctx, filter: DisputeFilter): Promise<Page<InvoiceDispute>> {
  return queries.findDisputes(ctx.db, filter, ctx.today);
}

/** Disputes read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<InvoiceDispute>[] = [
  { header: 'invoiceId', kind: 'text', value: (row) => row.invoiceNumber, width: 18 },
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber, width: 14 },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 32 },
  { header: 'since', kind: 'date', value: (row) => row.since },
  { header: 'days', kind: 'number', value: (row) => row.days },
  { header: 'amountUsd', kind: 'money', value: (row) => row.amountUsd },
  { header: 'openUsd', kind: 'money', value: (row) => row.openUsd },
  { header: 'reason', kind: 'text', value: (row) => row.reason, width: 40 },
  { header: 'ticketId', kind: 'text', value: (row) => row.ticketNumber ?? '', width: 12 },
  { header: 'openedBy', kind: 'text', value: (row) => row.openedBy, width: 24 },
  { header: 'outcome', kind: 'text', value: (row) => row.outcome ?? 'open', width: 12 },
  { header: 'decidedOn', kind: 'date', value: (row) => row.decidedOn },
  { header: 'decidedBy', kind: 'text', value: (row) => row.decidedBy ?? '', width: 24 },
  { header: 'note', kind: 'text', value: (row) => row.note, width: 40 },
];

/** The filtered list as .xlsx or .csv, streamed. */
export async function exportDisputes(ctx: Ctx, query: DisputeExportQuery): Promise<FileAnswer> {
  const file = { name: `disputes-${ctx.today}`, sheetName: 'Disputes', format: query.format };
  return exportFile(file, columns, queries.streamDisputes(ctx.db, query, ctx.today, BATCH));
}

/** How many disputes are open for more than `LONG_DISPUTE_DAYS` days. */
export function countLongDisputes(ctx: Ctx): Promise<number> {
  return queries.countLongOpen(ctx.db, ctx.today);
}

/** Locks the account of an invoice and reads it. @throws AppError notFound. */
export async function lockToDispute(
  tx: Ctx,
  id: number,
): Promise<{ invoice: InvoiceRecord; customer: CustomerRecord }> {
  const { invoice, customers } = await lockInvoice(tx, id);
  assertDisputable(invoice);
  return { invoice, customer: customers.get(invoice.customerId)! };
}

function assertDisputable({ invoiceId, status, disputedSince }: InvoiceRecord): void {
  if (status === 'cancelled')
    breaksRule('invoice.cancelled', 'A cancelled invoice cannot be disputed.');
  if (status === 'paid') {
    breaksRule(
      'invoice.paid',
      `${invoiceId} is paid. Only an invoice with an open amount can be disputed.`,
    );
  }
  if (disputedSince) {
    breaksRule(
      'invoice.disputed',
      `${invoiceId} has been disputed since ${formatDate(disputedSince)}.`,
    );
  }
}

function assertSince(since: IsoDate, { billDate }: InvoiceRecord, today: IsoDate): void {
  if (since > today) invalidField('since', 'An invoice cannot be disputed from a future day on.');
  assertDateAllowed('since', since, today);
  if (since < billDate && since < today)
    invalidField('since', `The invoice is of ${formatDate(billDate)}.`);
}

/**
 * Opens a dispute of an invoice (decision 120): it is still owed, but counts neither for the 15-day rule nor for reminders. A
 * customer whom the rule has suspended for disputed invoices alone is connected again. `makeTicket` is left to the caller.
 * @throws AppError notFound; rule for an invoice that is paid, cancelled or disputed already; invalid for a date in the
 *   future or before the bill date, or a ticket that does not exist or is of another customer.
 */
export async function openDispute(
  ctx: Ctx,
  id: number,
  input: Omit<DisputeInput, 'makeTicket'>,
): Promise<InvoiceDispute> {
  return transact(ctx, async (tx) => {
    const { invoice, customer } = await lockToDispute(tx, id);
    const { since = tx.today, ticketId = null } = input;
    assertSince(since, invoice, tx.today);
    if (ticketId !== null) await assertTicketOf(tx, ticketId, customer);
    const stored = await queries.disputes.insert(tx.db, {
      invoiceId: id,
      since,
      reason: input.reason,
      amountUsd: invoice.amountUsd,
      ticketId,
      openedAt: tx.now,
      openedBy: actorName(tx.actor),
    });
    await restoreSettled(tx, [customer], 'Restored: what is overdue is disputed');
    const dispute = (await queries.getDispute(tx.db, stored.id, tx.today))!;
    const { reason, ticketNumber } = dispute;
    await audit(tx, {
      action: 'invoice.dispute',
      entity: 'invoice',
      entityId: id,
      summary: invoice.invoiceId,
      schema: invoiceDispute,
      after: { since, reason, ...(ticketNumber ? { ticketNumber } : {}) },
    });
    return dispute;
  });
}

async function assertTicketOf(tx: Ctx, ticketId: number, customer: CustomerRecord): Promise<void> {
  const ticket = await queries.lockTicket(tx.db, ticketId);
  if (!ticket) invalidField('ticketId', 'This ticket does not exist.');
  if (ticket.customerId !== customer.id)
    invalidField('ticketId', `${ticket.ticketNumber} is not a ticket of ${customer.name}.`);
}

/**
 * Decides the open dispute of an invoice (decision 120). 'upheld' corrects or cancels the invoice in the same transaction,
 * unless that was done before or the note says why the amount stays. Whatever is still open counts as due today at the
 * earliest, so that the customer has 14 days before the 15-day rule.
 * @throws AppError notFound; conflict for a stale version; rule without an open dispute; invalid for an upheld dispute
 *   without a correction and a note, a corrected amount that is not lower, or a correction with another outcome; as
 *   `updateInvoice` for the correction.
 */
export async function decideDispute(
  ctx: Ctx,
  id: number,
  input: DisputeDecision,
): Promise<InvoiceDispute> {
  const { outcome, note = '' } = input;
  return transact(ctx, async (tx) => {
    const { invoice } = await lockInvoice(tx, id, { version: input.version });
    const open = await queries.findOpen(tx.db, id);
    if (!open) breaksRule('invoice.notDisputed', `${invoice.invoiceId} has no open dispute.`);
    await assertDecision(tx, invoice, open, input);
    await closeDisputes(tx, [invoice], { outcome, note });
    if (input.cancel) await updateInvoice(tx, id, { status: 'cancelled' });
    else if (input.amountUsd) await updateInvoice(tx, id, { amountUsd: input.amountUsd });
    return (await queries.getDispute(tx.db, open.id, tx.today))!;
  });
}

async function assertDecision(
  tx: Ctx,
  invoice: InvoiceRecord,
  open: queries.StoredDispute,
  { outcome, note, amountUsd, cancel }: DisputeDecision,
): Promise<void> {
  const corrects = amountUsd !== undefined || cancel;
  if (corrects && outcome !== 'upheld') {
    invalidField(
      amountUsd === undefined ? 'cancel' : 'amountUsd',
      'The invoice is corrected only if the customer was right.',
    );
  }
  if (amountUsd !== undefined && cancel)
    invalidField('amountUsd', 'A cancelled invoice has no corrected amount.');
  if (amountUsd !== undefined && amountUsd >= invoice.amountUsd) {
    invalidField(
      'amountUsd',
      `The corrected amount must be below ${formatUsd(invoice.amountUsd)}.`,
    );
  }
  if (outcome !== 'upheld' || corrects || note) return;
  if (invoice.amountUsd < open.amountUsd) return;
  if (await queries.hasCreditNoteSince(tx.db, invoice.id, open.openedAt)) return;
  invalidField('note', 'Correct or cancel the invoice, or say in the note why the amount stays.');
}
