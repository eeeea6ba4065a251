import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { createBill, getBill } from './bills/service.ts';
import { cancelBill } from './bills/service-decide.ts';
import { billAgeing, exportBills, listBills } from './bills/service-list.ts';
import {
  allocateSupplierPayment,
  createSupplierPayment,
  reverseSupplierPayment,
} from './payments/service.ts';
import { listSupplierPayments } from './payments/service-list.ts';
import type { billRoutes } from './routes-bills.ts';
import { supplierStatement, supplierStatementPdf } from './statement/service.ts';

/** Bills, payments and statements of suppliers. */
export const billOperations: HandlersOf<typeof billRoutes, Ctx> = {
  supplierStatement: (ctx, { params, query }) => supplierStatement(ctx, params.id, query),
  supplierStatementPdf: (ctx, { params, query }) => supplierStatementPdf(ctx, params.id, query),
  listBills: (ctx, { query }) => listBills(ctx, query),
  exportBills: (ctx, { query }) => exportBills(ctx, query),
  billAgeing: (ctx) => billAgeing(ctx),
  createBill: (ctx, { body }) => createBill(ctx, body),
  getBill: (ctx, { params }) => getBill(ctx, params.id),
  cancelBill: (ctx, { params, body }) => cancelBill(ctx, params.id, body),
  listSupplierPayments: (ctx, { query }) => listSupplierPayments(ctx, query),
  createSupplierPayment: (ctx, { body }) => createSupplierPayment(ctx, body),
  allocateSupplierPayment: (ctx, { params, body }) => allocateSupplierPayment(ctx, params.id, body),
  reverseSupplierPayment: (ctx, { params, body }) =>
    reverseSupplierPayment(ctx, params.id, body.reason, body.from),
};
