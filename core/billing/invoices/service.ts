import type { z } from 'zod';
import { leaf } from '../../accounting/chart.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { lockAccount } from '../../customers/service-billing.ts';
import { heartbeatCutoff } from '../../database/runs.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, monthOf } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { type Cents, subtractCents, usdToSsp, ZERO } from '../../kernel/money.ts';
import { type Page, sortOf } from '../../kernel/paging.ts';
import { currentRate } from '../../rates/service-current.ts';
import { audit } from '../../records/audit.ts';
import { writeOutbox } from '../../records/outbox.ts';
import { findAllocationsOfInvoices, sumReceived } from '../payments/queries.ts';
import { settleAccount } from '../payments/service-settlement.ts';
import { invoiceIssued } from '../postings.ts';
import {
  agingOf,
  defaultManualDueDate,
  type LinePlan,
  planRevenueAccountFor,
  receivableAccountFor,
  totalOf,
} from '../rules.ts';
import { takeInvoiceIdentities } from '../service-numbers.ts';
import * as queries from './queries.ts';
import { findEmails } from './queries-emails.ts';
import { insertInvoices, type NewInvoice } from './queries-new.ts';
import { partsInPounds } from './rules-pounds.ts';
import {
  type billingOverview,
  type Invoice,
  type InvoiceDetail,
  type InvoiceFilter,
  invoice as invoiceSchema,
  type ManualInvoiceInput,
} from './schema.ts';

const EMAILS_SHOWN = 50;

/** What is open of an invoice in US cents: nothing of a cancelled one. */
export function openOf({
  status,
  amount,
  paid,
}: Pick<queries.InvoiceRecord, 'status' | 'amount' | 'paid'>): Cents {
  return status === 'cancelled' ? ZERO : subtractCents(amount, paid);
}

const pricedAs = ({ amount, ssp }: queries.InvoiceRecord) => ({ usd: amount, ssp });

/** An invoice as screens read it: its displayed status and days past due are of today (decision 2). */
export function toInvoice(record: queries.InvoiceRecord, ctx: Pick<Ctx, 'today'>): Invoice {
  const openUsd = openOf(record);
  const [openSsp, paidSsp] = partsInPounds([openUsd, record.paid], pricedAs(record));
  return {
    id: record.id,
    invoiceId: record.invoiceNumber,
    customerId: record.customerId,
    customerNumber: record.customerNumber,
    customerName: record.customerName,
    kind: record.kind,
    billingMonth: record.billingMonth && monthOf(record.billingMonth),
    description: record.description,
    amountUsd: record.amount,
    amountSsp: record.ssp,
    exchangeRate: record.rate,
    paidUsd: record.paid,
    openUsd,
    paidSsp: paidSsp!,
    openSsp: openSsp!,
    ...agingOf(record, ctx.today),
    billDate: record.billDate,
    dueDate: record.dueDate,
    paidDate: record.paidDate,
    paymentAccount: record.paymentAccount,
    paymentReference: record.paymentReference,
    notes: record.notes,
    createdAt: record.createdAt,
    version: record.version,
  };
}

/** Searched by number, customer name or ID; filtered by displayed status; newest first. */
export async function listInvoices(ctx: Ctx, filter: InvoiceFilter): Promise<Page<Invoice>> {
  const sort = sortOf(filter.sort, { column: 'billDate', descending: true });
  const page = await queries.findInvoices(ctx.db, filter, sort, ctx.today);
  return { rows: page.rows.map((record) => toInvoice(record, ctx)), total: page.total };
}

/** @throws AppError notFound. */
export async function getInvoiceRecord(ctx: Ctx, id: number): Promise<queries.InvoiceRecord> {
  return (await queries.getInvoice(ctx.db, id)) ?? notFound('Invoice', id);
}

