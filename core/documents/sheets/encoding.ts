import { isUtf8 } from 'node:buffer';
import { AppError } from '../../kernel/errors.ts';
import { damagedSheet, type TextEncoding, unsupportedSheet } from './model.ts';

/** Turns bytes into text piece by piece; throws 'sheet.damaged' on bytes that the encoding does not have. */
export interface TextReader {
  write(bytes: Uint8Array): string;
  end(): string;
}

const MARKS: readonly [TextEncoding, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  // Before UTF-16, whose mark is the beginning of this one.
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Of a first piece of text, how many bytes may be controls that text does not have; of other files, a tenth are. */
const MAX_CONTROLS = 0.01;
const FEW_CONTROLS = 2;

/** Whether a piece of a file without a byte order mark is no text: pictures, programs, packed files. */
function isBinary(bytes: Uint8Array): boolean {
  let controls = 0;
  for (const byte of bytes) {
    // Not the blanks from tab to carriage return, nor the end mark and the escape of old programs.
    if (byte < 9 || (byte > 13 && byte < 26) || (byte > 27 && byte < 32)) controls += 1;
  }
  return controls > FEW_CONTROLS && controls > bytes.length * MAX_CONTROLS;
}

/** A file that has a zero byte this early is no text at all. */
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
 * The encoding of a text file, from all of its bytes: by its byte order mark, else UTF-8 when the bytes
 * are valid, else CP1252, which every other byte stands for something in. Throws 'sheet.unsupported' or
 * 'sheet.notText' for bytes that are not text.
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

/** How many bytes at the end begin a UTF-8 character that is still to come. */
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

/** What CP1252 has where Latin-1 has controls; five places are empty and stay what they are. */
const WINDOWS_80_TO_9F = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

// By hand: the TextDecoder of some Node.js versions takes the label for Latin-1.
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
