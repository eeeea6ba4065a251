import type { accountingRoutes } from '../accounting/routes.ts';
import type { Ctx } from '../context.ts';
import type { identityRoutes } from '../identity/routes.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { EquipmentOperation, stockRoutes } from '../stock/routes.ts';
import { listAuditLog } from './audit/service.ts';
import { checkBooks } from './checks/service.ts';
import type { HistoryQuery } from './history/schema.ts';
import { getHistory } from './history/service.ts';
import type { HistoryEntity } from './kinds/rules.ts';
import { getMovingIn } from './moving-in/service.ts';
import type { reportRoutes } from './routes.ts';
import { searchEverything } from './search/service.ts';
import { getDashboardStats } from './service.ts';
import * as equipment from './stock/service.ts';

const historyOf =
  (about: HistoryEntity) =>
  (ctx: Ctx, { params, query }: { params: { id: number }; query: HistoryQuery }) =>
    getHistory(ctx, about, params.id, query);

/** Includes calls of lower modules whose answers read tables of several: the check of the books, the audit log, equipment. */
export const reportOperations: HandlersOf<
  typeof reportRoutes &
    Pick<typeof accountingRoutes, 'checkBooks'> &
    Pick<typeof identityRoutes, 'listAuditLog'> &
    Pick<typeof stockRoutes, EquipmentOperation>,
  Ctx
> = {
  dashboardStats: (ctx) => getDashboardStats(ctx),
  searchEverything: (ctx, { query }) => searchEverything(ctx, query.q),
  movingIn: (ctx) => getMovingIn(ctx),
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
  listEquipment: (ctx, { query }) => equipment.listEquipment(ctx, query),
  exportEquipment: (ctx, { query }) => equipment.exportEquipment(ctx, query),
  equipmentStats: (ctx) => equipment.getEquipmentStats(ctx),
  createEquipment: (ctx, { body }) => equipment.createEquipment(ctx, body),
  getEquipment: (ctx, { params }) => equipment.getEquipment(ctx, params.id),
  updateEquipment: (ctx, { params, body }) => equipment.updateEquipment(ctx, params.id, body),
  adjustStock: (ctx, { params, body }) => equipment.adjust(ctx, params.id, body),
};
