import { renderPdf } from '../../documents/pdf/pdf.ts';
import type { InvoiceDocument, ReceiptDocument, StatementDocument } from './schema.ts';

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
