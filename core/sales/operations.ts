import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import {
  downloadCreditNote,
  downloadDeliveryNote,
  downloadSaleInvoice,
} from './documents/service.ts';
import { endLoan, issueLoan } from './loans/service.ts';
import * as loans from './loans/service-list.ts';
import { createSale, updateSale } from './orders/service.ts';
import { sellAtCounter } from './orders/service-counter.ts';
import { exportSales, getSale, listSales } from './orders/service-list.ts';
import { returnSale } from './orders/service-returns.ts';
import { changeSaleStatus } from './orders/service-status.ts';
import type { salesRoutes } from './routes.ts';

export const salesOperations: HandlersOf<typeof salesRoutes, Ctx> = {
  listSales: (ctx, { query }) => listSales(ctx, query),
  exportSales: (ctx, { query }) => exportSales(ctx, query),
  createSale: (ctx, { body }) => createSale(ctx, body),
  sellAtCounter: (ctx, { body }) => sellAtCounter(ctx, body),
  getSale: (ctx, { params }) => getSale(ctx, params.id),
  updateSale: (ctx, { params, body }) => updateSale(ctx, params.id, body),
  changeSaleStatus: (ctx, { params, body }) => changeSaleStatus(ctx, params.id, body),
  returnSale: (ctx, { params, body }) => returnSale(ctx, params.id, body),
  salesInvoicePdf: (ctx, { params }) => downloadSaleInvoice(ctx, params.id),
  deliveryNotePdf: (ctx, { params }) => downloadDeliveryNote(ctx, params.id),
  creditNotePdf: (ctx, { params }) => downloadCreditNote(ctx, params.id),
  listLoans: (ctx, { query }) => loans.listLoans(ctx, query),
  loanStats: (ctx) => loans.getLoanStats(ctx),
  exportLoans: async (ctx, { query }) => loans.exportLoans(ctx, query),
  createLoan: (ctx, { body }) => issueLoan(ctx, body),
  getLoan: (ctx, { params }) => loans.getLoan(ctx, params.id),
  returnLoan: (ctx, { params, body }) => endLoan(ctx, params.id, body),
};
