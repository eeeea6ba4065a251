// Written by scripts/assembly.ts.
import { creditNoteDefinition } from './billing/documents/layout-credit-note.ts';
import { invoiceDefinition } from './billing/documents/layout-invoice.ts';
import { receiptDefinition } from './billing/documents/layout-receipt.ts';
import { refundDefinition } from './billing/documents/layout-refund.ts';
import { statementDefinition } from './billing/documents/layout-statement.ts';
import type { Layout } from './documents/pdf/documents.ts';
import { payslipDefinition, payslipsDefinition } from './hr/payroll/layout-payslip.ts';
import { goodsReceiptDefinition } from './procurement/documents/layout-goods.ts';
import { purchaseOrderDefinition } from './procurement/documents/layout-order.ts';
import { supplierStatementDefinition } from './procurement/statement/layout-statement.ts';
import { reportDefinition } from './reports/exports/layout-report.ts';
import { financialStatementsDefinition } from './reports/finance/layout-statements.ts';
import { journalVoucherDefinition } from './reports/finance/layout-voucher.ts';
import { insightsDefinition } from './reports/insights/layout.ts';
import { saleCreditNoteDefinition } from './sales/documents/layout-credit-note.ts';
import { deliveryNoteDefinition } from './sales/documents/layout-delivery.ts';
import { proFormaDefinition } from './sales/documents/layout-pro-forma.ts';
import { stockCountDefinition } from './stock/counts/layout.ts';
import { tillReportDefinition } from './till/layout.ts';
import { voucherSheetDefinition } from './vouchers/sheet/layout.ts';

/** The layouts of all PDF documents, by the name that modules pass to `renderPdf`: `invoice` is `invoiceDefinition`. */
export const layouts: Record<string, Layout<never>> = {
  creditNote: creditNoteDefinition,
  invoice: invoiceDefinition,
  receipt: receiptDefinition,
  refund: refundDefinition,
  statement: statementDefinition,
  stockCount: stockCountDefinition,
  tillReport: tillReportDefinition,
  goodsReceipt: goodsReceiptDefinition,
  purchaseOrder: purchaseOrderDefinition,
  supplierStatement: supplierStatementDefinition,
  voucherSheet: voucherSheetDefinition,
  saleCreditNote: saleCreditNoteDefinition,
  deliveryNote: deliveryNoteDefinition,
  proForma: proFormaDefinition,
  payslip: payslipDefinition,
  payslips: payslipsDefinition,
  report: reportDefinition,
  financialStatements: financialStatementsDefinition,
  journalVoucher: journalVoucherDefinition,
  insights: insightsDefinition,
};
