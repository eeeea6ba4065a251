import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { wifiRoutes } from './routes.ts';
import * as wifi from './service.ts';

export const wifiOperations: HandlersOf<typeof wifiRoutes, Ctx> = {
  listWifiSessions: (ctx, { query }) => wifi.listWifiSessions(ctx, query),
  wifiSessionSums: (ctx, { query }) => wifi.getWifiSessionSums(ctx, query),
  exportWifiSessions: (ctx, { query }) => wifi.exportWifiSessions(ctx, query),
  getWifiStats: (ctx, { query }) => wifi.getWifiStats(ctx, query),
  endWifiSession: (ctx, { params }) => wifi.endWifiSession(ctx, params.id),
};
