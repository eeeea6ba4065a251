import { AppError } from '../kernel/errors.ts';
import type { ReadRow } from './rules-rows.ts';

/**
 * What the rows of one file may take in memory between reading and writing. 500,000 customers with 15 columns need
 * about half of it.
 */
export const MAX_KEPT_BYTES = 128 * 1024 * 1024;

/** Beside the characters of a message. */
const PROBLEM_BYTES = 64;

/** Rows as one piece of UTF-8 outside the heap, and the places where it is cut. */
interface Chunk {
  text: Buffer;
  /** Where each cell ends in the text, in characters. */
  ends: Uint32Array;
  numbers: Uint32Array;
}

/** The rows of a file, kept small until the whole file is read: about as large as their text. */
export interface KeptRows {
  add(row: ReadRow): void;
  /** After the last row. */
  end(): void;
  count(): number;
  /** The rows of one chunk, all but the last of the size that was asked for; empty after the last one. */
  chunk(index: number): ReadRow[];
}

/**
 * Keeps rows of `width` texts in chunks of `size`.
 * @throws AppError tooLarge from `add` and `end` past `maxBytes`.
 */
export function createKeptRows(
  width: number,
  size: number,
  maxBytes: number = MAX_KEPT_BYTES,
): KeptRows {
  const chunks: Chunk[] = [];
  const problems = new Map<number, string>();
  let pending: ReadRow[] = [];
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
    const ends = new Uint32Array(pending.length * width);
    const numbers = new Uint32Array(pending.length);
    let characters = '';
    for (let place = 0; place < pending.length; place += 1) {
      const { row, texts, problem } = pending[place]!;
      numbers[place] = row;
      for (let column = 0; column < width; column += 1) {
        // A row that is refused for its shape is refused whatever it says.
        if (problem === undefined) characters += texts[column]!;
        ends[place * width + column] = characters.length;
      }
    }
    const text = Buffer.from(characters);
    grow(text.length + ends.byteLength);
    chunks.push({ text, ends, numbers });
    pending = [];
  }

  return {
    add(row) {
      if (row.problem !== undefined) {
        problems.set(count, row.problem);
        grow(row.problem.length + PROBLEM_BYTES);
      }
      count += 1;
      pending.push(row);
      if (pending.length >= size) pack();
    },
    end: pack,
    count: () => count,
    chunk(index) {
      const chunk = chunks[index];
      if (!chunk) return [];
      const text = chunk.text.toString();
      const rows: ReadRow[] = [];
      let at = 0;
      for (let place = 0; place < chunk.numbers.length; place += 1) {
        const texts = new Array<string>(width);
        for (let column = 0; column < width; column += 1) {
          const end = chunk.ends[place * width + column]!;
          texts[column] = text.slice(at, end);
          at = end;
        }
        const problem = problems.get(index * size + place);
        rows.push({ row: chunk.numbers[place]!, texts, problem });
      }
      return rows;
    },
  };
}
