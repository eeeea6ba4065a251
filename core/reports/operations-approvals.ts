import { getApprovalLimits, updateApprovalLimits } from '../approvals/service-limits.ts';
import type { Ctx } from '../context.ts';
import type { identityRoutes } from '../identity/routes.ts';
import type { factorsRoutes } from '../identity/routes-factors.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as approvals from './approvals/service.ts';
import {
  createUserOrAsk,
  resetFactorOrAsk,
  resetPasswordOrAsk,
  suspendUserOrAsk,
  updateUserOrAsk,
} from './approvals/service-accounts.ts';
import { runAccepted } from './approvals/service-payloads.ts';
import type { approvalRoutes } from './routes-approvals.ts';

/** Includes calls of identity that another person may have to accept. */
export const approvalOperations: HandlersOf<
  typeof approvalRoutes &
    Pick<typeof identityRoutes, 'createUser' | 'updateUser' | 'suspendUser' | 'resetUserPassword'> &
    Pick<typeof factorsRoutes, 'resetSecondFactor'>,
  Ctx
> = {
  createUser: (ctx, { body }) => createUserOrAsk(ctx, body),
  updateUser: (ctx, { params, body }) => updateUserOrAsk(ctx, params.id, body),
  suspendUser: (ctx, { params, body }) => suspendUserOrAsk(ctx, params.id, body),
  resetUserPassword: (ctx, { params, body }) => resetPasswordOrAsk(ctx, params.id, body),
  resetSecondFactor: (ctx, { params }) => resetFactorOrAsk(ctx, params.id),
  listWaiting: (ctx, { query }) => approvals.listWaiting(ctx, query),
  countWaiting: (ctx) => approvals.countWaiting(ctx),
  withdrawApproval: (ctx, { params }) => approvals.withdrawApproval(ctx, params.id),
  approvalLimits: (ctx) => getApprovalLimits(ctx),
  updateApprovalLimits: (ctx, { body }) => updateApprovalLimits(ctx, body),
  decideApproval: (ctx, { params, body }) =>
    approvals.decideApproval(ctx, params.id, body, runAccepted),
};
