import type { Ctx } from '../context.ts';
import type { HandlersOf } from '../kernel/contract.ts';
import type { billingRoutes } from './routes.ts';
import { getCustomerAccount, getStatement } from './service-account.ts';
import {
  getAutomationStatus,
  getBillingRun,
  listBillingRuns,
  runBilling,
} from './service-automation.ts';
import { updateInvoice } from './service-corrections.ts';
import { previewDisconnect, runDisconnect } from './service-disconnect.ts';
import { downloadInvoice, downloadReceipt, downloadStatement } from './service-documents.ts';
import { draftEmail, emailInvoice } from './service-emails.ts';
import { createManualInvoice, getInvoice, getOverview, listInvoices } from './service-invoices.ts';
import { updatePaymentStatus } from './service-payment-status.ts';
import { getPayment, grantCredit, recordPayment, reversePayment } from './service-payments.ts';
import {
  exportPayments,
  getPaymentSums,
  listPaymentClerks,
  listPayments,
} from './service-payments-list.ts';
import { previewBilling } from './service-preview.ts';
import { addBandwidthPurchase, analyseProfit, listBandwidthPurchases } from './service-profit.ts';
import { getCurrentRates, listRates, updateRate } from './service-rates.ts';
import { exportSuspended, getSuspendedTotals, listSuspended } from './service-suspended.ts';

export const billingOperations: HandlersOf<typeof billingRoutes, Ctx> = {
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
  reversePayment: (ctx, { params, body }) => reversePayment(ctx, params.id, body.reason),
  receiptPdf: (ctx, { params }) => downloadReceipt(ctx, params.id),
  customerAccount: (ctx, { params }) => getCustomerAccount(ctx, params.id),
  customerStatement: (ctx, { params, query }) => getStatement(ctx, params.id, query),
  statementPdf: (ctx, { params, query }) => downloadStatement(ctx, params.id, query),
  currentRates: (ctx) => getCurrentRates(ctx),
  listRates: (ctx) => listRates(ctx),
  updateRate: (ctx, { body }) => updateRate(ctx, body),
  previewDisconnect: (ctx, { query }) => previewDisconnect(ctx, query.day ?? 'today', query),
  runDisconnect: (ctx, { body }) => runDisconnect(ctx, { dryRun: body?.dryRun }),
  listSuspended: (ctx, { query }) => listSuspended(ctx, query),
  suspendedTotals: (ctx, { query }) => getSuspendedTotals(ctx, query),
  exportSuspended: (ctx, { query }) => exportSuspended(ctx, query),
  listBandwidthPurchases: (ctx) => listBandwidthPurchases(ctx),
  addBandwidthPurchase: (ctx, { body }) => addBandwidthPurchase(ctx, body),
};
