import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { PdfRequest } from './pdf-documents.ts';
import { fontFamilies } from './pdf-fonts.ts';
import { invoiceDefinition } from './pdf-invoice.ts';
import { receiptDefinition } from './pdf-receipt.ts';
import { statementDefinition } from './pdf-statement.ts';
import { isPacked, unpackFont } from './pdf-woff.ts';

const fontPaths = new Set(fontFamilies.flatMap(({ files }) => [files.normal, files.bold]));

pdfmake.setFonts(Object.fromEntries(fontFamilies.map(({ name, files }) => [name, files])));
// Where pdfmake asks for a file before it opens it: a packed font comes from here, unpacked when a document needs it.
Object.assign(pdfmake, { virtualfs: { existsSync: isPacked, readFileSync: unpackFont } });
pdfmake.setLocalAccessPolicy((path) => fontPaths.has(path));
pdfmake.setUrlAccessPolicy(() => false);

function definitionOf(request: PdfRequest): TDocumentDefinitions {
  switch (request.kind) {
    case 'invoice':
      return invoiceDefinition(request.document);
    case 'receipt':
      return receiptDefinition(request.document);
    case 'statement':
      return statementDefinition(request.document);
  }
}

/**
 * Makes the document in this thread: tens to hundreds of milliseconds of CPU, so servers go through
 * pdf.ts. The same request gives the same bytes.
 */
export function renderPdf(request: PdfRequest): Promise<Buffer> {
  return pdfmake.createPdf(definitionOf(request)).getBuffer();
}
