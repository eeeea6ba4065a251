import type { PrintedTable } from './documents.ts';

/** Rows that are laid out at a time: other documents wait no longer than one part takes. */
const PART_ROWS = 250;

/** Splits the tables of a PDF into parts of at most 250 rows, in order; a table's end is in the part of its last rows. */
export function partsOfTables(
  tables: readonly PrintedTable[],
  size: number = PART_ROWS,
): PrintedTable[][] {
  const parts: PrintedTable[][] = [[]];
  let room = size;
  for (const table of tables) {
    for (let start = 0; start === 0 || start < table.rows.length; ) {
      if (room === 0) {
        parts.push([]);
        room = size;
      }
      const rows = table.rows.slice(start, start + room);
      start += Math.max(rows.length, 1);
      room -= rows.length;
      const isEnd = start >= table.rows.length;
      parts.at(-1)!.push({
        ...table,
        rows,
        totals: isEnd ? table.totals : null,
        note: isEnd ? table.note : '',
      });
    }
  }
  return parts;
}

/**
 * How many rows of each table a file with room for `room` has: all of a short table, and of the longer ones equal numbers,
 * so that none is crowded out by another.
 */
export function sharesOf(counts: readonly number[], room: number): number[] {
  const shares = counts.map(() => 0);
  let left = room;
  const shortest = counts.map((_, at) => at).sort((one, other) => counts[one]! - counts[other]!);
  for (const [place, at] of shortest.entries()) {
    const share = Math.min(counts[at]!, Math.floor(left / (counts.length - place)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}
