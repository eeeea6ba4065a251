import { leaf } from '../../accounting/chart.ts';
import type { Posting } from '../../accounting/rules.ts';
import { post, postedEntryId } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccounts } from '../../customers/service-billing.ts';
import { assertDateAllowed, type IsoDate, laterDate } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { minCents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { restoreSettled } from '../disconnect/service.ts';
import { closeDisputes } from '../disputes/service-close.ts';
import { findAllocationsOfInvoices } from '../payments/queries.ts';
import { settledStatus } from '../payments/rules-settlement.ts';
import { latestDetails, releaseExcess, settleAccount } from '../payments/service-settlement.ts';
import { invoiceIssued, invoiceReversed } from '../postings.ts';
import {
  correctedLines,
  displayStatus,
  type LinePlan,
  packageOf,
  planRevenueAccountFor,
  receivableAccountFor,
} from '../rules.ts';
import * as queries from './queries.ts';
import { replaceLines } from './queries-new.ts';
import { type InvoiceRecord, UNPAID } from './rules-record.ts';
import type { Invoice, InvoiceUpdate } from './schema.ts';

import { auditInvoice, getInvoiceRecord, invoiceToday } from './service.ts';
import { moveConnectionFee, releaseConnectionFee } from './service-connection-fee.ts';

interface LockedInvoice {
  invoice: InvoiceRecord;
  customers: Map<number, CustomerRecord>;
}

/**
 * Locks the accounts that a change of an invoice affects (its customer and, if given, the new one) in id
 * order, and reads the invoice under the lock.
 * @throws AppError notFound; conflict for a stale version.
 */
export async function lockInvoice(
  tx: Ctx,
  id: number,
  options: { version?: number; alsoCustomer?: number } = {},
): Promise<LockedInvoice> {
  const found = (await queries.getInvoice(tx.db, id)) ?? notFound('Invoice', id);
  const ids = [...new Set([found.customerId, options.alsoCustomer ?? found.customerId])].sort(
    (a, b) => a - b,
  );
  const customers = new Map(
    (await lockAccounts(tx, ids)).map((customer) => [customer.id, customer]),
  );
  if (options.alsoCustomer !== undefined && !customers.has(options.alsoCustomer))
    notFound('Customer', options.alsoCustomer);
  const invoice = (await queries.getInvoice(tx.db, id)) ?? notFound('Invoice', id);
  // If it was moved to another customer before the lock, the version read before is stale.
  const expected = customers.has(invoice.customerId) ? options.version : found.version;
  assertVersion('invoice', invoice.version, expected);
  return { invoice, customers };
}

/**
 * Corrects or cancels an invoice (seeds/000 7, decisions 5 and 6). A changed amount or customer reverses the
 * posting and posts again in the same transaction; the customer may change only while nothing is paid; what
 * was paid on a cancelled invoice, or above a lowered amount, becomes the customer's credit again. SSP is
 * computed at the invoice's own rate.
 * @throws AppError notFound; conflict for a stale version; invalid for a due date out of range; rule if the
 *   status does not allow it, or if another customer would be billed the connection fee twice.
 */
export async function updateInvoice(ctx: Ctx, id: number, input: InvoiceUpdate): Promise<Invoice> {
  return transact(ctx, async (tx) => {
    const { invoice, customers } = await lockInvoice(tx, id, {
      version: input.version,
      alsoCustomer: input.customerId,
    });
    assertEditable(tx, invoice, input);
    const postings =
      input.status === 'cancelled'
        ? await cancel(tx, invoice, input)
        : await correct(tx, invoice, customers, input);
    for (const customerId of customers.keys())
      postings.push(...(await settleAccount(tx, customerId)));
    await restoreSettled(tx, [...customers.values()]);
    const after = await getInvoiceRecord(tx, id);
    const action = input.status === 'cancelled' ? 'invoice.cancel' : 'invoice.update';
    await auditInvoice(tx, action, { before: invoice, after });
    await post(tx, postings);
    return invoiceToday(tx, after);
  });
}

/**
 * Cancels the invoice of a sales order. What was paid on it settles other open invoices or is the customer's credit
 * again. Returns the postings, which the caller posts once and last.
 * @throws AppError notFound; rule if it is cancelled already, or if goods of it came back.
 */
export async function cancelOfOrder(tx: Ctx, id: number, reason: string): Promise<Posting[]> {
  const { invoice, customers } = await lockInvoice(tx, id);
  if (invoice.status === 'cancelled')
    breaksRule('invoice.cancelled', 'This invoice is cancelled already.');
  const note = (await findAllocationsOfInvoices(tx.db, [id])).find(
    ({ creditedInvoiceId }) => creditedInvoiceId === id,
  );
  if (note) {
    breaksRule(
      'invoice.creditNote',
      `Goods of ${invoice.invoiceId} came back with ${note.receiptId}: it cannot be cancelled.`,
    );
  }
  const notes = [invoice.notes, `Cancelled: ${reason}`].filter(Boolean).join('\n');
  const postings = await cancel(tx, invoice, { notes });
  postings.push(...(await settleAccount(tx, invoice.customerId)));
  await restoreSettled(tx, [...customers.values()]);
  const after = await getInvoiceRecord(tx, id);
  await auditInvoice(tx, 'invoice.cancel', { before: invoice, after });
  return postings;
}

function assertEditable(tx: Ctx, invoice: InvoiceRecord, input: InvoiceUpdate): void {
  if (invoice.status === 'cancelled')
    breaksRule('invoice.cancelled', 'A cancelled invoice can no longer be changed.');
  const changesCustomer = input.customerId !== undefined && input.customerId !== invoice.customerId;
  if (
    invoice.kind === 'equipment' &&
    (changesCustomer || input.status === 'cancelled' || changesAmount(invoice, input))
  ) {
    breaksRule(
      'invoice.equipment',
      'This invoice belongs to a sales order and is changed through it.',
    );
  }
  // Forms send the unchanged date too, which may be out of range on an imported invoice.
  if (input.dueDate && input.dueDate !== invoice.dueDate) {
    assertDateAllowed('dueDate', input.dueDate, tx.today);
    if (input.dueDate < invoice.billDate)
      invalidField('dueDate', 'The due date cannot be before the bill date.');
  }
  if (input.status === 'paid' && invoice.status !== 'paid') {
    breaksRule(
      'invoice.paidThroughPayment',
      "Record a payment to make an invoice paid: use 'Update Payment Status'.",
    );
  }
  if (
    input.status &&
    input.status !== 'paid' &&
    input.status !== 'cancelled' &&
    invoice.status === 'paid' &&
    !changesAmount(invoice, input)
  ) {
    breaksRule(
      'invoice.paid',
      "This invoice is paid. Set it back to pending with 'Update Payment Status', which reverses the payment.",
    );
  }
  if (changesCustomer && invoice.kind === 'opening')
    breaksRule('invoice.opening', 'An opening balance stays with its customer.');
  if (changesCustomer && invoice.paidUsd > 0) {
    breaksRule(
      'invoice.customerPaid',
      'The customer can be changed only while nothing is paid on the invoice.',
    );
  }
}

/** Changing the amount of a paid invoice may open it again without changing its payment. */
function changesAmount(invoice: InvoiceRecord, input: InvoiceUpdate): boolean {
  return input.amountUsd !== undefined && input.amountUsd !== invoice.amountUsd;
}

/** Today, or the bill date if later: a reversal is never dated before its invoice. */
function correctionDate(tx: Ctx, { billDate }: InvoiceRecord): IsoDate {
  return laterDate(tx.today, billDate);
}

async function reversal(
  tx: Ctx,
  invoice: InvoiceRecord,
  lines: readonly LinePlan[],
): Promise<Posting> {
  const entry = await postedEntryId(tx, 'invoice', invoice.id, invoice.postingRevision);
  return invoiceReversed({ ...invoice, lines }, correctionDate(tx, invoice), entry);
}

/** Cancels and reverses the posting. The month is not billed again; a connection fee on it may be (decision 5). */
async function cancel(tx: Ctx, invoice: InvoiceRecord, input: InvoiceUpdate): Promise<Posting[]> {
  const lines = await queries.findLines(tx.db, invoice.id);
  const reversed = await reversal(tx, invoice, lines);
  const released = await releaseExcess(tx, invoice, ZERO);
  await closeDisputes(tx, [invoice], { outcome: 'upheld', note: 'The invoice was cancelled.' });
  await queries.invoices.update(tx.db, invoice, {
    ...UNPAID,
    ...textChanges(invoice, input),
    status: 'cancelled',
  });
  await releaseConnectionFee(tx, lines, invoice.customerId);
  return [...released, reversed];
}

/** The fields that do not affect the books; a cancellation gives its reason in `notes`. */
function textChanges(invoice: InvoiceRecord, input: InvoiceUpdate) {
  return {
    dueDate: input.dueDate ?? invoice.dueDate,
    notes: input.notes ?? invoice.notes,
  };
}

async function correct(
  tx: Ctx,
  invoice: InvoiceRecord,
  customers: Map<number, CustomerRecord>,
  input: InvoiceUpdate,
): Promise<Posting[]> {
  const customer = customers.get(input.customerId ?? invoice.customerId)!;
  const amountUsd = input.amountUsd ?? invoice.amountUsd;
  const changesBooks = amountUsd !== invoice.amountUsd || customer.id !== invoice.customerId;
  const requested = requestedStatus(tx, invoice, input);
  if (!changesBooks) {
    await queries.invoices.update(tx.db, invoice, {
      ...textChanges(invoice, input),
      status: settledStatus({ ...invoice, status: requested }),
    });
    return [];
  }
  const lines = await queries.findLines(tx.db, invoice.id);
  const reversed = await reversal(tx, invoice, lines);
  const kept = minCents(amountUsd, invoice.paidUsd);
  const released = await releaseExcess(tx, invoice, kept);
  const corrected = moveLines(
    correctedLines(lines, amountUsd, fallbackLine(invoice, customer)),
    customer,
  );
  const status = settledStatus({
    status: requested === 'paid' ? 'pending' : requested,
    amountUsd,
    paidUsd: kept,
  });
  if (status === 'paid' || customer.id !== invoice.customerId) {
    const note =
      status === 'paid' ? 'Nothing is open after the correction.' : 'It went to another customer.';
    await closeDisputes(tx, [invoice], { outcome: 'upheld', note });
  }
  const left = released.length ? await findAllocationsOfInvoices(tx.db, [invoice.id]) : [];
  const changes = {
    ...textChanges(invoice, input),
    ...(kept === ZERO
      ? UNPAID
      : { paidUsd: kept, paidDate: status === 'paid' ? (invoice.paidDate ?? tx.today) : null }),
    ...(left.length ? latestDetails(left) : {}),
    customerId: customer.id,
    amountUsd,
    amountSsp: usdToSsp(amountUsd, invoice.exchangeRate),
    status,
    packageName: packageOf(corrected, invoice.packageName),
    // Payments were booked on the old receivable account, so it must not change while something is paid.
    receivableAccount: kept > 0 ? invoice.receivableAccount : receivableAccountFor(customer.type),
    postingRevision: invoice.postingRevision + 1,
  };
  const after = await queries.invoices.update(tx.db, invoice, changes);
  await replaceLines(tx.db, invoice.id, corrected);
  await moveConnectionFee(tx, lines, invoice.customerId, customer);
  return [
    ...released,
    reversed,
    {
      ...invoiceIssued({ ...after, customerName: customer.name, lines: corrected }),
      date: correctionDate(tx, invoice),
    },
  ];
}

/** Forms send the displayed status unchanged; that must not store an invoice as overdue. */
function requestedStatus(
  tx: Ctx,
  invoice: InvoiceRecord,
  { status }: InvoiceUpdate,
): InvoiceRecord['status'] {
  if (status === displayStatus(invoice, tx.today)) return invoice.status;
  return status === 'overdue' || status === 'pending' ? status : invoice.status;
}

function fallbackLine(invoice: InvoiceRecord, customer: CustomerRecord): LinePlan {
  return {
    kind: 'service',
    description: invoice.description,
    amountUsd: ZERO,
    account: planRevenueAccountFor(customer.type),
  };
}

/** The plan revenue account depends on the customer type, so it changes with the customer. */
function moveLines(lines: readonly LinePlan[], customer: CustomerRecord): LinePlan[] {
  const plans: readonly string[] = [leaf.residentialPlans, leaf.corporatePlans];
  return lines.map((line) =>
    plans.includes(line.account)
      ? { ...line, account: planRevenueAccountFor(customer.type) }
      : line,
  );
}
