import type { Ctx } from '../../context.ts';
import type { HandlersOf } from '../../kernel/contract.ts';
import {
  createJournalTemplate,
  listJournalTemplates,
  updateJournalTemplate,
} from '../recurring/service.ts';
import type { ledgerRoutes } from './routes.ts';
import { exportLedger, getAccountLedger, listDocumentEntries } from './service.ts';
import { createAccount, updateAccount } from './service-accounts.ts';

export const ledgerOperations: HandlersOf<typeof ledgerRoutes, Ctx> = {
  accountLedger: (ctx, { query }) => getAccountLedger(ctx, query),
  exportLedger: (ctx, { query }) => exportLedger(ctx, query),
  listDocumentEntries: (ctx, { params }) => listDocumentEntries(ctx, params.kind, params.id),
  createAccount: (ctx, { body }) => createAccount(ctx, body),
  updateAccount: (ctx, { params, body }) => updateAccount(ctx, params.code, body),
  listJournalTemplates: (ctx) => listJournalTemplates(ctx),
  createJournalTemplate: (ctx, { body }) => createJournalTemplate(ctx, body),
  updateJournalTemplate: (ctx, { params, body }) => updateJournalTemplate(ctx, params.id, body),
};
