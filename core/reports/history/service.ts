import { getInvoiceRecord } from '../../billing/invoices/service.ts';
import { getPayment } from '../../billing/payments/service.ts';
import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { assertExpenseKnown } from '../../expenses/service-record.ts';
import { getEmployeeRecord } from '../../hr/employees/service-record.ts';
import { assertPayrollKnown } from '../../hr/payroll/service-record.ts';
import { mayOf } from '../../identity/actor.ts';
import type { Page } from '../../kernel/paging.ts';
import { assertOrderKnown } from '../../procurement/orders/service-list.ts';
import { assertRequisitionKnown } from '../../procurement/requisitions/service-list.ts';
import { getSupplier } from '../../procurement/suppliers/service.ts';
import { assertSaleKnown } from '../../sales/orders/service-list.ts';
import { assertEquipmentKnown } from '../../stock/service-list.ts';
import { getTicketRecord } from '../../support/service-record.ts';
import { shownValues } from '../audit/rules.ts';
import { findHistory } from './queries.ts';
import { eventInWords, type HistoryEntity, whoInWords } from './rules.ts';
import type { HistoryLine, HistoryQuery } from './schema.ts';

/** Each throws notFound for a record that does not exist. */
const assertKnown: Record<HistoryEntity, (ctx: Ctx, id: number) => Promise<unknown>> = {
  customer: getCustomerRecord,
  invoice: getInvoiceRecord,
  payment: getPayment,
  employee: getEmployeeRecord,
  expense: assertExpenseKnown,
  payroll: assertPayrollKnown,
  requisition: assertRequisitionKnown,
  purchaseOrder: assertOrderKnown,
  supplier: getSupplier,
  equipment: assertEquipmentKnown,
  salesOrder: assertSaleKnown,
  ticket: getTicketRecord,
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The changes of a record as displayed text, newest first: from the audit log, and from what else happened to it, such
 * as the payments of an invoice or the receipts of a purchase order. Values about pay are left out without pay.read (decision 16). @throws AppError notFound.
 */
export async function getHistory(
  ctx: Ctx,
  about: HistoryEntity,
  id: number,
  query: HistoryQuery,
): Promise<Page<HistoryLine>> {
  await assertKnown[about](ctx, id);
  const { rows, total } = await findHistory(ctx.db, about, id, query);
  const may = mayOf(ctx.actor);
  const shown = (values: unknown) => (isRecord(values) ? shownValues(about, values, may) : values);
  const lines = rows.map((event) => ({
    id: event.id,
    at: event.at,
    who: whoInWords(event),
    ...eventInWords(about, {
      ...event,
      before: shown(event.before),
      after: shown(event.after),
    }),
  }));
  return total === undefined ? { rows: lines } : { rows: lines, total };
}
