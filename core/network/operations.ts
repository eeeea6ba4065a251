import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { listAlarms } from './monitoring/service-alarms.ts';
import { countInterfaces, listInterfaces } from './monitoring/service-interfaces.ts';
import { pollNetwork } from './monitoring/service-poll.ts';
import { probeNode } from './monitoring/service-probe.ts';
import { nodeSeries } from './monitoring/service-series.ts';
import { getNetworkSettings, updateNetworkSettings } from './monitoring/service-settings.ts';
import * as nodes from './nodes/service.ts';
import { exportNodes, listNodes } from './nodes/service-list.ts';
import type { networkRoutes } from './routes.ts';

export const networkOperations: HandlersOf<typeof networkRoutes, Ctx> = {
  listNodes: (ctx, { query }) => listNodes(ctx, query),
  exportNodes: async (ctx, { query }) => exportNodes(ctx, query),
  createNode: (ctx, { body }) => nodes.createNode(ctx, body),
  getNode: (ctx, { params }) => nodes.getNode(ctx, params.id),
  updateNode: (ctx, { params, body }) => nodes.updateNode(ctx, params.id, body),
  deleteNode: (ctx, { params }) => nodes.deleteNode(ctx, params.id),
  listInterfaces: (ctx, { params }) => listInterfaces(ctx, params.id),
  countInterfaces: (ctx, { params, body }) => countInterfaces(ctx, params.id, body.counted),
  probeNode: (ctx, { params, body }) => probeNode(ctx, params.id, body.snmp),
  nodeSeries: (ctx, { params, query }) => nodeSeries(ctx, params.id, query.span),
  listAlarms: (ctx, { query }) => listAlarms(ctx, query),
  getNetworkSettings: (ctx) => getNetworkSettings(ctx),
  updateNetworkSettings: (ctx, { body }) => updateNetworkSettings(ctx, body),
  pollNetwork: (ctx) => pollNetwork(ctx),
};
