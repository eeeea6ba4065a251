import { defineRoutes } from '../kernel/contract.ts';
import { attentionItem } from './schema.ts';
import { ownWork } from './work/schema.ts';

export const attentionRoutes = defineRoutes({
  /** The top of the first screen, before its statistics. */
  ownWork: {
    method: 'GET',
    path: '/api/dashboard/own-work',
    permission: 'signedIn',
    summary: "What the caller's role begins the day with: the blocks that the caller may see",
    response: ownWork,
    shows: [
      'tickets',
      'customers',
      'network',
      'attachments',
      'money',
      'till',
      'users',
      'approvals',
      'procurement',
      'stock',
      'leave',
      'payroll',
      'people',
      'books',
      'expenses',
      'jobs',
      'backups',
    ],
  },
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
      'audit',
      'till',
      'rates',
    ],
  },
});
