import { getApprovalLimits, updateApprovalLimits } from '../approvals/service-limits.ts';
import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as approvals from './approvals/service.ts';
import { runAccepted } from './approvals/service-payloads.ts';
import type { approvalRoutes } from './routes-approvals.ts';

export const approvalOperations: HandlersOf<typeof approvalRoutes, Ctx> = {
  listWaiting: (ctx, { query }) => approvals.listWaiting(ctx, query),
  countWaiting: (ctx) => approvals.countWaiting(ctx),
  withdrawApproval: (ctx, { params }) => approvals.withdrawApproval(ctx, params.id),
  approvalLimits: (ctx) => getApprovalLimits(ctx),
  updateApprovalLimits: (ctx, { body }) => updateApprovalLimits(ctx, body),
  decideApproval: (ctx, { params, body }) =>
    approvals.decideApproval(ctx, params.id, body, runAccepted),
};
