import type { accountingRoutes } from '../accounting/routes.ts';
import type { Ctx } from '../context.ts';
import type { identityRoutes } from '../identity/routes.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { networkReportRoutes } from './network/routes.ts';
import * as network from './network/service.ts';
import type { reportRoutes } from './routes.ts';
import { getDashboardStats } from './service.ts';
import { listAuditLog } from './service-audit.ts';
import { checkBooks } from './service-check.ts';
import {
  getCustomerHistory,
  getEquipmentHistory,
  getExpenseHistory,
  getInvoiceHistory,
  getOrderHistory,
  getPaymentHistory,
  getRequisitionHistory,
  getSupplierHistory,
  getTicketHistory,
} from './service-history.ts';
import { generateInsight } from './service-insight.ts';
import { searchEverything } from './service-search.ts';

/** Includes the check of the books and the audit log, which read tables of several modules. */
export const reportOperations: HandlersOf<
  typeof reportRoutes &
    typeof networkReportRoutes &
    Pick<typeof accountingRoutes, 'checkBooks'> &
    Pick<typeof identityRoutes, 'listAuditLog'>,
  Ctx
> = {
  dashboardStats: (ctx) => getDashboardStats(ctx),
  billingInsight: (ctx) => generateInsight(ctx),
  searchEverything: (ctx, { query }) => searchEverything(ctx, query.q),
  networkStats: (ctx) => network.getNetworkStats(ctx),
  networkCoverage: (ctx) => network.getCoverage(ctx),
  networkBandwidth: (ctx) => network.getBandwidth(ctx),
  networkLoads: (ctx) => network.getLoads(ctx),
  optimizeNetwork: (ctx) => network.optimizeNetwork(ctx),
  customerHistory: (ctx, { params, query }) => getCustomerHistory(ctx, params.id, query),
  invoiceHistory: (ctx, { params, query }) => getInvoiceHistory(ctx, params.id, query),
  paymentHistory: (ctx, { params, query }) => getPaymentHistory(ctx, params.id, query),
  expenseHistory: (ctx, { params, query }) => getExpenseHistory(ctx, params.id, query),
  requisitionHistory: (ctx, { params, query }) => getRequisitionHistory(ctx, params.id, query),
  orderHistory: (ctx, { params, query }) => getOrderHistory(ctx, params.id, query),
  supplierHistory: (ctx, { params, query }) => getSupplierHistory(ctx, params.id, query),
  equipmentHistory: (ctx, { params, query }) => getEquipmentHistory(ctx, params.id, query),
  ticketHistory: (ctx, { params, query }) => getTicketHistory(ctx, params.id, query),
  checkBooks: (ctx) => checkBooks(ctx),
  listAuditLog: (ctx, { query }) => listAuditLog(ctx, query),
};
