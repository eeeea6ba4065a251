import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import { getCustomerAccount, getStatement } from './accounts/service.ts';
import { exportCustomers, getCustomerSums, listCustomers } from './accounts/service-list.ts';
import { previewDisconnect, runDisconnect } from './disconnect/service.ts';
import {
  exportSuspended,
  getSuspendedTotals,
  listSuspended,
} from './disconnect/service-suspended.ts';
import { decideDispute, exportDisputes, listDisputes } from './disputes/service.ts';
import { downloadInvoice, downloadReceipt, downloadStatement } from './documents/service.ts';
import { downloadRefund } from './documents/service-refund.ts';
import { createManualInvoice, getInvoice, getOverview, listInvoices } from './invoices/service.ts';
import { updateInvoice } from './invoices/service-corrections.ts';
import { draftEmail, emailInvoice } from './invoices/service-emails.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from './payments/service.ts';
import {
  exportPayments,
  getPaymentSums,
  listPaymentClerks,
  listPayments,
} from './payments/service-list.ts';
import { updatePaymentStatus } from './payments/service-status.ts';
import { addBandwidthPurchase, analyseProfit, listBandwidthPurchases } from './profit/service.ts';
import { listRefunds, recordRefund } from './refunds/service.ts';
import type { billingRoutes } from './routes.ts';
import { getAutomationStatus, getBillingRun, listBillingRuns, runBilling } from './runs/service.ts';
import { previewBilling } from './runs/service-preview.ts';

export const billingOperations: HandlersOf<typeof billingRoutes, Ctx> = {
  listCustomers: (ctx, { query }) => listCustomers(ctx, query),
  customerSums: (ctx, { query }) => getCustomerSums(ctx, query),
  exportCustomers: (ctx, { query }) => exportCustomers(ctx, query),
  listInvoices: (ctx, { query }) => listInvoices(ctx, query),
  getInvoice: (ctx, { params }) => getInvoice(ctx, params.id),
  billingOverview: (ctx) => getOverview(ctx),
  automationStatus: (ctx) => getAutomationStatus(ctx),
  previewBilling: (ctx, { query }) => previewBilling(ctx, query.month),
  triggerBilling: (ctx, { body }) => runBilling(ctx, { month: body?.month, dryRun: body?.dryRun }),
  listBillingRuns: (ctx) => listBillingRuns(ctx),
  getBillingRun: (ctx, { params }) => getBillingRun(ctx, params.id),
  profitAnalysis: (ctx, { params }) => analyseProfit(ctx, params.yearMonth),
  createManualInvoice: (ctx, { body }) => createManualInvoice(ctx, body),
  updateInvoice: (ctx, { params, body }) => updateInvoice(ctx, params.id, body),
  updatePaymentStatus: (ctx, { params, body }) => updatePaymentStatus(ctx, params.id, body),
  invoicePdf: (ctx, { params }) => downloadInvoice(ctx, params.id),
  emailInvoice: (ctx, { params, body }) => emailInvoice(ctx, params.id, body),
  invoiceEmailDraft: (ctx, { params }) => draftEmail(ctx, params.id),
  listPayments: (ctx, { query }) => listPayments(ctx, query),
  paymentSums: (ctx, { query }) => getPaymentSums(ctx, query),
  paymentClerks: (ctx) => listPaymentClerks(ctx),
  exportPayments: (ctx, { query }) => exportPayments(ctx, query),
  getPayment: (ctx, { params }) => getPayment(ctx, params.id),
  recordPayment: (ctx, { body }) => recordPayment(ctx, body),
  grantCredit: (ctx, { body }) => grantCredit(ctx, body),
  reversePayment: (ctx, { params, body }) => reversePayment(ctx, params.id, body.reason, body.from),
  receiptPdf: (ctx, { params }) => downloadReceipt(ctx, params.id),
  customerAccount: (ctx, { params }) => getCustomerAccount(ctx, params.id),
  customerStatement: (ctx, { params, query }) => getStatement(ctx, params.id, query),
  statementPdf: (ctx, { params, query }) => downloadStatement(ctx, params.id, query),
  previewDisconnect: (ctx, { query }) => previewDisconnect(ctx, query.day ?? 'today', query),
  runDisconnect: (ctx, { body }) => runDisconnect(ctx, { dryRun: body?.dryRun }),
  listSuspended: (ctx, { query }) => listSuspended(ctx, query),
  suspendedTotals: (ctx, { query }) => getSuspendedTotals(ctx, query),
  exportSuspended: (ctx, { query }) => exportSuspended(ctx, query),
  listBandwidthPurchases: (ctx) => listBandwidthPurchases(ctx),
  addBandwidthPurchase: (ctx, { body }) => addBandwidthPurchase(ctx, body),
  listRefunds: (ctx, { query }) => listRefunds(ctx, query),
  recordRefund: (ctx, { body }) => recordRefund(ctx, body),
  listDisputes: (ctx, { query }) => listDisputes(ctx, query),
  exportDisputes: (ctx, { query }) => exportDisputes(ctx, query),
  decideDispute: (ctx, { params, body }) => decideDispute(ctx, params.id, body),
  refundPdf: (ctx, { params }) => downloadRefund(ctx, params.id),
};
