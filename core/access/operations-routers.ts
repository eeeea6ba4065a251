import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as routers from './routers/service.ts';
import type { routersRoutes } from './routes-routers.ts';

export const routersOperations: HandlersOf<typeof routersRoutes, Ctx> = {
  listRouters: (ctx, { query }) => routers.listRouters(ctx, query),
  createRouter: (ctx, { body }) => routers.createRouter(ctx, body),
  getRouter: (ctx, { params }) => routers.getRouter(ctx, params.id),
  updateRouter: (ctx, { params, body }) => routers.updateRouter(ctx, params.id, body),
  deleteRouter: (ctx, { params }) => routers.deleteRouter(ctx, params.id),
  renewRouterSecret: (ctx, { params }) => routers.renewSecret(ctx, params.id),
  showRouterScript: (ctx, { params, body }) => routers.routerScript(ctx, params.id, body.server),
  letEverybodyOnAt: (ctx, { params, body }) => routers.letEverybodyOnAt(ctx, params.id, body),
};
