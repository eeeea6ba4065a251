import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { sealRoutes } from './routes.ts';
import { listSeals } from './service.ts';
import { getSealSettings, updateSealSettings } from './service-settings.ts';

export const sealOperations: HandlersOf<typeof sealRoutes, Ctx> = {
  listAuditSeals: (ctx, { query }) => listSeals(ctx, query),
  getSealSettings: (ctx) => getSealSettings(ctx),
  updateSealSettings: (ctx, { body }) => updateSealSettings(ctx, body),
};
