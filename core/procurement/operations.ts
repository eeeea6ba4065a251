import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { downloadOrder, downloadReceipt } from './documents/service.ts';
import { createOrder, deleteOrder } from './orders/service.ts';
import { exportOrders, getOrder, listOrders } from './orders/service-list.ts';
import { setOrderStatus } from './orders/service-status.ts';
import { updateOrder } from './orders/service-update.ts';
import { listReceipts, receiveGoods } from './receipts/service.ts';
import { createRequisition, deleteRequisition, updateRequisition } from './requisitions/service.ts';
import { decideRequisition, reviewRequisition } from './requisitions/service-decide.ts';
import {
  exportRequisitions,
  getRequisition,
  listApprovedRequisitions,
  listRequisitions,
} from './requisitions/service-list.ts';
import { requisitionOfLowStock } from './requisitions/service-low-stock.ts';
import type { procurementRoutes } from './routes.ts';
import { getProcurementSettings, updateProcurementSettings } from './service-settings.ts';
import { getProcurementSpending } from './service-spending.ts';
import { getProcurementStats } from './service-stats.ts';
import { createSupplier, getSupplier, updateSupplier } from './suppliers/service.ts';
import { exportSuppliers, listSuppliers } from './suppliers/service-list.ts';

/** Suppliers, requisitions, purchase orders and their goods. */
export const orderOperations = {
  listSuppliers: (ctx, { query }) => listSuppliers(ctx, query),
  exportSuppliers: (ctx, { query }) => exportSuppliers(ctx, query),
  createSupplier: (ctx, { body }) => createSupplier(ctx, body),
  getSupplier: (ctx, { params }) => getSupplier(ctx, params.id),
  updateSupplier: (ctx, { params, body }) => updateSupplier(ctx, params.id, body),
  listRequisitions: (ctx, { query }) => listRequisitions(ctx, query),
  listApprovedRequisitions: (ctx) => listApprovedRequisitions(ctx),
  exportRequisitions: (ctx, { query }) => exportRequisitions(ctx, query),
  createRequisition: (ctx, { body }) => createRequisition(ctx, body),
  requisitionOfLowStock: (ctx) => requisitionOfLowStock(ctx),
  getRequisition: (ctx, { params }) => getRequisition(ctx, params.id),
  updateRequisition: (ctx, { params, body }) => updateRequisition(ctx, params.id, body),
  reviewRequisition: (ctx, { params, body }) =>
    reviewRequisition(ctx, params.id, body.notes, body.version),
  approveRequisition: (ctx, { params, body }) =>
    decideRequisition(ctx, params.id, body.status, body.notes, body.version),
  deleteRequisition: (ctx, { params }) => deleteRequisition(ctx, params.id),
  listOrders: (ctx, { query }) => listOrders(ctx, query),
  exportOrders: (ctx, { query }) => exportOrders(ctx, query),
  createOrder: (ctx, { body }) => createOrder(ctx, body),
  getOrder: (ctx, { params }) => getOrder(ctx, params.id),
  updateOrder: (ctx, { params, body }) => updateOrder(ctx, params.id, body),
  setOrderStatus: (ctx, { params, body }) =>
    setOrderStatus(ctx, params.id, body.status, body.reason, body.version),
  deleteOrder: (ctx, { params, body }) => deleteOrder(ctx, params.id, body.reason, body.version),
  orderPdf: (ctx, { params }) => downloadOrder(ctx, params.id),
  listReceipts: (ctx, { params }) => listReceipts(ctx, params.id),
  receiveGoods: (ctx, { params, body }) => receiveGoods(ctx, params.id, body),
  goodsReceiptPdf: (ctx, { params }) => downloadReceipt(ctx, params.id),
  procurementStats: (ctx) => getProcurementStats(ctx),
  procurementSpending: (ctx) => getProcurementSpending(ctx),
  getProcurementSettings: (ctx) => getProcurementSettings(ctx),
  updateProcurementSettings: (ctx, { body }) => updateProcurementSettings(ctx, body),
} satisfies HandlersOf<typeof procurementRoutes, Ctx>;
