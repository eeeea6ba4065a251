import type { accountingRoutes } from '../accounting/routes.ts';
import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { reportRoutes } from './routes.ts';
import { getDashboardStats } from './service.ts';
import { checkBooks } from './service-check.ts';
import { generateInsight } from './service-insight.ts';

/** The check of the books reads across modules, so its handler stands here, above those it reads. */
export const reportOperations: HandlersOf<
  typeof reportRoutes & Pick<typeof accountingRoutes, 'checkBooks'>,
  Ctx
> = {
  dashboardStats: (ctx) => getDashboardStats(ctx),
  billingInsight: (ctx) => generateInsight(ctx),
  checkBooks: (ctx) => checkBooks(ctx),
};
