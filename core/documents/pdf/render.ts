import pdfmake from 'pdfmake';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fontFamilies } from './fonts.ts';
import { isPacked, unpackFont } from './woff.ts';

const fontPaths = new Set(fontFamilies.flatMap(({ files }) => [files.normal, files.bold]));

pdfmake.setFonts(Object.fromEntries(fontFamilies.map(({ name, files }) => [name, files])));
// Where pdfmake asks for a file before it opens it: a packed font comes from here, unpacked when a document needs it.
Object.assign(pdfmake, { virtualfs: { existsSync: isPacked, readFileSync: unpackFont } });
pdfmake.setLocalAccessPolicy((path) => fontPaths.has(path));
pdfmake.setUrlAccessPolicy(() => false);

/**
 * Makes the document in this thread: tens to hundreds of milliseconds of CPU, so servers go through
 * pdf.ts. The same definition gives the same bytes.
 */
export function render(definition: TDocumentDefinitions): Promise<Buffer> {
  return pdfmake.createPdf(definition).getBuffer();
}
