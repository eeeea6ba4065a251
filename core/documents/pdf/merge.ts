import { PDFDocument } from '@cantoo/pdf-lib';
import { pageNumbers } from './page.ts';
import { render } from './render.ts';

/** The pages of several PDF files as one, with the properties of the first. Runs in the worker (pdf.ts). */
export async function mergeParts(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return bytesOf(await merge(parts));
}

/** The same for parts whose pages are not numbered: 'Page n of m' is put where the footer leaves room for it. */
export async function mergeNumbered(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const merged = await merge(parts);
  const pages = merged.getPages();
  const numbers = await PDFDocument.load(await render(pageNumbers(pages.length)));
  for (const [index, number] of (
    await merged.embedPdf(
      numbers,
      pages.map((_, at) => at),
    )
  ).entries())
    pages[index]!.drawPage(number);
  return bytesOf(merged);
}

async function merge(parts: readonly Uint8Array[]): Promise<PDFDocument> {
  const [first, ...others] = parts as [Uint8Array, ...Uint8Array[]];
  const merged = await PDFDocument.load(first, { updateMetadata: false });
  for (const bytes of others) {
    const part = await PDFDocument.load(bytes, { updateMetadata: false });
    for (const page of await merged.copyPages(part, part.getPageIndices())) merged.addPage(page);
  }
  return merged;
}

async function bytesOf(merged: PDFDocument): Promise<Uint8Array> {
  return merged.save({ updateMetadata: false } as never);
}
