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
import { statementsDefinition } from './reports/finance/layout-statements.ts';
import { voucherDefinition } from './reports/finance/layout-voucher.ts';
import { insightDefinition } from './reports/insights/layout.ts';
import { creditNoteDefinition as saleCreditNoteDefinition } from './sales/documents/layout-credit-note.ts';
import { deliveryNoteDefinition } from './sales/documents/layout-delivery.ts';
import { proFormaDefinition } from './sales/documents/layout-pro-forma.ts';
import { stockCountDefinition } from './stock/counts/layout.ts';
import { tillReportDefinition } from './till/layout.ts';
import { voucherSheetDefinition } from './vouchers/sheet/layout.ts';

/** The layouts of all PDF documents, by the name that modules pass to `renderPdf`. */
export const layouts: Record<string, Layout<never>> = {
  invoice: invoiceDefinition,
  receipt: receiptDefinition,
  creditNote: creditNoteDefinition,
  refund: refundDefinition,
  statement: statementDefinition,
  financialStatements: statementsDefinition,
  journalVoucher: voucherDefinition,
  report: reportDefinition,
  insights: insightDefinition,
  supplierStatement: supplierStatementDefinition,
  stockCount: stockCountDefinition,
  purchaseOrder: purchaseOrderDefinition,
  goodsReceipt: goodsReceiptDefinition,
  proForma: proFormaDefinition,
  deliveryNote: deliveryNoteDefinition,
  saleCreditNote: saleCreditNoteDefinition,
  tillReport: tillReportDefinition,
  voucherSheet: voucherSheetDefinition,
  payslip: payslipDefinition,
  payslips: payslipsDefinition,
};
