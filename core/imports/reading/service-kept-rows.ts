import { AppError } from '../../kernel/errors.ts';
import type { ReadRow } from './rules-rows.ts';

/** Memory for the rows of one file between reading and writing. 500,000 customers with 15 columns need about half. */
const MAX_KEPT_BYTES = 128 * 1024 * 1024;

/** Overhead per message, in addition to its characters. */
const PROBLEM_BYTES = 64;

const FIRST_CHUNK_BYTES = 64 * 1024;
/** In UTF-8, of a character of JavaScript. */
const MAX_BYTES_PER_CHARACTER = 3;

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
  // The chunk that is being filled. No texts wait in the heap, where they would outlive the collections of short-lived ones.
  let text = Buffer.allocUnsafeSlow(FIRST_CHUNK_BYTES);
  const starts = new Uint32Array(size + 1);
  const ends = new Uint32Array(size * width);
  const numbers = new Uint32Array(size);
  let pending = 0;
  let count = 0;
  let bytes = 0;

  function grow(by: number): void {
    bytes += by;
    assertWithin(bytes);
  }

  function assertWithin(all: number): void {
    if (all <= maxBytes) return;
    const limit = Math.floor(maxBytes / 1024 / 1024);
    throw new AppError(
      'tooLarge',
      'import.tooLarge',
      `The columns that are imported hold more than ${limit} MB of text. Split the file and import the parts.`,
    );
  }

  function makeRoom(needed: number): void {
    if (needed <= text.length) return;
    assertWithin(bytes + starts[pending]!);
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * text.length));
    text.copy(larger);
    text = larger;
  }

  function pack(): void {
    if (pending === 0) return;
    const own = Buffer.allocUnsafeSlow(starts[pending]!);
    text.copy(own);
    const cells = pending * width;
    grow(own.length + cells * Uint32Array.BYTES_PER_ELEMENT);
    chunks.push({
      text: own,
      starts: starts.slice(0, pending + 1),
      ends: ends.slice(0, cells),
      numbers: numbers.slice(0, pending),
    });
    pending = 0;
  }

  return {
    add({ row, texts, problem }) {
      // Also for a row refused for its shape, because its record is then incomplete.
      if (problem !== undefined) {
        problems.set(count, problem);
        grow(problem.length + PROBLEM_BYTES);
      }
      let end = 0;
      for (let column = 0; column < width; column += 1) {
        end += texts[column]!.length;
        ends[pending * width + column] = end;
      }
      const start = starts[pending]!;
      makeRoom(start + end * MAX_BYTES_PER_CHARACTER);
      // Each row by itself, so that no two halves of a character in neighbouring rows become one.
      starts[pending + 1] = start + text.write(texts.join(''), start);
      numbers[pending] = row;
      pending += 1;
      count += 1;
      if (pending === size) pack();
    },
    end: pack,
    count: () => count,
    row(place) {
      const chunk = chunks[Math.floor(place / size)]!;
      const within = place % size;
      const joined = chunk.text.toString('utf8', chunk.starts[within], chunk.starts[within + 1]);
      const texts = new Array<string>(width);
      let at = 0;
      for (let column = 0; column < width; column += 1) {
        const end = chunk.ends[within * width + column]!;
        texts[column] = joined.slice(at, end);
        at = end;
      }
      return { row: chunk.numbers[within]!, texts, problem: problems.get(place) };
    },
    rowNumber: (place) => chunks[Math.floor(place / size)]!.numbers[place % size]!,
  };
}
