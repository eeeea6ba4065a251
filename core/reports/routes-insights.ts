import { defineRoutes } from '../kernel/contract.ts';
import { analytics, analyticsQuery } from './analytics/schema.ts';
import { insightResult } from './insights/schema.ts';
import { packageUsageParams, packageUsageReport } from './usage/schema.ts';

/** Billing insights, and the Reports & Analytics tab. */
export const insightRoutes = defineRoutes({
  /** Not in a transaction: a language model may be awaited. */
  billingInsight: {
    method: 'POST',
    path: '/api/billing/insights',
    permission: 'invoice.read',
    summary:
      'AI-generated billing insights: what stands out in the books, with the facts behind it',
    response: insightResult,
    longRunning: true,
  },
  exportInsight: {
    method: 'GET',
    path: '/api/billing/insights/pdf',
    permission: 'invoice.read',
    summary: 'The billing insights as a PDF document',
    file: true,
    longRunning: true,
  },
  packageUsage: {
    method: 'GET',
    path: '/api/billing/package-usage/:yearMonth',
    permission: 'invoice.read',
    summary: 'Usage of a month by package, with what was billed for a GB and what it costs',
    params: packageUsageParams,
    response: packageUsageReport,
    shows: ['access', 'customers', 'money', 'books', 'rates', 'bandwidth'],
  },
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
