import { z } from 'zod';
import { defineRoutes } from '../../kernel/contract.ts';
import * as s from './schema.ts';

/** Revenue against the bandwidth bought (seeds/000 9, decision 10). */
export const profitRoutes = defineRoutes({
  profitAnalysis: {
    method: 'GET',
    path: '/api/billing/profit-analysis/:yearMonth',
    permission: 'invoice.read',
    summary: 'Revenue against bandwidth cost',
    params: s.profitParams,
    response: s.profitAnalysis,
    shows: ['customers', 'books', 'rates', 'bandwidth'],
  },
  listBandwidthPurchases: {
    method: 'GET',
    path: '/api/billing/bandwidth',
    permission: 'invoice.read',
    summary: 'Bandwidth bought, newest first',
    response: z.array(s.bandwidthPurchase),
    shows: ['bandwidth'],
  },
  addBandwidthPurchase: {
    method: 'POST',
    path: '/api/billing/bandwidth',
    permission: 'settings.update',
    summary: 'Set the Mbps bought from a date on',
    body: s.bandwidthInput,
    response: s.bandwidthPurchase,
    touches: ['bandwidth', 'audit'],
  },
});
