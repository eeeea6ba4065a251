import { z } from 'zod';
import { entryParams, monthParams } from '../accounting/schema.ts';
import { statementQuery } from '../accounting/statements/schema.ts';
import { attachment, attachmentParams, attachmentQuery } from '../attachments/schema.ts';
import { defineRoutes } from '../kernel/contract.ts';
import { openMatter } from './closing/schema.ts';
import * as s from './finance/schema.ts';

/** seeds/001 7: the statements; what they need of rates, company and attachments is beside accounting. */
export const financeRoutes = defineRoutes({
  financialStatements: {
    method: 'GET',
    path: '/api/accounting/financial-statements',
    permission: 'accounting.read',
    summary: 'Profit and loss, balance sheet and cash flow of a month',
    query: statementQuery,
    response: s.financialStatements,
    shows: ['books', 'rates'],
  },
  exportStatements: {
    method: 'GET',
    path: '/api/accounting/financial-statements/export',
    permission: 'accounting.read',
    summary: 'The statements of a month as a file',
    query: statementQuery.extend({
      format: z.enum(s.statementFormats),
      kind: z.enum(s.statementKinds).optional(),
    }),
    file: true,
  },
  monthlyProfitLoss: {
    method: 'GET',
    path: '/api/accounting/profit-loss/:month',
    permission: 'accounting.read',
    summary: 'The monthly P&L report',
    params: monthParams,
    query: s.comparedQuery,
    response: s.monthlyProfitLoss,
    shows: ['books', 'rates'],
  },
  openInMonth: {
    method: 'GET',
    path: '/api/accounting/months/:month/open',
    permission: 'month.lock',
    summary: 'What is still open in a month, before it is locked',
    params: monthParams,
    response: openMatter.array(),
    shows: [
      'emails',
      'till',
      'customers',
      'money',
      'wifi',
      'approvals',
      'procurement',
      'books',
      'expenses',
      'payroll',
      'leave',
    ],
  },
  financialSummary: {
    method: 'GET',
    path: '/api/financial/summary',
    permission: 'expense.read',
    summary: "This month's and year's figures; those of the books to whoever may see them",
    response: s.financialSummary,
    shows: ['books', 'expenses'],
  },
  journalVoucher: {
    method: 'GET',
    path: '/api/accounting/journal-entries/:id/pdf',
    permission: 'accounting.read',
    summary: 'The voucher of an entry',
    params: entryParams,
    file: true,
  },
  listEntryAttachments: {
    method: 'GET',
    path: '/api/accounting/journal-entries/:id/attachments',
    permission: 'accounting.read',
    summary: 'Papers of an entry',
    params: entryParams,
    response: attachment.array(),
    shows: ['customers', 'books', 'attachments'],
  },
  addEntryAttachment: {
    method: 'POST',
    path: '/api/accounting/journal-entries/:id/attachments',
    permission: 'journal.post',
    summary: 'Attach a paper to an entry',
    params: entryParams,
    upload: true,
    idempotent: 'inSteps',
    response: attachment,
    touches: ['attachments', 'audit'],
  },
  downloadEntryAttachment: {
    method: 'GET',
    path: '/api/accounting/journal-entries/:id/attachments/:attachmentId',
    permission: 'accounting.read',
    summary: 'A paper of an entry',
    params: attachmentParams,
    query: attachmentQuery,
    file: true,
  },
  deleteEntryAttachment: {
    method: 'DELETE',
    path: '/api/accounting/journal-entries/:id/attachments/:attachmentId',
    permission: 'journal.post',
    summary: 'Delete a paper of an entry',
    params: attachmentParams,
    response: attachment,
    touches: ['attachments', 'audit'],
  },
});
