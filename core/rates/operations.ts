import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { rateRoutes } from './routes.ts';
import * as service from './service.ts';

export const rateOperations: HandlersOf<typeof rateRoutes, Ctx> = {
  currentRates: (ctx) => service.getCurrentRates(ctx),
  listRates: (ctx) => service.listRates(ctx),
  updateRate: (ctx, { body }) => service.updateRate(ctx, body),
};
