import { PDFDocument } from '@cantoo/pdf-lib';

/** The pages of several PDF files as one, with the properties of the first. Runs in the worker (pdf.ts). */
export async function mergeParts(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first, ...others] = parts as [Uint8Array, ...Uint8Array[]];
  const merged = await PDFDocument.load(first, { updateMetadata: false });
  for (const bytes of others) {
    const part = await PDFDocument.load(bytes, { updateMetadata: false });
    for (const page of await merged.copyPages(part, part.getPageIndices())) merged.addPage(page);
  }
  return merged.save({ updateMetadata: false } as never);
}
