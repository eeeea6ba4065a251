import { defineRoutes } from '../../kernel/contract.ts';
import * as invoices from '../invoices/schema.ts';
import { moneyReads } from '../routes-reads.ts';
import * as s from './schema.ts';

/** Payments, credits, accounts and statements of customers. */
export const paymentRoutes = defineRoutes({
  listPayments: {
    method: 'GET',
    path: '/api/billing/payments',
    permission: 'payment.read',
    summary: 'Payments and credits',
    query: s.paymentFilter,
    list: s.payment,
  },
  paymentSums: {
    method: 'GET',
    path: '/api/billing/payments/sums',
    permission: 'payment.read',
    summary: 'The sum line of the filtered payments',
    query: s.paymentFilter,
    response: s.paymentSums,
  },
  paymentClerks: {
    method: 'GET',
    path: '/api/billing/payments/clerks',
    permission: 'payment.read',
    summary: 'Who has recorded payments',
    response: s.paymentClerks,
  },
  exportPayments: {
    method: 'GET',
    path: '/api/billing/payments/export',
    permission: 'payment.read',
    summary: 'The filtered payments as a file',
    query: s.paymentExportQuery,
    file: true,
  },
  getPayment: {
    method: 'GET',
    path: '/api/billing/payments/:id',
    permission: 'payment.read',
    summary: 'One payment with the invoices it paid',
    params: invoices.invoiceParams,
    response: s.paymentDetail,
  },
  recordPayment: {
    method: 'POST',
    path: '/api/billing/payments',
    permission: 'payment.record',
    summary: 'Record money received',
    body: s.paymentInput,
    response: s.paymentDetail,
    touches: moneyReads,
    idempotent: true,
  },
  grantCredit: {
    method: 'POST',
    path: '/api/billing/credits',
    permission: 'payment.record',
    summary: 'Grant a customer a credit',
    body: s.creditInput,
    response: s.paymentDetail,
    touches: moneyReads,
    idempotent: true,
  },
  reversePayment: {
    method: 'POST',
    path: '/api/billing/payments/:id/reverse',
    permission: 'payment.record',
    summary: 'Reverse a payment or a credit',
    params: invoices.invoiceParams,
    body: s.reversePaymentInput,
    response: s.paymentDetail,
    touches: moneyReads,
    idempotent: true,
  },
  receiptPdf: {
    method: 'GET',
    path: '/api/billing/payments/:id/receipt',
    permission: 'payment.read',
    summary: 'The receipt as PDF',
    params: invoices.invoiceParams,
    file: true,
  },
});
