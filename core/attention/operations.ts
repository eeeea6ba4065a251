import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { attentionRoutes } from './routes.ts';
import { whatNeedsAPerson } from './service.ts';

export const attentionOperations: HandlersOf<typeof attentionRoutes, Ctx> = {
  dashboardAttention: (ctx) => whatNeedsAPerson(ctx),
};
