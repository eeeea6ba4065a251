import { isDemo } from '../../company/service.ts';
import type { Ctx } from '../../context.ts';
import type { DocumentCustomer, Letterhead } from '../../documents/pdf/documents.ts';
import { renderPdf } from '../../documents/pdf/pdf.ts';
import { actorKey } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { notFound } from '../../kernel/errors.ts';
import { getOrder } from '../orders/service-list.ts';
import { receipts } from '../receipts/queries.ts';
import { listReceipts } from '../receipts/service.ts';
import type { Supplier } from '../suppliers/schema.ts';
import { getSupplier } from '../suppliers/service.ts';
import type { GoodsDocument, OrderDocument } from './schema.ts';

const PDF = 'application/pdf';

async function letterhead(ctx: Ctx): Promise<Letterhead> {
  return { ...ctx.config.company, demo: await isDemo(ctx) };
}

/** The current name and address of the supplier. */
function addressee({ supplierCode, name, address, city, country, phone, email }: Supplier) {
  const places = [address, city, country].filter(Boolean).join(', ');
  const word = 'Supplier';
  return {
    word,
    customerId: supplierCode,
    name,
    address: places,
    phone,
    email,
  } satisfies DocumentCustomer;
}

/**
 * A purchase order as a PDF, named after its number (seeds/002 7).
 * @throws AppError notFound; unavailable if it cannot be made.
 */
export async function downloadOrder(ctx: Ctx, id: number): Promise<FileAnswer> {
  const order = await getOrder(ctx, id);
  const supplier = await getSupplier(ctx, order.supplierId);
  const { actions: _, ...fields } = order;
  const document: OrderDocument = {
    ...fields,
    company: await letterhead(ctx),
    supplier: addressee(supplier),
    paymentTerms: supplier.paymentTerms,
  };
  return {
    filename: `${order.poNumber}.pdf`,
    contentType: PDF,
    body: await renderPdf('purchaseOrder', document, actorKey(ctx.actor)),
  };
}

/** A goods receipt, or a return, as a PDF. @throws AppError notFound; unavailable if it cannot be made. */
export async function downloadReceipt(ctx: Ctx, id: number): Promise<FileAnswer> {
  const row = (await receipts.get(ctx.db, id)) ?? notFound('Goods receipt', id);
  const order = await getOrder(ctx, row.orderId);
  const receipt = (await listReceipts(ctx, row.orderId)).find((one) => one.id === id)!;
  const document: GoodsDocument = {
    ...receipt,
    company: await letterhead(ctx),
    supplier: addressee(await getSupplier(ctx, order.supplierId)),
    poNumber: order.poNumber,
    items: order.items,
  };
  return {
    filename: `${receipt.receiptId}.pdf`,
    contentType: PDF,
    body: await renderPdf('goodsReceipt', document, actorKey(ctx.actor)),
  };
}
