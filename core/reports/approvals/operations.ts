import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import type { approvalRoutes } from './routes.ts';
import * as approvals from './service.ts';

export const approvalOperations: HandlersOf<typeof approvalRoutes, Ctx> = {
  listWaiting: (ctx, { query }) => approvals.listWaiting(ctx, query),
  countWaiting: (ctx) => approvals.countWaiting(ctx),
  decideApproval: (ctx, { params, body }) => approvals.decideApproval(ctx, params.id, body),
};
