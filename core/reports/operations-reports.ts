import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { getReport } from './comprehensive/service.ts';
import { exportReport } from './exports/service.ts';
import { exportOwnReport, getOwnReport, listOwnReports } from './built-in/service.ts';
import type { comprehensiveRoutes } from './routes-reports.ts';
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportSchedules,
  updateReportSchedule,
} from './schedules/service.ts';

export const comprehensiveOperations: HandlersOf<typeof comprehensiveRoutes, Ctx> = {
  getReport: (ctx, { params, query }) => getReport(ctx, params.type, query),
  exportReport: (ctx, { params, body }) =>
    exportReport(ctx, body.reportType, body.dateRange ?? {}, params.format, body.lines),
  downloadReport: (ctx, { params, query: { type, lines, ...range } }) =>
    exportReport(ctx, type, range, params.format, lines),
  listOwnReports: async (ctx) => listOwnReports(ctx),
  getOwnReport: (ctx, { params, query }) => getOwnReport(ctx, params.name, query),
  exportOwnReport: (ctx, { params, query: { format, ...range } }) =>
    exportOwnReport(ctx, params.name, range, format),
  listReportSchedules: (ctx) => listReportSchedules(ctx),
  listReportRecipients: (ctx) => listReportRecipients(ctx),
  createReportSchedule: (ctx, { body }) => createReportSchedule(ctx, body),
  updateReportSchedule: (ctx, { params, body }) => updateReportSchedule(ctx, params.id, body),
  deleteReportSchedule: (ctx, { params }) => deleteReportSchedule(ctx, params.id),
};
