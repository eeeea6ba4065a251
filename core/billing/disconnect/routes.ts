import { defineRoutes } from '../../kernel/contract.ts';
import * as runs from '../runs/schema.ts';
import * as s from './schema-suspended.ts';

/** The 15-day rule, and the list of suspended customers. */
export const disconnectRoutes = defineRoutes({
  previewDisconnect: {
    method: 'GET',
    path: '/api/billing/disconnect/preview',
    permission: 'invoice.read',
    summary: "Today's or tomorrow's disconnections",
    query: runs.disconnectQuery,
    response: runs.disconnectResult,
    shows: ['customers', 'money', 'rates'],
  },
  runDisconnect: {
    method: 'POST',
    path: '/api/billing/disconnect',
    permission: 'billing.disconnect',
    summary: 'Apply the 15-day rule now',
    body: runs.disconnectInput,
    response: runs.disconnectResult,
    longRunning: true,
    touches: ['customers', 'audit'],
  },
  listSuspended: {
    method: 'GET',
    path: '/api/billing/suspended',
    permission: 'invoice.read',
    summary: 'Customers who are suspended now, by the rule or by hand',
    query: s.suspendedFilter,
    list: s.suspendedRow,
    shows: ['customers', 'money', 'rates'],
  },
  suspendedTotals: {
    method: 'GET',
    path: '/api/billing/suspended/totals',
    permission: 'invoice.read',
    summary: 'How many are suspended now and what they have open',
    query: s.suspendedTotalsQuery,
    response: s.suspendedTotals,
    shows: ['customers', 'money', 'rates'],
  },
  exportSuspended: {
    method: 'GET',
    path: '/api/billing/suspended/export',
    permission: 'invoice.read',
    summary: 'The filtered list of the suspended as a file',
    query: s.suspendedExportQuery,
    file: true,
  },
});
