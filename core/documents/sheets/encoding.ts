import { isUtf8 } from 'node:buffer';
import { AppError } from '../../kernel/errors.ts';
import { damagedSheet, type TextEncoding, unsupportedSheet } from './model.ts';

/** Decodes bytes chunk by chunk; throws 'sheet.damaged' on bytes that are invalid in the encoding. */
export interface TextReader {
  write(bytes: Uint8Array): string;
  end(): string;
}

const MARKS: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  // Before UTF-16, whose mark is a prefix of this one.
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Maximum share of control characters in the first chunk of a text; in binary files it is about a tenth. */
const MAX_CONTROLS = 0.01;
const FEW_CONTROLS = 2;

/** Whether a chunk of a file without a byte order mark is binary: pictures, programs, compressed files. */
function isBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    // Except tab to carriage return, and the end mark and escape of old programs.
    if (byte < 9 || (byte > 13 && byte < 26) || (byte > 27 && byte < 32)) controls += 1;
  }
  return controls > FEW_CONTROLS && controls > bytes.length * MAX_CONTROLS;
}

/** A file with a zero byte this early is binary. */
const EARLY_BYTES = 512;

export function encodingByMark(start: Uint8Array): TextEncoding | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, at) => start[at] === byte))?.[0];
}

export function notText(): AppError {
  return new AppError(
    'invalid',
    'sheet.notText',
    'The file holds zero bytes, which text does not have. Save it again as "CSV UTF-8" and upload the new file.',
  );
}

/**
 * The encoding of a text file, from all of its bytes: by its byte order mark, else UTF-8 if the bytes are valid, else
 * CP1252, in which every byte is valid. Throws 'sheet.unsupported' or 'sheet.notText' for binary files.
 */
export async function detectEncoding(chunks: AsyncIterable<Uint8Array>): Promise<TextEncoding> {
  let seen = 0;
  let utf8 = true;
  let carry: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (seen === 0) {
      const marked = encodingByMark(chunk);
      if (marked) return marked;
      if (isBinary(chunk)) throw unsupportedSheet('the bytes are no text');
    }
    const zero = chunk.indexOf(0);
    if (zero !== -1) throw seen + zero < EARLY_BYTES ? unsupportedSheet() : notText();
    seen += chunk.length;
    if (!utf8) continue;
    const bytes = carry.length > 0 ? Buffer.concat([carry, chunk]) : chunk;
    const whole = bytes.length - unfinishedBytes(bytes);
    utf8 = isUtf8(bytes.subarray(0, whole));
    carry = bytes.slice(whole);
  }
  return utf8 && carry.length === 0 ? 'utf-8' : 'windows-1252';
}

/** The number of bytes of an incomplete UTF-8 character at the end. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

export function createTextReader(encoding: TextEncoding): TextReader {
  if (encoding === 'windows-1252') return createWindowsReader();
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return createUtf32Reader(encoding);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes: Uint8Array | undefined) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch (error) {
      throw damagedSheet(error);
    }
  };
  return { write: (bytes) => decode(bytes), end: () => decode(undefined) };
}

/** CP1252 characters in place of Latin-1 controls; five codes are undefined and kept. */
const WINDOWS_80_TO_9F = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// Not TextDecoder: some Node.js versions treat the label as Latin-1.
function createWindowsReader(): TextReader {
  return {
    write: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString('latin1')
        .replace(/[\x80-\x9f]/g, (one) => WINDOWS_80_TO_9F[one.charCodeAt(0) - 0x80]!),
    end: () => '',
  };
}

function createUtf32Reader(encoding: 'utf-32le' | 'utf-32be'): TextReader {
  const littleEndian = encoding === 'utf-32le';
  let carry: Uint8Array = new Uint8Array();
  let started = false;
  return {
    write(chunk) {
      const bytes = Buffer.concat([carry, chunk]);
      const whole = bytes.length - (bytes.length % 4);
      carry = bytes.subarray(whole);
      let text = '';
      for (let at = 0; at < whole; at += 4) {
        const point = littleEndian ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
        if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) {
          throw damagedSheet(`${point.toString(16)} is not a character`);
        }
        if (started || point !== 0xfeff) text += String.fromCodePoint(point);
        started = true;
      }
      return text;
    },
    end() {
      if (carry.length > 0) throw damagedSheet('the text ends inside a character');
      return '';
    },
  };
}
