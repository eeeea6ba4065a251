import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import type { analyticsRoutes } from './routes.ts';
import { getAnalytics } from './service.ts';

export const analyticsOperations: HandlersOf<typeof analyticsRoutes, Ctx> = {
  getAnalytics: (ctx, { query }) => getAnalytics(ctx, query.period),
};
