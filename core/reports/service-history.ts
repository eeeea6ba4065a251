import { getInvoiceRecord } from '../billing/invoices/service.ts';
import { getPayment } from '../billing/payments/service.ts';
import type { Ctx } from '../context.ts';
import { getCustomerRecord } from '../customers/service-billing.ts';
import { assertExpenseKnown } from '../expenses/service-record.ts';
import type { Page } from '../kernel/paging.ts';
import { assertOrderKnown } from '../procurement/orders/service-list.ts';
import { assertRequisitionKnown } from '../procurement/requisitions/service-list.ts';
import { getSupplier } from '../procurement/suppliers/service.ts';
import { assertEquipmentKnown } from '../stock/service-list.ts';
import { getTicketRecord } from '../support/service-record.ts';
import { findHistory } from './queries-history.ts';
import { eventInWords, type HistoryEntity, whoInWords } from './rules-history.ts';
import type { HistoryLine, HistoryQuery } from './schema-history.ts';

async function historyOf(
  ctx: Ctx,
  about: HistoryEntity,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  const { rows, total } = await findHistory(ctx.db, about, id, query);
  const lines = rows.map((event) => ({
    id: event.id,
    at: event.at,
    who: whoInWords(event),
    ...eventInWords(about, event),
  }));
  return total === undefined ? { rows: lines } : { rows: lines, total };
}

/**
 * The changes of a customer as displayed text, newest first: from the audit log, and from status changes by the
 * 15-day rule and by imports. @throws AppError notFound.
 */
export async function getCustomerHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await getCustomerRecord(ctx, id);
  return historyOf(ctx, 'customer', id, query);
}

/** The same for an invoice, including the payments that settled it. @throws AppError notFound. */
export async function getInvoiceHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await getInvoiceRecord(ctx, id);
  return historyOf(ctx, 'invoice', id, query);
}

/** The same for a payment or a credit. @throws AppError notFound. */
export async function getPaymentHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await getPayment(ctx, id);
  return historyOf(ctx, 'payment', id, query);
}

/** The same for an expense, with its payments and receipts. @throws AppError notFound, also for a deleted one. */
export async function getExpenseHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await assertExpenseKnown(ctx, id);
  return historyOf(ctx, 'expense', id, query);
}

/** The same for a requisition. @throws AppError notFound. */
export async function getRequisitionHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await assertRequisitionKnown(ctx, id);
  return historyOf(ctx, 'requisition', id, query);
}

/** The same for a purchase order, with its receipts and returns. @throws AppError notFound. */
export async function getOrderHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await assertOrderKnown(ctx, id);
  return historyOf(ctx, 'purchaseOrder', id, query);
}

/** The same for a supplier. @throws AppError notFound. */
export async function getSupplierHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await getSupplier(ctx, id);
  return historyOf(ctx, 'supplier', id, query);
}

/** The same for an item of equipment, with its adjustments; its other moves are listed apart. @throws AppError notFound. */
export async function getEquipmentHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await assertEquipmentKnown(ctx, id);
  return historyOf(ctx, 'equipment', id, query);
}

/** The same for a support ticket. @throws AppError notFound. */
export async function getTicketHistory(
  ctx: Ctx,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await getTicketRecord(ctx, id);
  return historyOf(ctx, 'ticket', id, query);
}
