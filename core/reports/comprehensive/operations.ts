import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import { exportReport } from '../exports/service.ts';
import type { comprehensiveRoutes } from './routes.ts';
import { getReport } from './service.ts';

export const comprehensiveOperations: HandlersOf<typeof comprehensiveRoutes, Ctx> = {
  getReport: (ctx, { params, query }) => getReport(ctx, params.type, query),
  exportReport: (ctx, { params, body }) =>
    exportReport(ctx, body.reportType, body.dateRange ?? {}, params.format, body.lines),
  downloadReport: (ctx, { params, query: { type, lines, ...range } }) =>
    exportReport(ctx, type, range, params.format, lines),
};
