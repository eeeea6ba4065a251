import { AppError } from '../../kernel/errors.ts';
import type { ReadRow } from './rules-rows.ts';

/** Memory for the rows of one file between reading and writing. 500,000 customers with 15 columns need about half. */
export const MAX_KEPT_BYTES = 128 * 1024 * 1024;

/** Overhead per message, in addition to its characters. */
const PROBLEM_BYTES = 64;

/** Rows as one block of UTF-8 outside the heap, with cell boundaries. */
interface Chunk {
  text: Buffer;
  /** The end of each cell in the text, in characters. */
  ends: Uint32Array;
  numbers: Uint32Array;
}

/** Stores the rows of a file compactly, in about the size of their text, until the whole file is read. */
export interface KeptRows {
  add(row: ReadRow): void;
  /** Called after the last row. */
  end(): void;
  count(): number;
  /** The rows of one chunk of the configured size (the last may be smaller); empty after the last one. */
  chunk(index: number): ReadRow[];
  /** The rows with these ascending indexes from 0. */
  pick(places: readonly number[]): ReadRow[];
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
      // Also for a row refused for its shape, because its record is then incomplete.
      const { row, texts } = pending[place]!;
      numbers[place] = row;
      for (let column = 0; column < width; column += 1) {
        characters += texts[column]!;
        ends[place * width + column] = characters.length;
      }
    }
    const text = Buffer.from(characters);
    grow(text.length + ends.byteLength);
    chunks.push({ text, ends, numbers });
    pending = [];
  }

  /** The rows of a chunk with these ascending indexes. */
  function unpacked(index: number, places: Iterable<number>): ReadRow[] {
    const chunk = chunks[index];
    if (!chunk) return [];
    const text = chunk.text.toString();
    const rows: ReadRow[] = [];
    for (const place of places) {
      const texts = new Array<string>(width);
      let at = place === 0 ? 0 : chunk.ends[place * width - 1]!;
      for (let column = 0; column < width; column += 1) {
        const end = chunk.ends[place * width + column]!;
        texts[column] = text.slice(at, end);
        at = end;
      }
      const problem = problems.get(index * size + place);
      rows.push({ row: chunk.numbers[place]!, texts, problem });
    }
    return rows;
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
    chunk: (index) => unpacked(index, chunks[index]?.numbers.keys() ?? []),
    pick(places) {
      const rows: ReadRow[] = [];
      for (let from = 0; from < places.length; ) {
        const index = Math.floor(places[from]! / size);
        let to = from;
        while (to < places.length && Math.floor(places[to]! / size) === index) to += 1;
        const within = places.slice(from, to).map((place) => place - index * size);
        for (const row of unpacked(index, within)) rows.push(row);
        from = to;
      }
      return rows;
    },
    rowNumber: (place) => chunks[Math.floor(place / size)]!.numbers[place % size]!,
  };
}