/** One invoice with its lines, what paid it and where it was sent, in US cents and in SSP cents at its own rate. @throws AppError notFound. */
export async function getInvoice(ctx: Ctx, id: number): Promise<InvoiceDetail> {
  const record = await getInvoiceRecord(ctx, id);
  const lines = await queries.findLines(ctx.db, id);
  const allocations = await findAllocationsOfInvoices(ctx.db, [id]);
  const inPounds = (parts: readonly { amount: Cents }[]) =>
    partsInPounds(
      parts.map(({ amount }) => amount),
      pricedAs(record),
    );
  const lineSsp = inPounds(lines);
  const settledSsp = inPounds(allocations);
  return {
    ...toInvoice(record, ctx),
    lines: lines.map(({ kind, description, amount }, index) => ({
      kind,
      description,
      amountUsd: amount,
      amountSsp: lineSsp[index]!,
    })),
    allocations: allocations.map((allocation, index) => ({
      paymentId: allocation.paymentId,
      receiptId: allocation.receiptNumber,
      paymentDate: allocation.paymentDate,
      amountUsd: allocation.amount,
      amountSsp: settledSsp[index]!,
      account: allocation.account,
    })),
    emails: await findEmails(ctx.db, id, heartbeatCutoff(ctx.now), EMAILS_SHOWN),
  };
}

/** Payment Overview (decision 9): outstanding, pending (not overdue), paid this month. US cents. */
export async function getOverview(ctx: Ctx): Promise<z.output<typeof billingOverview>> {
  const month = monthOf(ctx.today);
  const open = await queries.sumOpenInvoices(ctx.db, ctx.today);
  const received = await sumReceived(ctx.db, month);
  return {
    outstandingUsd: open.outstanding,
    pendingUsd: subtractCents(open.outstanding, open.overdue),
    overdueUsd: open.overdue,
    paidThisMonthUsd: received.usd,
    paidThisMonthSsp: received.ssp,
    openInvoices: open.openInvoices,
    overdueInvoices: open.overdueInvoices,
    nearingOverdueInvoices: open.nearingInvoices,
    month,
  };
}

/**
 * Makes an invoice by hand, posts it and lets the customer's credit take it up (seeds/000 5 and 7). The
 * amount and additional costs are in US cents.
 * @throws AppError notFound for the customer; rule for status paid or cancelled, or a locked month;
 *   invalid for a due date before the bill date or a date that nothing is booked on.
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
    const customer = await lockAccount(tx, input.customerId);
    const lines: LinePlan[] = [
      {
        kind: 'service',
        description: input.description,
        amount: input.amountUsd,
        account: planRevenueAccountFor(customer.type),
      },
    ];
    if (input.additionalCosts) {
      lines.push({
        kind: 'additional',
        description: 'Additional costs',
        amount: input.additionalCosts,
        account: leaf.otherServices,
      });
    }
    const amount = totalOf(lines);
    const rate = await currentRate(tx, 'standard', billDate);
    const taken = await takeInvoiceIdentities(tx, [billDate]);
    const invoice: NewInvoice = {
      id: taken.ids[0]!,
      invoiceNumber: taken.numbers[0]!,
      customerId: customer.id,
      kind: 'manual',
      billingMonth: null,
      runId: null,
      billDate,
      dueDate,
      status: input.status === 'overdue' ? 'overdue' : 'pending',
      amount,
      rate,
      ssp: usdToSsp(amount, rate),
      description: input.description,
      notes: input.notes ?? '',
      receivableAccount: receivableAccountFor(customer.type),
      lines,
    };
    await insertInvoices(tx.db, [invoice], { at: tx.now, by: actorName(tx.actor) });
    const settled = await settleAccount(tx, customer.id);
    await writeOutbox(tx, 'invoice.issued', [invoice.id]);
    const after = toInvoice(await getInvoiceRecord(tx, invoice.id), tx);
    await audit(tx, {
      action: 'invoice.create',
      entity: 'invoice',
      entityId: invoice.id,
      summary: `${invoice.invoiceNumber} for ${customer.name}`,
      schema: invoiceSchema,
      after,
    });
    await post(tx, [
      invoiceIssued({ ...invoice, customerName: customer.name, revision: 1 }),
      ...settled,
    ]);
    return after;
  });
}
