import { renderPdf } from '../../documents/pdf/pdf.ts';
import type {
  CreditNoteDocument,
  InvoiceDocument,
  ReceiptDocument,
  RefundDocument,
  StatementDocument,
} from './schema.ts';

/** An invoice as PDF; errors as in `renderPdf`. */
export function invoicePdf(document: InvoiceDocument, requester = ''): Promise<Buffer> {
  return renderPdf('invoice', document, requester);
}

/** A payment receipt as PDF; errors as in `renderPdf`. */
export function receiptPdf(document: ReceiptDocument, requester = ''): Promise<Buffer> {
  return renderPdf('receipt', document, requester);
}

/** A customer's statement as PDF; errors as in `renderPdf`. */
export function statementPdf(document: StatementDocument, requester = ''): Promise<Buffer> {
  return renderPdf('statement', document, requester);
}

/** A credit note as PDF; errors as in `renderPdf`. */
export function creditNotePdf(document: CreditNoteDocument, requester = ''): Promise<Buffer> {
  return renderPdf('creditNote', document, requester);
}

/** The receipt of a refund as PDF; errors as in `renderPdf`. */
export function refundPdf(document: RefundDocument, requester = ''): Promise<Buffer> {
  return renderPdf('refund', document, requester);
}
