import { defineRoutes } from '../../kernel/contract.ts';
import * as invoices from '../invoices/schema.ts';
import { moneyReads } from '../routes-reads.ts';
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
  },
  previewBilling: {
    method: 'GET',
    path: '/api/billing/automation/preview',
    permission: 'invoice.read',
    summary: 'What the next run would make',
    query: s.previewQuery,
    response: s.billingPreview,
  },
  triggerBilling: {
    method: 'POST',
    path: '/api/billing/automation/trigger',
    permission: 'billing.run',
    summary: 'Bill a month',
    body: s.triggerInput,
    response: s.runResult,
    touches: [...moneyReads, 'listBillingRuns'],
    longRunning: true,
  },
  listBillingRuns: {
    method: 'GET',
    path: '/api/billing/automation/runs',
    permission: 'invoice.read',
    summary: 'Runs, newest first',
    list: s.billingRun,
  },
  getBillingRun: {
    method: 'GET',
    path: '/api/billing/automation/runs/:id',
    permission: 'invoice.read',
    summary: 'Progress of a run',
    params: invoices.invoiceParams,
    response: s.billingRun,
    background: true,
  },
});
