import { defineRoutes } from '../kernel/contract.ts';
import { dashboardStats } from './schema.ts';

export const reportRoutes = defineRoutes({
  dashboardStats: {
    method: 'GET',
    path: '/api/dashboard/stats',
    permission: 'dashboard.read',
    summary: 'Dashboard overview',
    response: dashboardStats,
  },
});
