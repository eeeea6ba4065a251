import { AppError } from '../../kernel/errors.ts';
import type { ReadRow } from './rules-rows.ts';

/** Memory for the rows of one file between reading and writing. 500,000 customers with 15 columns need about half. */
export const MAX_KEPT_BYTES = 128 * 1024 * 1024;

/** Overhead per message, in addition to its characters. */
const PROBLEM_BYTES = 64;

/** Rows as one block of UTF-8 outside the heap. */
interface Chunk {
  text: Buffer;
  /** The start of each row in the text, in bytes, and the end of the last one. */
  starts: Uint32Array;
  /** The end of each cell in its row, in characters. */
  ends: Uint32Array;
  numbers: Uint32Array;
}

/** Stores the rows of a file compactly, in about the size of their text, until the whole file is read. */
export interface KeptRows {
  add(row: ReadRow): void;
  /** Called after the last row. */
  end(): void;
  count(): number;
  /** The row with this index from 0. */
  row(place: number): ReadRow;
  /** The row number in the file of the row with this index. */
  rowNumber(place: number): number;
}

/**
 * Stores rows of `width` texts in chunks of `size`.
 * @throws AppError tooLarge from `add` and `end` above `maxBytes`.
 */
export function createKeptRows(
  width: number,
  size: number,
  maxBytes: number = MAX_KEPT_BYTES,
): KeptRows {
  const chunks: Chunk[] = [];
  const problems = new Map<number, string>();
  let pending: string[] = [];
  // Of the pending rows.
  const ends = new Uint32Array(size * width);
  const numbers = new Uint32Array(size);
  let count = 0;
  let bytes = 0;

  function grow(by: number): void {
    bytes += by;
    if (bytes <= maxBytes) return;
    const limit = Math.floor(maxBytes / 1024 / 1024);
    throw new AppError(
      'tooLarge',
      'import.tooLarge',
      `The columns that are imported hold more than ${limit} MB of text. Split the file and import the parts.`,
    );
  }

  function pack(): void {
    if (pending.length === 0) return;
    const starts = new Uint32Array(pending.length + 1);
    for (const [place, text] of pending.entries())
      starts[place + 1] = starts[place]! + Buffer.byteLength(text);
    // Each row by itself, so that no two halves of a character in neighbouring rows become one.
    const text = Buffer.allocUnsafeSlow(starts.at(-1)!);
    for (const [place, row] of pending.entries()) text.write(row, starts[place]!);
    chunks.push({
      text,
      starts,
      ends: ends.slice(0, pending.length * width),
      numbers: numbers.slice(0, pending.length),
    });
    grow(text.length + pending.length * width * Uint32Array.BYTES_PER_ELEMENT);
    pending = [];
  }

  return {
    add({ row, texts, problem }) {
      // Also for a row refused for its shape, because its record is then incomplete.
      if (problem !== undefined) {
        problems.set(count, problem);
        grow(problem.length + PROBLEM_BYTES);
      }
      const place = pending.length;
      numbers[place] = row;
      let end = 0;
      for (let column = 0; column < width; column += 1) {
        end += texts[column]!.length;
        ends[place * width + column] = end;
      }
      pending.push(texts.join(''));
      count += 1;
      if (pending.length === size) pack();
    },
    end: pack,
    count: () => count,
    row(place) {
      const { text, starts, ends, numbers } = chunks[Math.floor(place / size)]!;
      const within = place % size;
      const joined = text.toString('utf8', starts[within], starts[within + 1]);
      const texts = new Array<string>(width);
      let at = 0;
      for (let column = 0; column < width; column += 1) {
        const end = ends[within * width + column]!;
        texts[column] = joined.slice(at, end);
        at = end;
      }
      return { row: numbers[within]!, texts, problem: problems.get(place) };
    },
    rowNumber: (place) => chunks[Math.floor(place / size)]!.numbers[place % size]!,
  };
}
