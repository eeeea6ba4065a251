import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { PAGE, TEXT } from './style.ts';

/** Where the line of the footer stands (page.ts), in points above the lower edge. */
const FOOT_BASELINE = 33.5;

/** The pages of several PDF files as one, with the properties of the first. Runs in the worker (pdf.ts). */
export async function mergeParts(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return bytesOf(await merge(parts));
}

/** The same for parts whose pages are not numbered: 'Page n of m' is put where the footer leaves room for it. */
export async function mergeNumbered(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const merged = await merge(parts);
  const font = await merged.embedFont(StandardFonts.Helvetica);
  const size = TEXT.foot.fontSize;
  const pages = merged.getPages();
  for (const [index, page] of pages.entries()) {
    const text = `Page ${index + 1} of ${pages.length}`;
    const x = PAGE.width - PAGE.side - font.widthOfTextAtSize(text, size);
    page.drawText(text, { x, y: FOOT_BASELINE, size, font, color: colourOf(TEXT.foot.color) });
  }
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

/** A colour written as '#rrggbb'. */
function colourOf(hex: string): ReturnType<typeof rgb> {
  const [red, green, blue] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  return rgb(red!, green!, blue!);
}
