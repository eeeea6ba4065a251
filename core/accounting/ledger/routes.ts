import { defineRoutes } from '../../kernel/contract.ts';
import { idParams } from '../../kernel/text.ts';
import { account } from '../schema.ts';
import * as s from './schema.ts';

/** The ledger of an account, changes of the chart, the entries of a document, and recurring entries; all ours. */
export const ledgerRoutes = defineRoutes({
  accountLedger: {
    method: 'GET',
    path: '/api/accounting/ledger',
    permission: 'accounting.read',
    summary: 'Lines of an account with the running balance',
    query: s.ledgerFilter,
    response: s.accountLedger,
    shows: ['books'],
  },
  exportLedger: {
    method: 'GET',
    path: '/api/accounting/ledger/export',
    permission: 'accounting.read',
    summary: 'Lines of an account as a file',
    query: s.ledgerExport,
    file: true,
    longRunning: true,
  },
  listDocumentEntries: {
    method: 'GET',
    path: '/api/accounting/documents/:kind/:id/entries',
    permission: 'accounting.read',
    summary: 'The entries that a document posted',
    params: s.documentParams,
    response: s.documentEntries,
    shows: ['books'],
  },
  createAccount: {
    method: 'POST',
    path: '/api/accounting/chart-of-accounts',
    permission: 'account.write',
    summary: 'Add an account',
    body: s.accountInput,
    response: account,
    touches: ['books', 'audit'],
  },
  updateAccount: {
    method: 'PUT',
    path: '/api/accounting/chart-of-accounts/:code',
    permission: 'account.write',
    summary: 'Rename, deactivate or activate an account',
    params: s.accountParams,
    body: s.accountUpdate,
    response: account,
    touches: ['books', 'audit'],
  },
  listJournalTemplates: {
    method: 'GET',
    path: '/api/accounting/templates',
    permission: 'accounting.read',
    summary: 'Recurring entries',
    response: s.journalTemplate.array(),
    shows: ['books'],
  },
  createJournalTemplate: {
    method: 'POST',
    path: '/api/accounting/templates',
    permission: 'journal.post',
    summary: 'Add a recurring entry',
    body: s.journalTemplateInput,
    response: s.journalTemplate,
    idempotent: true,
    touches: ['books', 'audit'],
  },
  updateJournalTemplate: {
    method: 'PUT',
    path: '/api/accounting/templates/:id',
    permission: 'journal.post',
    summary: 'Change or stop a recurring entry',
    params: idParams,
    body: s.journalTemplateInput,
    response: s.journalTemplate,
    touches: ['books', 'audit'],
  },
});
