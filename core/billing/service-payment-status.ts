import type { Posting } from '../accounting/rules.ts';
import { post } from '../accounting/service-post.ts';
import { type Ctx, transact } from '../context.ts';
import { audit } from '../database/audit.ts';
import { currentRate } from '../database/rates.ts';
import { breaksRule, invalidField } from '../kernel/errors.ts';
import { subtractCents, usdToSsp } from '../kernel/money.ts';
import * as invoiceQueries from './queries-invoices.ts';
import * as queries from './queries-payments.ts';
import { displayStatus } from './rules.ts';
import type { Invoice, PaymentStatusInput } from './schema.ts';
import { lockInvoice } from './service-corrections.ts';
import { toInvoice } from './service-invoices.ts';
import { receive, undo } from './service-payments.ts';
import { settleAccount } from './service-settlement.ts';

/**
 * The payment dialog (seeds/000 4 and 7, decision 5): 'paid' records a payment for the open balance (cash if
 * no account is chosen); 'pending' and 'overdue' on a paid
 * invoice reverse its payments; on one paid in part they are a label. Saying again what
 * is already so changes nothing.
 * @throws AppError notFound; conflict for a stale version; rule for a cancelled invoice, or one that a receipt
 *   paid together with others.
 */
export async function updatePaymentStatus(
  ctx: Ctx,
  id: number,
  input: PaymentStatusInput,
): Promise<Invoice> {
  const date = input.paymentDate ?? ctx.today;
  if (date > ctx.today) invalidField('paymentDate', 'A payment cannot be dated in the future.');
  return transact(ctx, async (tx) => {
    const { invoice, customers } = await lockInvoice(tx, id, { version: input.version });
    if (invoice.status === 'cancelled')
      breaksRule('invoice.cancelled', 'A cancelled invoice takes no payments.');
    if (input.status === 'paid') {
      await writeNotes(tx, invoice, input);
      if (invoice.status !== 'paid') {
        const rate = await currentRate(tx.db, 'standard', date);
        const amount = subtractCents(invoice.amount, invoice.paid);
        await receive(tx, customers.get(invoice.customerId)!, {
          kind: 'payment',
          date,
          account: input.paymentAccount || 'cash',
          currency: 'USD',
          amount,
          ssp: usdToSsp(amount, rate),
          rate,
          reference: input.paymentReference ?? '',
          notes: input.notes ?? '',
          chosen: [invoice.id],
        });
      }
      return toInvoice((await invoiceQueries.getInvoice(tx.db, id))!, tx);
    }
    const before = toInvoice(invoice, tx);
    // What is paid in part keeps its payments: only a paid invoice is set back.
    const postings = invoice.status === 'paid' ? await reopen(tx, invoice) : [];
    const reopened = (await invoiceQueries.getInvoice(tx.db, id))!;
    // The dialog sends back the status it showed; that stores nothing by hand.
    const label =
      input.status === displayStatus(reopened, tx.today) ? reopened.status : input.status;
    await invoiceQueries.updateInvoice(tx.db, id, {
      ...reopened,
      status: label,
      notes: input.notes ?? reopened.notes,
    });
    postings.push(...(await settleAccount(tx, invoice.customerId)));
    const after = toInvoice((await invoiceQueries.getInvoice(tx.db, id))!, tx);
    await audit(tx, {
      action: 'invoice.paymentStatus',
      entity: 'invoice',
      entityId: id,
      summary: `${invoice.invoiceNumber}: ${input.status}`,
      before,
      after,
    });
    await post(tx, postings);
    return after;
  });
}

async function writeNotes(
  tx: Ctx,
  invoice: invoiceQueries.InvoiceRecord,
  input: PaymentStatusInput,
): Promise<void> {
  if (input.notes === undefined || input.notes === null || input.notes === invoice.notes) return;
  await invoiceQueries.updateInvoice(tx.db, invoice.id, { ...invoice, notes: input.notes });
}

/** Reverses the payments that settled the invoice, provided that they settled nothing else. */
async function reopen(tx: Ctx, invoice: invoiceQueries.InvoiceRecord): Promise<Posting[]> {
  const own = await queries.findAllocationsOfInvoice(tx.db, invoice.id);
  if (own.length === 0) return [];
  const paymentIds = own.map(({ paymentId }) => paymentId);
  const elsewhere = (await queries.findAllocationsOfPayments(tx.db, paymentIds)).find(
    ({ invoiceId }) => invoiceId !== invoice.id,
  );
  const payments = await queries.findPaymentsById(tx.db, paymentIds);
  const kept = payments.find(({ unallocatedUsd }) => unallocatedUsd > 0);
  const shared = elsewhere?.receiptNumber ?? kept?.receiptId;
  if (shared) {
    breaksRule(
      'payment.shared',
      `Receipt ${shared} also paid other invoices or is kept in advance. Reverse that receipt instead.`,
    );
  }
  const postings: Posting[] = [];
  for (const payment of payments) {
    postings.push(
      await undo(
        tx,
        payment,
        `${invoice.invoiceNumber} set back by ${tx.actor.kind === 'staff' ? tx.actor.fullName : tx.actor.kind}`,
      ),
    );
  }
  return postings;
}
