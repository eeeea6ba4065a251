import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { importExpenses, previewExpenseImport } from './import/service.ts';
import { payExpense, reverseExpensePayment } from './payments/service.ts';
import * as recurring from './recurring/service-templates.ts';
import type { expenseRoutes } from './routes.ts';
import * as service from './service.ts';
import { receipts } from './service-attachments.ts';
import * as list from './service-list.ts';

export const expenseOperations: HandlersOf<typeof expenseRoutes, Ctx> = {
  listExpenses: (ctx, { query }) => list.listExpenses(ctx, query),
  exportExpenses: (ctx, { query }) => list.exportExpenses(ctx, query),
  expenseStats: (ctx) => list.getExpenseStats(ctx),
  lookupExpense: (ctx, { query }) => service.lookupExpense(ctx, query.transactionId),
  previewExpenseImport: (ctx, { body }) => previewExpenseImport(ctx, body),
  importExpenses: (ctx, { body }) => importExpenses(ctx, body),
  listExpenseTemplates: (ctx) => recurring.listExpenseTemplates(ctx),
  createExpenseTemplate: (ctx, { body }) => recurring.createExpenseTemplate(ctx, body),
  updateExpenseTemplate: (ctx, { params, body }) =>
    recurring.updateExpenseTemplate(ctx, params.id, body),
  getExpense: (ctx, { params }) => service.getExpense(ctx, params.id),
  createExpense: (ctx, { body }) => service.createExpense(ctx, body),
  updateExpense: (ctx, { params, body }) => service.updateExpense(ctx, params.id, body),
  deleteExpense: (ctx, { params, query }) => service.deleteExpense(ctx, params.id, query.from),
  payExpense: (ctx, { params, body }) => payExpense(ctx, params.id, body),
  reverseExpensePayment: (ctx, { params, body }) =>
    reverseExpensePayment(ctx, params, body.reason, body.from),
  listExpenseAttachments: (ctx, { params }) => receipts.list(ctx, params.id),
  addExpenseAttachment: (ctx, { params, upload }) => receipts.add(ctx, params.id, upload),
  downloadExpenseAttachment: (ctx, { params }) =>
    receipts.read(ctx, params.id, params.attachmentId),
  deleteExpenseAttachment: (ctx, { params }) =>
    receipts.remove(ctx, params.id, params.attachmentId),
};
