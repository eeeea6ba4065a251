import { defineRoutes } from '../../kernel/contract.ts';
import { moneyReads } from '../routes-reads.ts';
import * as s from './schema.ts';
import * as emails from './schema-emails.ts';

/** Invoices, their documents and e-mails (seeds/000 7). */
export const invoiceRoutes = defineRoutes({
  listInvoices: {
    method: 'GET',
    path: '/api/billing/invoices',
    permission: 'invoice.read',
    summary: 'Invoices, searched, filtered and sorted',
    query: s.invoiceFilter,
    list: s.invoice,
  },
  getInvoice: {
    method: 'GET',
    path: '/api/billing/invoices/:id',
    permission: 'invoice.read',
    summary: 'One invoice with its lines and payments',
    params: s.invoiceParams,
    response: s.invoiceDetail,
  },
  billingOverview: {
    method: 'GET',
    path: '/api/billing/overview',
    permission: 'invoice.read',
    summary: 'Payment overview',
    response: s.billingOverview,
  },
  createManualInvoice: {
    method: 'POST',
    path: '/api/billing/manual-invoice',
    permission: 'invoice.create',
    summary: 'Make an invoice by hand',
    body: s.manualInvoiceInput,
    missing: 'Please fill in all required fields',
    response: s.invoice,
    touches: moneyReads,
    idempotent: true,
  },
  updateInvoice: {
    method: 'PUT',
    path: '/api/billing/invoices/:id',
    permission: 'invoice.edit',
    summary: 'Correct or cancel an invoice',
    params: s.invoiceParams,
    body: s.invoiceUpdate,
    response: s.invoice,
    touches: moneyReads,
  },
  updatePaymentStatus: {
    method: 'PUT',
    path: '/api/billing/invoices/:id/payment',
    permission: 'payment.record',
    summary: 'Set an invoice paid, pending or overdue',
    params: s.invoiceParams,
    body: s.paymentStatusInput,
    response: s.invoice,
    touches: moneyReads,
  },
  invoicePdf: {
    method: 'GET',
    path: '/api/billing/invoice/:id/pdf',
    permission: 'invoice.read',
    summary: 'The invoice as PDF',
    params: s.invoiceParams,
    file: true,
  },
  emailInvoice: {
    method: 'POST',
    path: '/api/billing/invoice/:id/email',
    permission: 'invoice.email',
    summary: 'E-mail the invoice to its customer, or to another address',
    params: s.invoiceParams,
    body: emails.emailInput,
    response: emails.emailResult,
    touches: ['dashboardStats', 'getInvoice', 'invoiceHistory'],
    idempotent: 'inSteps',
  },
  invoiceEmailDraft: {
    method: 'GET',
    path: '/api/billing/invoice/:id/email',
    permission: 'invoice.email',
    summary: 'What the e-mail of an invoice says, and to whom it goes',
    params: s.invoiceParams,
    response: emails.emailDraft,
  },
});
