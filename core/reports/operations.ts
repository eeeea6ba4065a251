import type { accountingRoutes } from '../accounting/routes.ts';
import type { Ctx } from '../context.ts';
import type { identityRoutes } from '../identity/routes.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { listAuditLog } from './audit/service.ts';
import { checkBooks } from './checks/service.ts';
import type { HistoryEntity } from './history/rules.ts';
import type { HistoryQuery } from './history/schema.ts';
import { getHistory } from './history/service.ts';
import { getMovingIn } from './moving-in/service.ts';
import type { networkReportRoutes } from './network/routes.ts';
import * as network from './network/service.ts';
import type { coverageRoutes } from './regional-coverage/routes.ts';
import { getRegionalCoverage } from './regional-coverage/service.ts';
import type { reportRoutes } from './routes.ts';
import { searchEverything } from './search/service.ts';
import { getDashboardStats } from './service.ts';

const historyOf =
  (about: HistoryEntity) =>
  (ctx: Ctx, { params, query }: { params: { id: number }; query: HistoryQuery }) =>
    getHistory(ctx, about, params.id, query);

/** Includes the check of the books and the audit log, which read tables of several modules. */
export const reportOperations: HandlersOf<
  typeof reportRoutes &
    typeof networkReportRoutes &
    typeof coverageRoutes &
    Pick<typeof accountingRoutes, 'checkBooks'> &
    Pick<typeof identityRoutes, 'listAuditLog'>,
  Ctx
> = {
  dashboardStats: (ctx) => getDashboardStats(ctx),
  searchEverything: (ctx, { query }) => searchEverything(ctx, query.q),
  movingIn: (ctx) => getMovingIn(ctx),
  networkStats: (ctx) => network.getNetworkStats(ctx),
  networkCoverage: (ctx) => network.getCoverage(ctx),
  networkBandwidth: (ctx) => network.getBandwidth(ctx),
  networkLoads: (ctx) => network.getLoads(ctx),
  optimizeNetwork: (ctx) => network.optimizeNetwork(ctx),
  regionalCoverage: (ctx) => getRegionalCoverage(ctx),
  customerHistory: historyOf('customer'),
  invoiceHistory: historyOf('invoice'),
  paymentHistory: historyOf('payment'),
  expenseHistory: historyOf('expense'),
  requisitionHistory: historyOf('requisition'),
  orderHistory: historyOf('purchaseOrder'),
  supplierHistory: historyOf('supplier'),
  equipmentHistory: historyOf('equipment'),
  saleHistory: historyOf('salesOrder'),
  ticketHistory: historyOf('ticket'),
  employeeHistory: historyOf('employee'),
  payrollHistory: historyOf('payroll'),
  checkBooks: (ctx) => checkBooks(ctx),
  listAuditLog: (ctx, { query }) => listAuditLog(ctx, query),
};
