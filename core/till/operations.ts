import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { tillRoutes } from './routes.ts';
import * as tills from './service.ts';
import { acceptTill, countTill } from './service-close.ts';
import * as list from './service-list.ts';
import { openTill } from './service-open.ts';
import * as settings from './service-settings.ts';

export const tillOperations: HandlersOf<typeof tillRoutes, Ctx> = {
  getOwnTill: (ctx) => tills.getOwnTill(ctx),
  openTill: (ctx, { body }) => openTill(ctx, body),
  listTills: (ctx, { query }) => list.listTills(ctx, query),
  listUnclosedTills: (ctx) => list.listUnclosedTills(ctx),
  getTillSettings: (ctx) => settings.getTillSettings(ctx),
  updateTillSettings: (ctx, { body }) => settings.updateTillSettings(ctx, body),
  getTill: (ctx, { params }) => tills.getTill(ctx, params.id),
  countTill: (ctx, { params, body }) => countTill(ctx, params.id, body),
  acceptTill: (ctx, { params }) => acceptTill(ctx, params.id),
  tillReportPdf: (ctx, { params }) => list.tillReport(ctx, params.id),
};
