import { letterhead } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import type { CustomerRecord } from '../../customers/rules-record.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import { sumToSsp } from '../../kernel/money.ts';
import { currentRate } from '../../rates/service-current.ts';
import { sumUpToPayment } from '../accounts/queries.ts';
import { getStatement } from '../accounts/service.ts';
import * as queries from '../invoices/queries.ts';
import { type InvoiceRecord, toInvoice } from '../invoices/rules-record.ts';
import { getInvoiceRecord } from '../invoices/service.ts';
import type { PaymentDetail, StatementQuery } from '../payments/schema.ts';
import { getPayment } from '../payments/service.ts';
import { creditNotePdf, invoicePdf, receiptPdf, statementPdf } from './pdf.ts';
import type { CreditNoteDocument, ReceiptDocument } from './schema.ts';

export const PDF = 'application/pdf';

/**
 * The current name and address of the customer, also on older documents, because copies are sent to the current
 * address. Only the billed items are fixed.
 */
export function addressee(customer: CustomerRecord) {
  const address = [customer.address, customer.location].filter(Boolean).join(', ');
  return {
    customerId: customer.customerId,
    name: customer.name,
    address,
    phone: customer.phone,
    email: customer.email,
  };
}

/** An invoice as PDF. @throws AppError unavailable if the document cannot be made. */
export async function renderInvoice(ctx: Ctx, invoice: InvoiceRecord): Promise<Buffer> {
  const customer = await getCustomerRecord(ctx, invoice.customerId);
  const lines = await queries.findLines(ctx.db, invoice.id);
  const todaysRate = await currentRate(ctx, 'standard', ctx.today);
  return invoicePdf(
    {
      ...toInvoice(invoice, ctx.today, todaysRate),
      ...{ todaysRate, on: ctx.today },
      company: await letterhead(ctx),
      customer: addressee(customer),
      lines,
      packageName: invoice.packageName,
    },
    actorKey(ctx.actor),
  );
}

/** The invoice as PDF, saved as invoice-{id}.pdf (seeds/000 7). @throws AppError notFound. */
export async function downloadInvoice(ctx: Ctx, id: number): Promise<FileAnswer> {
  const invoice = await getInvoiceRecord(ctx, id);
  return {
    filename: `invoice-${id}.pdf`,
    contentType: PDF,
    body: await renderInvoice(ctx, invoice),
  };
}

/**
 * The customer's balance right after a payment, for its receipt; the same each time it is printed. Null for a reversed
 * payment.
 */
async function balanceAfter(ctx: Ctx, payment: PaymentDetail): Promise<ReceiptDocument['balance']> {
  if (payment.status === 'reversed') return null;
  const balanceUsd = await sumUpToPayment(ctx.db, payment.id);
  if (balanceUsd === undefined) return null;
  const balanceSsp = sumToSsp(balanceUsd, payment.exchangeRate);
  return { balanceUsd, balanceSsp, on: dateInJuba(payment.createdAt) };
}

/**
 * The receipt of a payment or a credit, or the credit note (decision 5), with the customer's balance after it; for a reversed one what it
 * had settled, and who reversed it, when and why. @throws AppError notFound.
 */
export async function downloadReceipt(ctx: Ctx, id: number): Promise<FileAnswer> {
  const payment = await getPayment(ctx, id);
  if (payment.kind === 'credit_note') return renderCreditNote(ctx, payment);
  const body = await receiptPdf(
    {
      ...payment,
      company: await letterhead(ctx),
      customer: addressee(await getCustomerRecord(ctx, payment.customerId)),
      balance: await balanceAfter(ctx, payment),
    },
    actorKey(ctx.actor),
  );
  return { filename: `receipt-${payment.receiptId}.pdf`, contentType: PDF, body };
}

/**
 * A credit note as PDF, with the goods that came back, their invoice and order where the caller knows them.
 * @throws AppError notFound for its customer; unavailable if the document cannot be made.
 */
async function renderCreditNote(
  ctx: Ctx,
  note: PaymentDetail,
  sale: Pick<CreditNoteDocument, 'lines' | 'invoiceNumber' | 'orderNumber'> = {
    lines: [],
    invoiceNumber: '',
    orderNumber: '',
  },
): Promise<FileAnswer> {
  const body = await creditNotePdf(
    {
      ...note,
      ...sale,
      company: await letterhead(ctx),
      customer: addressee(await getCustomerRecord(ctx, note.customerId)),
    },
    actorKey(ctx.actor),
  );
  return { filename: `credit-note-${note.receiptId}.pdf`, contentType: PDF, body };
}

/** The statement of a period as PDF. @throws AppError as `getStatement`. */
export async function downloadStatement(
  ctx: Ctx,
  customerId: number,
  query: StatementQuery,
): Promise<FileAnswer> {
  const statement = await getStatement(ctx, customerId, query);
  const customer = await getCustomerRecord(ctx, customerId);
  const body = await statementPdf(
    {
      ...statement,
      company: await letterhead(ctx),
      customer: addressee(customer),
    },
    actorKey(ctx.actor),
  );
  return { filename: `statement-${customer.customerId}.pdf`, contentType: PDF, body };
}
