import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { customerRoutes } from './routes.ts';
import * as service from './service.ts';
import { exportCustomers } from './service-export.ts';

export const customerOperations: HandlersOf<typeof customerRoutes, Ctx> = {
  listCustomers: (ctx, { query }) => service.listCustomers(ctx, query),
  customerStats: (ctx) => service.getCustomerStats(ctx),
  customerSums: (ctx, { query }) => service.getCustomerSums(ctx, query),
  lookupCustomer: (ctx, { query }) => service.lookupCustomer(ctx, query.customerId),
  exportCustomers: (ctx, { query }) => exportCustomers(ctx, query),
  getCustomer: (ctx, { params }) => service.getCustomer(ctx, params.id),
  createCustomer: (ctx, { body }) => service.createCustomer(ctx, body),
  updateCustomer: (ctx, { params, body }) => service.updateCustomer(ctx, params.id, body),
  setPromise: (ctx, { params, body }) => service.setPromise(ctx, params.id, body),
  deleteCustomer: (ctx, { params }) => service.deleteCustomer(ctx, params.id),
};
