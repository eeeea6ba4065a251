import { renderPdf } from '../../documents/pdf/pdf.ts';
import type {
  CreditNoteDocument,
  InvoiceDocument,
  ReceiptDocument,
  RefundDocument,
  StatementDocument,
} from './schema.ts';

/** An invoice as PDF; errors as in `renderPdf`. */
export function invoicePdf(document: InvoiceDocument): Promise<Buffer> {
  return renderPdf('invoice', document);
}

/** A payment receipt as PDF; errors as in `renderPdf`. */
export function receiptPdf(document: ReceiptDocument): Promise<Buffer> {
  return renderPdf('receipt', document);
}

/** A customer's statement as PDF; errors as in `renderPdf`. */
export function statementPdf(document: StatementDocument): Promise<Buffer> {
  return renderPdf('statement', document);
}

/** A credit note as PDF; errors as in `renderPdf`. */
export function creditNotePdf(document: CreditNoteDocument): Promise<Buffer> {
  return renderPdf('creditNote', document);
}

/** The receipt of a refund as PDF; errors as in `renderPdf`. */
export function refundPdf(document: RefundDocument): Promise<Buffer> {
  return renderPdf('refund', document);
}
