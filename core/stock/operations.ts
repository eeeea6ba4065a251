import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as counts from './counts/service.ts';
import { submitCount } from './counts/service-post.ts';
import type { EquipmentOperation, stockRoutes } from './routes.ts';
import { createCategory, listCategories } from './service.ts';
import * as list from './service-list.ts';

/** Without those of core/reports/stock, which read tables of procurement. */
export const stockOperations: HandlersOf<Omit<typeof stockRoutes, EquipmentOperation>, Ctx> = {
  listEquipmentCategories: (ctx) => listCategories(ctx),
  createEquipmentCategory: (ctx, { body }) => createCategory(ctx, body.name),
  listStockMoves: (ctx, { query }) => list.listMoves(ctx, query),
  exportStockMoves: async (ctx, { query }) => list.exportMoves(ctx, query),
  listStockCounts: (ctx) => counts.listCounts(ctx),
  createStockCount: (ctx, { body }) => counts.createCount(ctx, body),
  getStockCount: (ctx, { params }) => counts.getCount(ctx, params.id),
  updateStockCount: (ctx, { params, body }) => counts.enterCount(ctx, params.id, body),
  submitStockCount: (ctx, { params, body }) => submitCount(ctx, params.id, body),
  cancelStockCount: (ctx, { params }) => counts.cancelCount(ctx, params.id),
  stockCountSheet: (ctx, { params }) => counts.countSheet(ctx, params.id),
};
