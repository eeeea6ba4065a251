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

/** Each throws notFound for a record that does not exist. */
const assertKnown: Record<HistoryEntity, (ctx: Ctx, id: number) => Promise<unknown>> = {
  customer: getCustomerRecord,
  invoice: getInvoiceRecord,
  payment: getPayment,
  expense: assertExpenseKnown,
  requisition: assertRequisitionKnown,
  purchaseOrder: assertOrderKnown,
  supplier: getSupplier,
  equipment: assertEquipmentKnown,
  ticket: getTicketRecord,
};

/**
 * The changes of a record as displayed text, newest first: from the audit log, and from what else happened to it, such
 * as the payments of an invoice or the receipts of a purchase order. @throws AppError notFound.
 */
export async function getHistory(
  ctx: Ctx,
  about: HistoryEntity,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await assertKnown[about](ctx, id);
  const { rows, total } = await findHistory(ctx.db, about, id, query);
  const lines = rows.map((event) => ({
    id: event.id,
    at: event.at,
    who: whoInWords(event),
    ...eventInWords(about, event),
  }));
  return total === undefined ? { rows: lines } : { rows: lines, total };
}
