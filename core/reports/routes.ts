import { defineRoutes } from '../kernel/contract.ts';
import { idParams } from '../kernel/text.ts';
import { dashboardStats, insightResult, searchAnswer, searchQuery } from './schema.ts';
import { historyLine, historyQuery } from './schema-history.ts';

export const reportRoutes = defineRoutes({
  dashboardStats: {
    method: 'GET',
    path: '/api/dashboard/stats',
    permission: 'dashboard.read',
    summary: 'Dashboard overview',
    response: dashboardStats,
    shows: ['customers', 'books', 'rates', 'bandwidth', 'network', 'tickets', 'audit'],
  },
  searchEverything: {
    method: 'GET',
    path: '/api/search',
    permission: 'signedIn',
    summary: 'Customers, invoices, receipts and support tickets that match',
    query: searchQuery,
    response: searchAnswer,
    shows: ['customers', 'money', 'tickets'],
  },
  billingInsight: {
    method: 'POST',
    path: '/api/billing/insights',
    permission: 'invoice.read',
    summary: "What stands out in this month's billing",
    response: insightResult,
  },
  customerHistory: {
    method: 'GET',
    path: '/api/customers/:id/history',
    permission: 'customer.read',
    summary: 'What was changed of a customer, newest first',
    params: idParams,
    query: historyQuery,
    list: historyLine,
    shows: ['customers', 'audit'],
  },
  invoiceHistory: {
    method: 'GET',
    path: '/api/billing/invoices/:id/history',
    permission: 'invoice.read',
    summary: 'What was changed of an invoice, newest first',
    params: idParams,
    query: historyQuery,
    list: historyLine,
    shows: ['customers', 'money', 'audit'],
  },
  paymentHistory: {
    method: 'GET',
    path: '/api/billing/payments/:id/history',
    permission: 'payment.read',
    summary: 'What was changed of a payment, newest first',
    params: idParams,
    query: historyQuery,
    list: historyLine,
    shows: ['customers', 'money', 'audit'],
  },
  ticketHistory: {
    method: 'GET',
    path: '/api/support-tickets/:id/history',
    permission: 'ticket.read',
    summary: 'What was changed of a support ticket, newest first',
    params: idParams,
    query: historyQuery,
    list: historyLine,
    shows: ['tickets', 'audit'],
  },
});
