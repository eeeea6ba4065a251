import { getInvoiceRecord } from '../../billing/invoices/service.ts';
import { searchInvoices, searchReceipts } from '../../billing/invoices/service-search.ts';
import { getPayment } from '../../billing/payments/service.ts';
import type { Ctx } from '../../context.ts';
import { getCustomerRecord } from '../../customers/service-billing.ts';
import { searchCustomers } from '../../customers/service-search.ts';
import { assertExpenseKnown } from '../../expenses/service-record.ts';
import { searchExpenses } from '../../expenses/service-search.ts';
import { searchEmployees } from '../../hr/employees/service-list.ts';
import { getEmployeeRecord } from '../../hr/employees/service-record.ts';
import { assertPayrollKnown } from '../../hr/payroll/service-record.ts';
import { assertOrderKnown, searchOrders } from '../../procurement/orders/service-list.ts';
import {
  assertRequisitionKnown,
  searchRequisitions,
} from '../../procurement/requisitions/service-list.ts';
import { getSupplier } from '../../procurement/suppliers/service.ts';
import { searchSuppliers } from '../../procurement/suppliers/service-list.ts';
import { assertSaleKnown, searchSales } from '../../sales/orders/service-list.ts';
import { assertEquipmentKnown, searchEquipment } from '../../stock/service-list.ts';
import { searchTickets } from '../../support/service-list.ts';
import { getTicketRecord } from '../../support/service-record.ts';
import { searchBatches } from '../../vouchers/sales/service-batches.ts';
import type { FoundOf } from '../schema.ts';
import type { HistoryEntity } from './rules.ts';
import type { SearchedKind } from './schema.ts';

type Known = Record<HistoryEntity, { assertKnown: (ctx: Ctx, id: number) => Promise<unknown> }>;
type Searched = {
  [K in SearchedKind]: { search: (ctx: Ctx, q: string, limit: number) => Promise<FoundOf<K>[]> };
};

/**
 * What the modules that own the records do for reports: `assertKnown` throws notFound for a record that does not exist, `search`
 * finds records by a text.
 */
export const owners: Known & Searched = {
  customer: { assertKnown: getCustomerRecord, search: searchCustomers },
  invoice: { assertKnown: getInvoiceRecord, search: searchInvoices },
  payment: { assertKnown: getPayment, search: searchReceipts },
  ticket: { assertKnown: getTicketRecord, search: searchTickets },
  expense: { assertKnown: assertExpenseKnown, search: searchExpenses },
  purchaseOrder: { assertKnown: assertOrderKnown, search: searchOrders },
  requisition: { assertKnown: assertRequisitionKnown, search: searchRequisitions },
  supplier: { assertKnown: getSupplier, search: searchSuppliers },
  equipment: { assertKnown: assertEquipmentKnown, search: searchEquipment },
  employee: { assertKnown: getEmployeeRecord, search: searchEmployees },
  voucherBatch: { search: searchBatches },
  salesOrder: { assertKnown: assertSaleKnown, search: searchSales },
  payroll: { assertKnown: assertPayrollKnown },
};
