import { defineRoutes } from '../../kernel/contract.ts';
import { idParams } from '../../kernel/text.ts';
import * as s from './schema.ts';

/** Ours: credit of customers that is paid out. */
export const refundRoutes = defineRoutes({
  listRefunds: {
    method: 'GET',
    path: '/api/billing/refunds',
    permission: 'payment.read',
    summary: 'Refunds, newest first',
    query: s.refundFilter,
    list: s.refund,
    shows: ['customers', 'money'],
  },
  recordRefund: {
    method: 'POST',
    path: '/api/billing/refunds',
    permission: 'payment.record',
    summary: "Pay out a customer's credit",
    body: s.refundInput,
    response: s.refund,
    idempotent: true,
    touches: ['customers', 'money', 'books', 'till', 'audit', 'approvals'],
    waits: true,
  },
  refundPdf: {
    method: 'GET',
    path: '/api/billing/refunds/:id/pdf',
    permission: 'payment.read',
    summary: 'The receipt of a refund',
    params: idParams,
    file: true,
  },
});
