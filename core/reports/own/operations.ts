import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import type { ownReportRoutes } from './routes.ts';
import { exportOwnReport, getOwnReport, listOwnReports } from './service.ts';

export const ownReportOperations: HandlersOf<typeof ownReportRoutes, Ctx> = {
  listOwnReports: async (ctx) => listOwnReports(ctx),
  getOwnReport: (ctx, { params, query }) => getOwnReport(ctx, params.name, query),
  exportOwnReport: (ctx, { params, query: { format, ...range } }) =>
    exportOwnReport(ctx, params.name, range, format),
};
