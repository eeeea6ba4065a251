import { defineRoutes } from '../kernel/contract.ts';
import { company } from './schema.ts';

export const companyRoutes = defineRoutes({
  company: {
    method: 'GET',
    path: '/api/company',
    permission: 'public',
    summary: 'Who the company is',
    response: company,
  },
});
