import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fontFamilies } from './fonts.ts';
import { isPacked, unpackFont } from './woff.ts';

const fontPaths = new Set(fontFamilies.flatMap(({ files }) => [files.normal, files.bold]));

pdfmake.setFonts(Object.fromEntries(fontFamilies.map(({ name, files }) => [name, files])));
// pdfmake checks for a file here before it opens it: a packed font is unpacked when a document needs it.
Object.assign(pdfmake, { virtualfs: { existsSync: isPacked, readFileSync: unpackFont } });
pdfmake.setLocalAccessPolicy((path) => fontPaths.has(path));
pdfmake.setUrlAccessPolicy(() => false);

/**
 * Renders the document in this thread. It takes tens to hundreds of milliseconds of CPU, so servers use pdf.ts. The
 * same definition gives the same bytes.
 */
export function render(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
