import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { exportBooks } from './export/service.ts';
import {
  createJournalEntry,
  getJournalEntry,
  listJournalEntries,
  lookupJournalEntry,
  reverseJournalEntry,
} from './journal/service.ts';
import { exportLedger, getAccountLedger, listDocumentEntries } from './ledger/service.ts';
import { createAccount, updateAccount } from './ledger/service-accounts.ts';
import { getOpeningSettings, setOpeningDate } from './opening/service.ts';
import {
  createJournalTemplate,
  listJournalTemplates,
  updateJournalTemplate,
} from './recurring/service.ts';
import type { accountingRoutes } from './routes.ts';
import {
  listAccountMonths,
  listAccounts,
  listMonths,
  lockMonth,
  trialBalance,
  unlockMonth,
} from './service.ts';

/** All except `checkBooks`, which reads tables of several modules and is therefore in reports. */
export const accountingOperations: Omit<HandlersOf<typeof accountingRoutes, Ctx>, 'checkBooks'> = {
  listAccounts: (ctx) => listAccounts(ctx),
  listJournalEntries: (ctx, { query }) => listJournalEntries(ctx, query),
  lookupJournalEntry: (ctx, { query }) => lookupJournalEntry(ctx, query.entryId),
  getJournalEntry: (ctx, { params }) => getJournalEntry(ctx, params.id),
  createJournalEntry: (ctx, { body }) => createJournalEntry(ctx, body),
  reverseJournalEntry: (ctx, { params, body }) => reverseJournalEntry(ctx, params.id, body),
  trialBalance: (ctx, { query }) => trialBalance(ctx, query),
  listAccountMonths: (ctx, { query }) => listAccountMonths(ctx, query),
  listMonths: (ctx) => listMonths(ctx),
  lockMonth: (ctx, { params }) => lockMonth(ctx, params.month),
  unlockMonth: (ctx, { params }) => unlockMonth(ctx, params.month),
  openingDate: (ctx) => getOpeningSettings(ctx),
  setOpeningDate: (ctx, { body }) => setOpeningDate(ctx, body),
  exportBooks: (ctx, { query }) => exportBooks(ctx, query.format),
  accountLedger: (ctx, { query }) => getAccountLedger(ctx, query),
  exportLedger: (ctx, { query }) => exportLedger(ctx, query),
  listDocumentEntries: (ctx, { params }) => listDocumentEntries(ctx, params.kind, params.id),
  createAccount: (ctx, { body }) => createAccount(ctx, body),
  updateAccount: (ctx, { params, body }) => updateAccount(ctx, params.code, body),
  listJournalTemplates: (ctx) => listJournalTemplates(ctx),
  createJournalTemplate: (ctx, { body }) => createJournalTemplate(ctx, body),
  updateJournalTemplate: (ctx, { params, body }) => updateJournalTemplate(ctx, params.id, body),
};
