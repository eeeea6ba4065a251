import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { createPayroll, getPayroll, payrollDraft, updatePayroll } from './payroll/service.ts';
import { approvePayroll, approvePayrollBatch } from './payroll/service-approve.ts';
import {
  createPayrollBatch,
  getPayrollBatch,
  listPayrollBatches,
  previewPayrollBatch,
} from './payroll/service-batches.ts';
import { payrollBatchPdf, payslipPdf } from './payroll/service-documents.ts';
import { emailPayslip } from './payroll/service-email.ts';
import { exportPayroll, listPayroll, paymentList } from './payroll/service-list.ts';
import { addPayrollRate, listPayrollRates } from './payroll/service-rates.ts';
import { reversePayroll } from './payroll/service-reverse.ts';
import { exportPayrollTaxReport, payrollTaxReport } from './payroll/service-tax.ts';
import type { payrollRoutes } from './routes-payroll.ts';

/** Payroll from its rates to approval and documents. */
export const payrollOperations: HandlersOf<typeof payrollRoutes, Ctx> = {
  listPayrollRates: (ctx) => listPayrollRates(ctx),
  addPayrollRate: (ctx, { body }) => addPayrollRate(ctx, body),
  listPayroll: (ctx, { query }) => listPayroll(ctx, query),
  exportPayroll: (ctx, { query }) => exportPayroll(ctx, query),
  payrollDraft: (ctx, { query }) => payrollDraft(ctx, query),
  paymentList: (ctx, { query }) => paymentList(ctx, query),
  createPayroll: (ctx, { body }) => createPayroll(ctx, body),
  getPayroll: (ctx, { params }) => getPayroll(ctx, params.id),
  updatePayroll: (ctx, { params, body }) => updatePayroll(ctx, params.id, body),
  approvePayroll: (ctx, { params, body }) => approvePayroll(ctx, params.id, body),
  reversePayroll: (ctx, { params, body }) => reversePayroll(ctx, params.id, body),
  payslipPdf: (ctx, { params }) => payslipPdf(ctx, params.id),
  emailPayslip: (ctx, { params }) => emailPayslip(ctx, params.id),
  listPayrollBatches: (ctx, { query }) => listPayrollBatches(ctx, query),
  previewPayrollBatch: (ctx, { body }) => previewPayrollBatch(ctx, body),
  createPayrollBatch: (ctx, { body }) => createPayrollBatch(ctx, body),
  getPayrollBatch: (ctx, { params }) => getPayrollBatch(ctx, params.id),
  approvePayrollBatch: (ctx, { params, body }) => approvePayrollBatch(ctx, params.id, body),
  payrollBatchPdf: (ctx, { params }) => payrollBatchPdf(ctx, params.id),
  payrollTaxReport: (ctx, { query }) => payrollTaxReport(ctx, query),
  exportPayrollTaxReport: (ctx, { query }) => exportPayrollTaxReport(ctx, query),
};
