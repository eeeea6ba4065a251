import { addressee, downloadInvoice } from '../../billing/documents/service.ts';
import { letterhead } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { findLines } from '../orders/queries.ts';
import { returns } from '../orders/queries-returns.ts';
import { getSale } from '../orders/service-list.ts';
import type { CreditNoteDocument, DeliveryDocument, ProFormaDocument } from './schema.ts';

async function pdf(
  ctx: Ctx,
  filename: string,
  layout: string,
  document: unknown,
): Promise<FileAnswer> {
  const body = await renderPdf(layout, document, actorKey(ctx.actor));
  return { filename, contentType: 'application/pdf', body };
}

async function partiesOf(ctx: Ctx, customerId: number) {
  return {
    company: await letterhead(ctx),
    customer: addressee(await getCustomerRecord(ctx, customerId)),
  };
}

/**
 * The invoice of an order as PDF (seeds/002 7); before it is confirmed, and for one that was rejected or cancelled before,
 * a pro forma. @throws AppError notFound; unavailable if it cannot be made.
 */
export async function downloadSaleInvoice(ctx: Ctx, id: number): Promise<FileAnswer> {
  const { actions: _, ...sale } = await getSale(ctx, id);
  if (sale.invoiceId !== null)
    return {
      ...(await downloadInvoice(ctx, sale.invoiceId)),
      filename: `${sale.invoiceNumber}.pdf`,
    };
  const document: ProFormaDocument = { ...sale, ...(await partiesOf(ctx, sale.customerId)) };
  return pdf(ctx, `pro-forma-${sale.orderNumber}.pdf`, 'proForma', document);
}

/** The delivery note of an order as PDF, with the serial numbers of what was delivered. @throws AppError notFound. */
export async function downloadDeliveryNote(ctx: Ctx, id: number): Promise<FileAnswer> {
  const sale = await getSale(ctx, id);
  const lines = await findLines(ctx.db, [id]);
  const document: DeliveryDocument = {
    ...sale,
    ...(await partiesOf(ctx, sale.customerId)),
    lines: lines.map(({ lineNo, equipmentNumber, description, quantity, serials }) => ({
      ...{ lineNo, equipmentNumber, quantity, serials, name: description },
    })),
  };
  return pdf(ctx, `delivery-note-${sale.orderNumber}.pdf`, 'deliveryNote', document);
}

/** The credit note of a return as PDF. @throws AppError notFound, also for goods that were free. */
export async function downloadCreditNote(ctx: Ctx, returnId: number): Promise<FileAnswer> {
  const row = (await returns.get(ctx.db, returnId)) ?? notFound('Return', returnId);
  const sale = await getSale(ctx, row.orderId);
  const returned = sale.returns.find(({ id }) => id === returnId)!;
  if (returned.creditNoteId === null) notFound('Credit note of return', returnId);
  const { orderNumber, invoiceNumber, exchangeRate } = sale;
  const document: CreditNoteDocument = {
    ...returned,
    ...{ orderNumber, invoiceNumber, exchangeRate },
    ...(await partiesOf(ctx, sale.customerId)),
  };
  return pdf(ctx, `${returned.creditNote}.pdf`, 'saleCreditNote', document);
}
