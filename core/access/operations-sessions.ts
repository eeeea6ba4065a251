import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { endSession } from './orders/service.ts';
import type { sessionsRoutes } from './routes-sessions.ts';
import * as sessions from './sessions/service.ts';
import { listUnusable } from './sessions/service-health.ts';
import { listTopUsers } from './sessions/service-usage.ts';

export const sessionsOperations: HandlersOf<typeof sessionsRoutes, Ctx> = {
  listSessions: (ctx, { query }) => sessions.listSessions(ctx, query),
  exportSessions: async (ctx, { query }) => sessions.exportSessions(ctx, query),
  sumSessions: (ctx) => sessions.sumSessions(ctx),
  endSession: (ctx, { params }) => endSession(ctx, params.id),
  listClosedSessions: (ctx, { query }) => sessions.listClosed(ctx, query),
  listRefusals: (ctx, { query }) => sessions.listRefusals(ctx, query),
  listTopUsers: (ctx, { query }) => listTopUsers(ctx, query),
  listUnusableReports: (ctx) => listUnusable(ctx),
  accessUsage: (ctx, { params, query }) => sessions.usageOf(ctx, params.id, query.days),
};
