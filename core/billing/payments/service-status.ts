import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { assertDateAllowed } from '../../kernel/dates.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { usdToSsp } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import * as invoiceQueries from '../invoices/queries.ts';
import { type InvoiceRecord, openOf } from '../invoices/rules-record.ts';
import type { Invoice, PaymentStatusInput } from '../invoices/schema.ts';
import { auditInvoice, getInvoiceRecord, invoiceToday } from '../invoices/service.ts';
import { lockInvoice } from '../invoices/service-corrections.ts';
import { displayStatus } from '../rules.ts';
import * as queries from './queries.ts';
import { undo } from './service.ts';
import { receive } from './service-receive.ts';
import { askForReversals } from './service-second.ts';
import { settleAccount } from './service-settlement.ts';

/**
 * The payment dialog (seeds/000 4 and 7, decision 5): 'paid' records a payment for the open balance (cash if
 * no account is chosen); 'pending' and 'overdue' on a paid invoice reverse its payments with the given reason; on a
 * partly paid one they only set the status. Sending the current status changes nothing; another account, reference or
 * date for a paid invoice is refused.
 * @throws AppError notFound; conflict for a stale version; rule for a cancelled invoice, or if its receipt also
 *   paid other invoices; Waiting as `askForReversals`.
 */
export async function updatePaymentStatus(
  ctx: Ctx,
  id: number,
  input: PaymentStatusInput,
): Promise<Invoice> {
  const date = input.paymentDate ?? ctx.today;
  if (date > ctx.today) invalidField('paymentDate', 'A payment cannot be dated in the future.');
  assertDateAllowed('paymentDate', date, ctx.today);
  return transact(ctx, async (tx) => {
    const { invoice, customers } = await lockInvoice(tx, id, { version: input.version });
    if (invoice.status === 'cancelled')
      breaksRule('invoice.cancelled', 'A cancelled invoice takes no payments.');
    if (input.status === 'paid') {
      if (invoice.status === 'paid') await confirmPaid(tx, invoice, input);
      else await payOpen(tx, invoice, customers.get(invoice.customerId)!, { ...input, date });
      return invoiceToday(tx, await getInvoiceRecord(tx, id));
    }
    // A partly paid invoice keeps its payments: only those of a paid one are reversed.
    const postings = invoice.status === 'paid' ? await reopen(tx, invoice, input) : [];
    const reopened = (await invoiceQueries.getInvoice(tx.db, id))!;
    // The dialog sends the displayed status unchanged; that must not be stored.
    const status =
      input.status === displayStatus(reopened, tx.today) ? reopened.status : input.status;
    await invoiceQueries.invoices.update(tx.db, reopened, {
      status,
      notes: input.notes ?? reopened.notes,
    });
    postings.push(...(await settleAccount(tx, invoice.customerId)));
    const after = await getInvoiceRecord(tx, id);
    await auditInvoice(tx, 'invoice.paymentStatus', {
      before: invoice,
      after,
      note: `: ${input.status}`,
    });
    await post(tx, postings);
    return invoiceToday(tx, after);
  });
}

/** The notes if the dialog changed them; it also sends unchanged ones. */
function newNotes(invoice: InvoiceRecord, { notes }: PaymentStatusInput): string | undefined {
  return notes === null || notes === invoice.notes ? undefined : notes;
}

async function payOpen(
  tx: Ctx,
  invoice: InvoiceRecord,
  customer: CustomerRecord,
  input: PaymentStatusInput & { date: IsoDate },
): Promise<void> {
  const exchangeRate = await currentRate(tx, 'standard', input.date);
  const amountUsd = openOf(invoice);
  const notes = newNotes(invoice, input);
  if (notes !== undefined) await invoiceQueries.invoices.update(tx.db, invoice, { notes });
  await receive(tx, customer, {
    kind: 'payment',
    paymentDate: input.date,
    account: input.paymentAccount || 'cash',
    currency: 'USD',
    amountUsd,
    amountSsp: usdToSsp(amountUsd, exchangeRate),
    exchangeRate,
    reference: input.paymentReference ?? '',
    notes: notes ?? '',
    chosen: [invoice.id],
    from: input.from,
    sameReference: input.sameReference,
  });
}

/** 'paid' for a paid invoice: only the notes may change. */
async function confirmPaid(
  tx: Ctx,
  invoice: InvoiceRecord,
  input: PaymentStatusInput,
): Promise<void> {
  const stated: [unknown, unknown][] = [
    [input.paymentAccount, invoice.paymentAccount],
    [input.paymentReference, invoice.paymentReference],
    [input.paymentDate, invoice.paidDate],
  ];
  if (stated.some(([wanted, recorded]) => wanted && recorded && wanted !== recorded)) {
    breaksRule(
      'invoice.paid',
      'This invoice is paid already, with another account, reference or date. Set it back to pending first, which reverses that payment.',
    );
  }
  const notes = newNotes(invoice, input);
  if (notes === undefined) return;
  await invoiceQueries.invoices.update(tx.db, invoice, { notes });
  const after = await getInvoiceRecord(tx, invoice.id);
  await auditInvoice(tx, 'invoice.paymentStatus', { before: invoice, after, note: ': paid' });
}

/** Reverses the payments of the invoice; refused if they settled anything else. Its credit notes stay. */
async function reopen(
  tx: Ctx,
  invoice: InvoiceRecord,
  { status, reason, from }: PaymentStatusInput,
): Promise<Posting[]> {
  const all = await queries.findAllocationsOfInvoices(tx.db, [invoice.id]);
  const own = all.filter(({ kind }) => kind !== 'credit_note');
  if (own.length === 0 && all.length > 0) {
    breaksRule(
      'payment.creditNote',
      `Credit note ${all[0]!.receiptId} settles this invoice and cannot be reversed.`,
    );
  }
  if (own.length === 0) return [];
  const paymentIds = own.map(({ paymentId }) => paymentId);
  const elsewhere = (await queries.findAllocationsOfPayments(tx.db, paymentIds)).find(
    ({ invoiceId }) => invoiceId !== invoice.id,
  );
  const payments = await queries.findPaymentsById(tx.db, paymentIds);
  const kept = payments.find(({ unallocatedUsd }) => unallocatedUsd > 0);
  const shared = elsewhere?.receiptId ?? kept?.receiptId;
  if (shared) {
    breaksRule(
      'payment.shared',
      `Receipt ${shared} also paid other invoices or is kept in advance. Reverse that receipt instead.`,
    );
  }
  const postings: Posting[] = [];
  const setBack = `${invoice.invoiceId} set back to ${status}`;
  const why = reason ? `${setBack}: ${reason}` : setBack;
  await askForReversals(tx, payments, why);
  for (const { id } of payments) postings.push(...(await undo(tx, id, why, from)).postings);
  return postings;
}
