import { defineRoutes } from '../../kernel/contract.ts';
import { analytics, analyticsQuery } from './schema.ts';

export const analyticsRoutes = defineRoutes({
  getAnalytics: {
    method: 'GET',
    path: '/api/reports/analytics',
    permission: 'report.read',
    summary: 'The Reports & Analytics tab',
    query: analyticsQuery,
    response: analytics,
    shows: ['books', 'customers', 'money', 'rates', 'network', 'tickets', 'assistant'],
  },
});
