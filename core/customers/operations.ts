import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { customerRoutes } from './routes.ts';
import * as service from './service.ts';
import { assignNode } from './service-nodes.ts';

export const customerOperations: HandlersOf<typeof customerRoutes, Ctx> = {
  customerStats: (ctx) => service.getCustomerStats(ctx),
  lookupCustomer: (ctx, { query }) => service.lookupCustomer(ctx, query.customerId),
  getCustomer: (ctx, { params }) => service.getCustomer(ctx, params.id),
  createCustomer: (ctx, { body }) => service.createCustomer(ctx, body),
  updateCustomer: (ctx, { params, body }) => service.updateCustomer(ctx, params.id, body),
  setPromise: (ctx, { params, body }) => service.setPromise(ctx, params.id, body),
  assignNode: (ctx, { body }) => assignNode(ctx, body),
  deleteCustomer: (ctx, { params }) => service.deleteCustomer(ctx, params.id),
};
