import { defineRoutes } from '../kernel/contract.ts';
import { attentionItem } from './schema.ts';

export const attentionRoutes = defineRoutes({
  /** Beside the statistics of the dashboard, which must not wait for it. */
  dashboardAttention: {
    method: 'GET',
    path: '/api/dashboard/attention',
    permission: 'dashboard.read',
    summary: 'What needs a person today, of what the caller may act on',
    response: attentionItem.array(),
    shows: [
      'customers',
      'money',
      'runs',
      'jobs',
      'backups',
      'tickets',
      'messages',
      'wifi',
      'approvals',
      'procurement',
      'stock',
      'leave',
      'payroll',
      'people',
      'users',
    ],
  },
});
