import { defineRoutes } from '../../kernel/contract.ts';
import { coverageReport } from './schema.ts';

export const coverageRoutes = defineRoutes({
  regionalCoverage: {
    method: 'GET',
    path: '/api/coverage',
    permission: 'network.read',
    summary: 'Coverage, clients and technologies of the six towns',
    response: coverageReport,
    shows: ['network', 'customers', 'rates'],
  },
});
