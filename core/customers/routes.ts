import { defineRoutes } from '../kernel/contract.ts';
import {
  customer,
  customerInput,
  customerParams,
  customerStats,
  customerUpdate,
  deleteResult,
  lookupQuery,
  promiseInput,
} from './schema.ts';

const reads = [
  'listCustomers',
  'customerStats',
  'customerSums',
  'getCustomer',
  'lookupCustomer',
  'dashboardStats',
  'customerHistory',
] as const;
/** What billing shows of a customer changes with the customer. */
const billingReads = [
  ...reads,
  'automationStatus',
  'previewBilling',
  'previewDisconnect',
  'listSuspended',
  'suspendedTotals',
  'profitAnalysis',
  'listInvoices',
  'getInvoice',
  'listPayments',
  'getPayment',
  'customerAccount',
  'customerStatement',
] as const;

/** seeds/000 7 (Customers); stats, lookup, export and the promise to pay are ours. */
export const customerRoutes = defineRoutes({
  customerStats: {
    method: 'GET',
    path: '/api/customers/stats',
    permission: 'customer.read',
    summary: 'The four cards',
    response: customerStats,
  },
  lookupCustomer: {
    method: 'GET',
    path: '/api/customers/lookup',
    permission: 'customer.read',
    summary: 'One customer by customer ID',
    query: lookupQuery,
    response: customer,
  },
  getCustomer: {
    method: 'GET',
    path: '/api/customers/:id',
    permission: 'customer.read',
    summary: 'One customer',
    params: customerParams,
    response: customer,
  },
  createCustomer: {
    method: 'POST',
    path: '/api/customers',
    permission: 'customer.write',
    summary: 'Add a customer',
    body: customerInput,
    response: customer,
    touches: billingReads,
    idempotent: true,
  },
  updateCustomer: {
    method: 'PUT',
    path: '/api/customers/:id',
    permission: 'customer.write',
    summary: 'Change a customer',
    params: customerParams,
    body: customerUpdate,
    response: customer,
    touches: billingReads,
  },
  setPromise: {
    method: 'PUT',
    path: '/api/customers/:id/do-not-disconnect',
    permission: 'customer.write',
    summary: 'Record or take back a promise to pay',
    params: customerParams,
    body: promiseInput,
    response: customer,
    touches: billingReads,
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/api/customers/:id',
    permission: 'customer.delete',
    summary: 'Deactivate, or remove an inactive customer without records',
    params: customerParams,
    response: deleteResult,
    touches: billingReads,
  },
});
