import { defineRoutes } from '../kernel/contract.ts';
import * as s from './schema.ts';

/** Dated exchange rates (decision 1). */
export const rateRoutes = defineRoutes({
  currentRates: {
    method: 'GET',
    path: '/api/billing/rates/current',
    permission: 'rate.read',
    summary: "Today's rates",
    response: s.currentRates,
    shows: ['rates'],
  },
  listRates: {
    method: 'GET',
    path: '/api/billing/rates',
    permission: 'rate.read',
    summary: 'History of rates, newest first',
    list: s.currencyRate,
    shows: ['rates'],
  },
  updateRate: {
    method: 'POST',
    path: '/api/billing/rates',
    permission: 'rate.update',
    confirms: true,
    summary: 'Add a rate; documents keep theirs',
    body: s.rateInput,
    response: s.currencyRate,
    touches: ['rates', 'audit'],
  },
});
