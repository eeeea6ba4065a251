import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { getAnalytics } from './analytics/service.ts';
import { exportInsight, generateInsight } from './insights/service.ts';
import type { insightRoutes } from './routes-insights.ts';
import { reportPackageUsage } from './usage/service.ts';

export const insightOperations: HandlersOf<typeof insightRoutes, Ctx> = {
  billingInsight: (ctx) => generateInsight(ctx),
  exportInsight: (ctx) => exportInsight(ctx),
  packageUsage: (ctx, { params }) => reportPackageUsage(ctx, params.yearMonth),
  getAnalytics: (ctx, { query }) => getAnalytics(ctx, query.period),
};
