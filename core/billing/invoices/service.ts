import type { z } from 'zod';
import { leaf } from '../../accounting/chart.ts';
import { holdOpeningDate } from '../../accounting/opening/service.ts';
import type { Posting } from '../../accounting/rules.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { heartbeatCutoff } from '../../database/runs.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, monthOf } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { subtractCents, usdToSsp } from '../../kernel/money.ts';
import type { Page } from '../../kernel/paging.ts';
import { knownRate } from '../../rates/rules.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { findOfInvoice } from '../disputes/queries.ts';
import { findAllocationsOfInvoices, sumReceived } from '../payments/queries.ts';
import { settleAccount } from '../payments/service-settlement.ts';
import { invoiceIssued } from '../postings.ts';
import {
  defaultManualDueDate,
  type LinePlan,
  planRevenueAccountFor,
  receivableAccountFor,
  revenueAccountOn,
  totalOf,
} from '../rules.ts';
import { takeInvoiceIdentities } from '../service-numbers.ts';
import * as queries from './queries.ts';
import { findEmails } from './queries-emails.ts';
import { insertInvoices, type NewInvoice } from './queries-new.ts';
import { pricedParts } from './rules-pounds.ts';
import { type InvoiceRecord, toInvoice, UNPAID } from './rules-record.ts';
import {
  type billingOverview,
  type Invoice,
  type InvoiceDetail,
  type InvoiceFilter,
  invoice as invoiceSchema,
  type ManualInvoiceInput,
} from './schema.ts';

const EMAILS_SHOWN = 50;

/** Searched by number, customer name or ID; filtered by displayed status; newest first. */
export async function listInvoices(ctx: Ctx, filter: InvoiceFilter): Promise<Page<Invoice>> {
  const { rows, ...page } = await queries.findInvoices(ctx.db, filter, ctx.today);
  const listed = rows.map((record) =>
    toInvoice(record, ctx.today, knownRate(record.todaysRate, ctx.today)),
  );
  return { rows: listed, ...page };
}

/** An invoice as it is answered today. */
export async function invoiceToday(ctx: Ctx, record: InvoiceRecord): Promise<Invoice> {
  return toInvoice(record, ctx.today, await currentRate(ctx, 'standard', ctx.today));
}

/** @throws AppError notFound. */
export async function getInvoiceRecord(ctx: Ctx, id: number): Promise<InvoiceRecord> {
  return (await queries.getInvoice(ctx.db, id)) ?? notFound('Invoice', id);
}

/**
 * Writes the audit line of a new or changed invoice. Where the displayed status stays, it tells the stored one: an old
 * invoice that is set from overdue to pending is displayed as overdue both times.
 */
export function auditInvoice(
  tx: Ctx,
  action: string,
  { note = '', ...change }: { before?: InvoiceRecord; after: InvoiceRecord; note?: string },
): Promise<void> {
  // The log keeps amounts at the rate of the document, which does not change with the day.
  const kept = (record: InvoiceRecord) => toInvoice(record, tx.today, record.exchangeRate);
  const after = kept(change.after);
  const before = change.before && kept(change.before);
  if (before?.status === after.status) {
    before.status = change.before!.status;
    after.status = change.after.status;
  }
  const { id, invoiceId } = after;
  const subject = { action, entity: 'invoice', entityId: id, summary: `${invoiceId}${note}` };
  return audit(tx, { ...subject, schema: invoiceSchema, before, after });
}

/**
 * One invoice with its lines, payments and e-mails, in US cents and in SSP cents at its own rate; what is open at today's.
 * @throws AppError notFound.
 */
export async function getInvoice(ctx: Ctx, id: number): Promise<InvoiceDetail> {
  const record = await getInvoiceRecord(ctx, id);
  const lines = await queries.findLines(ctx.db, id);
  const allocations = await findAllocationsOfInvoices(ctx.db, [id]);
  const todaysRate = await currentRate(ctx, 'standard', ctx.today);
  return {
    ...toInvoice(record, ctx.today, todaysRate),
    todaysRate,
    lines: pricedParts(lines, record),
    allocations: pricedParts(allocations, record),
    emails: await findEmails(ctx.db, id, heartbeatCutoff(ctx.now), EMAILS_SHOWN),
    disputes: await findOfInvoice(ctx.db, id, ctx.today),
  };
}

/** Payment Overview (decision 9): outstanding, pending (not overdue), paid this month. US cents. */
export async function getOverview(ctx: Ctx): Promise<z.output<typeof billingOverview>> {
  const month = monthOf(ctx.today);
  const open = await queries.sumOpenInvoices(ctx.db, ctx.today);
  const pendingUsd = subtractCents(open.outstandingUsd, open.overdueUsd);
  return { ...open, pendingUsd, ...(await sumReceived(ctx.db, month)), month };
}

