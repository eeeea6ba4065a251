import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { openInMonth } from './closing/service.ts';
import {
  getFinancialStatements,
  getFinancialSummary,
  getMonthlyProfitLoss,
} from './finance/service.ts';
import { papers } from './finance/service-attachments.ts';
import { downloadVoucher, exportStatements } from './finance/service-files.ts';
import type { financeRoutes } from './routes-finance.ts';

export const financeOperations: HandlersOf<typeof financeRoutes, Ctx> = {
  financialStatements: (ctx, { query }) => getFinancialStatements(ctx, query),
  exportStatements: (ctx, { query }) => exportStatements(ctx, query),
  monthlyProfitLoss: (ctx, { params, query }) =>
    getMonthlyProfitLoss(ctx, params.month, query.compare),
  openInMonth: (ctx, { params }) => openInMonth(ctx, params.month),
  financialSummary: (ctx) => getFinancialSummary(ctx),
  journalVoucher: (ctx, { params }) => downloadVoucher(ctx, params.id),
  listEntryAttachments: (ctx, { params }) => papers.list(ctx, params.id),
  addEntryAttachment: (ctx, { params, upload }) => papers.add(ctx, params.id, upload),
  downloadEntryAttachment: (ctx, { params }) => papers.read(ctx, params.id, params.attachmentId),
  deleteEntryAttachment: (ctx, { params }) => papers.remove(ctx, params.id, params.attachmentId),
};
