import { safeFileName } from '../kernel/file-names.ts';
import { oneLine, visiblePart } from '../kernel/text.ts';
import type { AttachmentType } from './schema.ts';

/** What the bytes of a file are: a type that may be attached, cut off or damaged, or anything else. */
export type Judgement =
  | { type: AttachmentType; isComplete: boolean }
  | { type: undefined; isComplete: false };

const OTHER: Judgement = { type: undefined, isComplete: false };
const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
/** The end mark of a PDF stands in its last kilobyte (PDF reference, appendix H); signatures may follow it. */
const PDF_TAIL = 2048;

/**
 * Judges a file by its bytes: neither its name nor the declared type counts. Only the beginning decides the type, as in
 * browsers; `isComplete` is false for a file that ends before the format does. Bytes after the end of an image are
 * allowed, since telephones write some there; a file is served as the judged type alone, so that they are never run.
 */
export function judgeContent(bytes: Uint8Array): Judgement {
  if (textAt(bytes, 0, 5) === '%PDF-')
    return { type: 'application/pdf', isComplete: isWholePdf(bytes) };
  if (beginsWith(bytes, PNG_SIGNATURE)) return { type: 'image/png', isComplete: isWholePng(bytes) };
  if (beginsWith(bytes, JPEG_SIGNATURE))
    return { type: 'image/jpeg', isComplete: isWholeJpeg(bytes) };
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 12) === 'WEBP')
    return { type: 'image/webp', isComplete: isWholeWebp(bytes) };
  return OTHER;
}

function beginsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((value, place) => bytes[place] === value);
}

function textAt(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isWholePdf(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - PDF_TAIL));
  return textAt(tail, 0, tail.length).includes('%%EOF');
}

/** Follows the chunks from IHDR, which has a width and a height, to IEND. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  const HEADER_END = 33;
  if (bytes.length < HEADER_END || view.getUint32(8) !== 13 || textAt(bytes, 12, 16) !== 'IHDR')
    return false;
  if (view.getUint32(16) === 0 || view.getUint32(20) === 0) return false;
  // Each chunk: length, name, content, checksum.
  for (let start = HEADER_END; start + 12 <= bytes.length; ) {
    const name = textAt(bytes, start + 4, start + 8);
    start += 12 + view.getUint32(start);
    if (name === 'IEND') return start <= bytes.length;
  }
  return false;
}

/** Follows the segments to the image data, which have a frame before them and an end mark behind them. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let hasFrame = false;
  for (let place = 2; place + 4 <= bytes.length; ) {
    if (bytes[place] !== 0xff) return false;
    const marker = bytes[place + 1]!;
    if (marker === 0xff) {
      place += 1;
      continue;
    }
    // C0 to CF are frames, except for tables (C4, CC) and a reserved one (C8).
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) hasFrame = true;
    if (marker === 0xda) return hasFrame && hasEndMark(bytes, place + 2);
    place += 2 + view.getUint16(place + 2);
  }
  return false;
}

function hasEndMark(bytes: Uint8Array, start: number): boolean {
  for (let place = bytes.lastIndexOf(0xd9); place > start; ) {
    if (bytes[place - 1] === 0xff) return true;
    place = bytes.lastIndexOf(0xd9, place - 1);
  }
  return false;
}

/** The length in the header is at most that of the file, and a chunk of pixels or of the extended format comes first. */
function isWholeWebp(bytes: Uint8Array): boolean {
  const MIN = 20;
  if (bytes.length < MIN || !['VP8 ', 'VP8L', 'VP8X'].includes(textAt(bytes, 12, 16))) return false;
  const size = viewOf(bytes).getUint32(4, true);
  return size >= MIN - 8 && size + 8 <= bytes.length;
}

/** The endings of each type; the first is added to a name with another one. */
const endings: Record<AttachmentType, readonly [string, ...string[]]> = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jfif', '.jpe'],
  'image/webp': ['.webp'],
};
const MAX_NAME = 150;

/**
 * The name that a file is kept and served under: one line, no path, valid on every file system, with an ending of its
 * type, so that a saved picture cannot open as a page or a program.
 */
export function attachmentName(name: string, type: AttachmentType): string {
  const clean = safeFileName(oneLine(name.slice(-4 * MAX_NAME))).trim();
  const known = endings[type];
  const ending = known.find((one) => clean.toLowerCase().endsWith(one));
  const stem = ending ? clean.slice(0, -ending.length) : clean;
  const short = [...stem].slice(0, MAX_NAME).join('').trim();
  const isUsable = visiblePart(short).replaceAll('.', '') !== '';
  return `${isUsable ? short : 'file'}${ending ? clean.slice(-ending.length) : known[0]}`;
}
