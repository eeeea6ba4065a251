import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import type { insightRoutes } from './routes.ts';
import { exportInsight, generateInsight } from './service.ts';

export const insightOperations: HandlersOf<typeof insightRoutes, Ctx> = {
  billingInsight: (ctx) => generateInsight(ctx),
  exportInsight: (ctx) => exportInsight(ctx),
};
