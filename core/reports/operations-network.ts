import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import * as network from './network/service.ts';
import { getRegionalCoverage } from './regional-coverage/service.ts';
import type { networkReportRoutes } from './routes-network.ts';

export const networkReportOperations: HandlersOf<typeof networkReportRoutes, Ctx> = {
  networkStats: (ctx) => network.getNetworkStats(ctx),
  networkCoverage: (ctx) => network.getCoverage(ctx),
  networkBandwidth: (ctx) => network.getBandwidth(ctx),
  networkLoads: (ctx) => network.getLoads(ctx),
  optimizeNetwork: (ctx) => network.optimizeNetwork(ctx),
  regionalCoverage: (ctx) => getRegionalCoverage(ctx),
};
