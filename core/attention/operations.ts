import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { attentionRoutes } from './routes.ts';
import { whatNeedsAPerson } from './service.ts';
import { ownWork } from './work/service.ts';

export const attentionOperations: HandlersOf<typeof attentionRoutes, Ctx> = {
  ownWork: (ctx) => ownWork(ctx),
  dashboardAttention: (ctx) => whatNeedsAPerson(ctx),
};
