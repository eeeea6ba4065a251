import { defineRoutes } from '../kernel/contract.ts';
import * as network from './network/schema.ts';
import { coverageReport } from './regional-coverage/schema.ts';

/** seeds/000 2 and 7: figures of the network that need the customers too, and the regional coverage. */
export const networkReportRoutes = defineRoutes({
  networkStats: {
    method: 'GET',
    path: '/api/network/stats',
    permission: 'network.read',
    summary: 'Capacity, usage, uptime and states of the network',
    response: network.networkStats,
    shows: ['network'],
  },
  networkCoverage: {
    method: 'GET',
    path: '/api/network/coverage',
    permission: 'network.read',
    summary: 'Nodes and customers by location',
    response: network.regionCoverage.array(),
    shows: ['network', 'customers'],
  },
  networkBandwidth: {
    method: 'GET',
    path: '/api/network/bandwidth',
    permission: 'network.read',
    summary: 'Bandwidth allocation by package',
    response: network.bandwidthAllocation.array(),
    shows: ['network', 'customers', 'rates'],
  },
  networkLoads: {
    method: 'GET',
    path: '/api/network/loads',
    permission: 'network.read',
    summary: 'Customers and sold bandwidth of each node',
    response: network.nodeLoad.array(),
    shows: ['network', 'customers'],
  },
  optimizeNetwork: {
    method: 'POST',
    path: '/api/network/optimization',
    permission: 'network.read',
    summary: 'Suggestions from load, growth, oversubscription and uptime',
    response: network.optimization,
  },
  regionalCoverage: {
    method: 'GET',
    path: '/api/coverage',
    permission: 'network.read',
    summary: 'Coverage, clients and technologies of the six towns',
    response: coverageReport,
    shows: ['network', 'customers', 'rates'],
  },
});
