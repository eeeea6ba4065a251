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
