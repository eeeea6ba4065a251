import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { getAnalytics } from './analytics/service.ts';
import { exportInsight, generateInsight } from './insights/service.ts';
import type { insightRoutes } from './routes-insights.ts';

export const insightOperations: HandlersOf<typeof insightRoutes, Ctx> = {
  billingInsight: (ctx) => generateInsight(ctx),
  exportInsight: (ctx) => exportInsight(ctx),
  getAnalytics: (ctx, { query }) => getAnalytics(ctx, query.period),
};
