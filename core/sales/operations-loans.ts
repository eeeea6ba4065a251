import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { endLoan, issueLoan } from './loans/service.ts';
import * as list from './loans/service-list.ts';
import type { LoanOperation } from './operations.ts';
import type { salesRoutes } from './routes.ts';

export const loanOperations: Pick<HandlersOf<typeof salesRoutes, Ctx>, LoanOperation> = {
  listLoans: (ctx, { query }) => list.listLoans(ctx, query),
  loanStats: (ctx) => list.getLoanStats(ctx),
  exportLoans: async (ctx, { query }) => list.exportLoans(ctx, query),
  createLoan: (ctx, { body }) => issueLoan(ctx, body),
  getLoan: (ctx, { params }) => list.getLoan(ctx, params.id),
  returnLoan: (ctx, { params, body }) => endLoan(ctx, params.id, body),
};
