import { defineRoutes } from '../../kernel/contract.ts';
import { idParams } from '../../kernel/text.ts';
import * as payments from '../payments/schema.ts';
import * as s from './schema.ts';

/** Customers with balances, accounts and statements (seeds/000 7). */
export const accountRoutes = defineRoutes({
  listCustomers: {
    method: 'GET',
    path: '/api/customers',
    permission: 'customer.read',
    summary: 'Customers, searched, filtered and sorted',
    query: s.customerFilter,
    list: s.listedCustomer,
    shows: ['customers', 'money', 'rates', 'network'],
  },
  customerSums: {
    method: 'GET',
    path: '/api/customers/sums',
    permission: 'customer.read',
    summary: 'The sum line of the filtered list',
    query: s.customerFilter,
    response: s.customerSums,
    shows: ['customers', 'money', 'rates'],
  },
  exportCustomers: {
    method: 'GET',
    path: '/api/customers/export',
    permission: 'customer.read',
    summary: 'The filtered list as a file',
    query: s.customerExportQuery,
    file: true,
  },
  customerAccount: {
    method: 'GET',
    path: '/api/customers/:id/account',
    permission: 'customer.read',
    summary: 'What a customer owes and has in advance',
    params: idParams,
    response: payments.customerAccount,
    shows: ['customers', 'money', 'books', 'rates'],
  },
  customerStatement: {
    method: 'GET',
    path: '/api/customers/:id/statement',
    permission: 'customer.read',
    summary: 'Dated statement of account',
    params: idParams,
    query: payments.statementQuery,
    response: payments.statement,
    shows: ['customers', 'money', 'books', 'rates'],
  },
  statementPdf: {
    method: 'GET',
    path: '/api/customers/:id/statement/pdf',
    permission: 'customer.read',
    summary: 'The statement as PDF',
    params: idParams,
    query: payments.statementQuery,
    file: true,
  },
});
