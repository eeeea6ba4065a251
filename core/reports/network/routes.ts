import { defineRoutes } from '../../kernel/contract.ts';
import * as s from './schema.ts';

/** seeds/000 2 and 7: figures of the network that need the customers too. */
export const networkReportRoutes = defineRoutes({
  networkStats: {
    method: 'GET',
    path: '/api/network/stats',
    permission: 'network.read',
    summary: 'Capacity, usage, uptime and states of the network',
    response: s.networkStats,
    shows: ['network'],
  },
  networkCoverage: {
    method: 'GET',
    path: '/api/network/coverage',
    permission: 'network.read',
    summary: 'Nodes and customers by location',
    response: s.regionCoverage.array(),
    shows: ['network', 'customers'],
  },
  networkBandwidth: {
    method: 'GET',
    path: '/api/network/bandwidth',
    permission: 'network.read',
    summary: 'Bandwidth allocation by package',
    response: s.bandwidthAllocation.array(),
    shows: ['network', 'customers', 'rates'],
  },
  networkLoads: {
    method: 'GET',
    path: '/api/network/loads',
    permission: 'network.read',
    summary: 'Customers and sold bandwidth of each node',
    response: s.nodeLoad.array(),
    shows: ['network', 'customers'],
  },
  optimizeNetwork: {
    method: 'POST',
    path: '/api/network/optimization',
    permission: 'network.read',
    summary: 'Suggestions from load, growth, oversubscription and uptime',
    response: s.optimization,
  },
});
