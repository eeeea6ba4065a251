import { defineRoutes } from '../../kernel/contract.ts';
import { idParams } from '../../kernel/text.ts';
import * as s from './schema.ts';

/** The monthly billing run (seeds/000 7). */
export const runRoutes = defineRoutes({
  automationStatus: {
    method: 'GET',
    path: '/api/billing/automation/status',
    permission: 'invoice.read',
    summary: 'Whether this month is still to be billed',
    response: s.automationStatus,
    background: true,
    shows: ['customers', 'money', 'runs'],
  },
  previewBilling: {
    method: 'GET',
    path: '/api/billing/automation/preview',
    permission: 'invoice.read',
    summary: 'What the next run would make',
    query: s.previewQuery,
    response: s.billingPreview,
    shows: ['customers', 'money', 'rates'],
  },
  triggerBilling: {
    method: 'POST',
    path: '/api/billing/automation/trigger',
    permission: 'billing.run',
    summary: 'Bill a month',
    body: s.triggerInput,
    response: s.runResult,
    longRunning: true,
    touches: ['customers', 'money', 'books', 'runs', 'audit'],
  },
  listBillingRuns: {
    method: 'GET',
    path: '/api/billing/automation/runs',
    permission: 'invoice.read',
    summary: 'Runs, newest first',
    list: s.billingRun,
    shows: ['runs'],
  },
  getBillingRun: {
    method: 'GET',
    path: '/api/billing/automation/runs/:id',
    permission: 'invoice.read',
    summary: 'Progress of a run',
    params: idParams,
    response: s.billingRun,
    background: true,
    shows: ['runs'],
  },
});
