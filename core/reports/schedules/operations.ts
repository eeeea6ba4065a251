import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import type { reportScheduleRoutes } from './routes.ts';
import {
  createReportSchedule,
  deleteReportSchedule,
  listReportRecipients,
  listReportSchedules,
  updateReportSchedule,
} from './service.ts';

export const reportScheduleOperations: HandlersOf<typeof reportScheduleRoutes, Ctx> = {
  listReportSchedules: (ctx) => listReportSchedules(ctx),
  listReportRecipients: (ctx) => listReportRecipients(ctx),
  createReportSchedule: (ctx, { body }) => createReportSchedule(ctx, body),
  updateReportSchedule: (ctx, { params, body }) => updateReportSchedule(ctx, params.id, body),
  deleteReportSchedule: (ctx, { params }) => deleteReportSchedule(ctx, params.id),
};