/**
 * Creates an invoice by hand, posts it and settles it from the customer's credit (seeds/000 5 and 7). The
 * amount and additional costs are in US cents. Before the opening date it is posted against Opening Balances.
 * @throws AppError notFound for the customer; rule for status paid or cancelled, or a locked month;
 *   invalid for a due date before the bill date or a date out of range.
 */
export async function createManualInvoice(ctx: Ctx, input: ManualInvoiceInput): Promise<Invoice> {
  if (input.status === 'paid') {
    breaksRule('invoice.paidThroughPayment', 'Create the invoice first, then record its payment.');
  }
  if (input.status === 'cancelled')
    breaksRule('invoice.newCancelled', 'A new invoice cannot be cancelled.');
  const billDate = input.billDate ?? ctx.today;
  const dueDate = input.dueDate ?? defaultManualDueDate(ctx.today);
  assertDateAllowed('billDate', billDate, ctx.today);
  if (input.dueDate) assertDateAllowed('dueDate', input.dueDate, ctx.today);
  if (dueDate < billDate) invalidField('dueDate', 'The due date cannot be before the bill date.');
  return transact(ctx, async (tx) => {
    const openingDate = await holdOpeningDate(tx);
    const accountFor = (account: string) => revenueAccountOn(billDate, openingDate, account);
    const customer = await lockAccount(tx, input.customerId);
    const lines: LinePlan[] = [
      {
        kind: 'service',
        description: input.description,
        amountUsd: input.amountUsd,
        account: accountFor(planRevenueAccountFor(customer.type)),
      },
    ];
    if (input.additionalCosts) {
      lines.push({
        kind: 'additional',
        description: 'Additional costs',
        amountUsd: input.additionalCosts,
        account: accountFor(leaf.otherServices),
      });
    }
    const { invoice, postings } = await issue(tx, customer, {
      kind: 'manual',
      billDate,
      dueDate,
      status: input.status === 'overdue' ? 'overdue' : 'pending',
      exchangeRate: await currentRate(tx, 'standard', billDate),
      description: input.description,
      notes: input.notes ?? '',
      lines,
    });
    await post(tx, postings);
    return invoiceToday(tx, invoice);
  });
}

/**
 * Issues an invoice that is not of a run, on a locked account: takes its number, writes it, settles it from the
 * customer's credit, and writes the message and the audit line. Returns the postings, which the caller posts once and
 * last.
 */
export async function issue(
  tx: Ctx,
  customer: CustomerRecord,
  terms: Pick<
    NewInvoice,
    'billDate' | 'dueDate' | 'status' | 'exchangeRate' | 'description' | 'notes' | 'lines'
  > & { kind: 'manual' | 'equipment' },
): Promise<{ invoice: InvoiceRecord; postings: Posting[] }> {
  const amountUsd = totalOf(terms.lines);
  const taken = await takeInvoiceIdentities(tx, [terms.billDate]);
  const invoice: NewInvoice = {
    ...terms,
    id: taken.ids[0]!,
    invoiceId: taken.numbers[0]!,
    customerId: customer.id,
    billingMonth: null,
    runId: null,
    amountUsd,
    amountSsp: usdToSsp(amountUsd, terms.exchangeRate),
    packageName: null,
    receivableAccount: receivableAccountFor(customer.type),
  };
  await insertInvoices(tx.db, [invoice], { at: tx.now, by: actorName(tx.actor) });
  const settled = await settleAccount(tx, customer.id);
  await writeOutbox(tx, 'invoice.issued', [invoice.id]);
  const after =
    settled.length === 0
      ? newRecord(tx, invoice, customer)
      : await getInvoiceRecord(tx, invoice.id);
  await auditInvoice(tx, 'invoice.create', { after, note: ` for ${customer.name}` });
  const issued = invoiceIssued({ ...invoice, customerName: customer.name, postingRevision: 1 });
  return { invoice: after, postings: [issued, ...settled] };
}

/** A new invoice as it is stored, while nothing is paid of it. */
function newRecord(
  tx: Ctx,
  { lines: _lines, runId: _run, ...invoice }: NewInvoice,
  customer: CustomerRecord,
): InvoiceRecord {
  return {
    ...invoice,
    ...UNPAID,
    disputedSince: null,
    countedDueDate: null,
    customerNumber: customer.customerId,
    customerName: customer.name,
    postingRevision: 1,
    createdAt: tx.now,
    version: 1,
  };
}
