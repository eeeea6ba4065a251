import { defineRoutes } from '../kernel/contract.ts';
import { dashboardStats, insightResult, searchAnswer, searchQuery } from './schema.ts';

export const reportRoutes = defineRoutes({
  dashboardStats: {
    method: 'GET',
    path: '/api/dashboard/stats',
    permission: 'dashboard.read',
    summary: 'Dashboard overview',
    response: dashboardStats,
  },
  searchEverything: {
    method: 'GET',
    path: '/api/search',
    permission: 'signedIn',
    summary: 'Customers, invoices and receipts that match',
    query: searchQuery,
    response: searchAnswer,
  },
  billingInsight: {
    method: 'POST',
    path: '/api/billing/insights',
    permission: 'invoice.read',
    summary: "What stands out in this month's billing",
    response: insightResult,
  },
});
