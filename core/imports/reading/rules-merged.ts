import { listedRows } from '../rules-tally.ts';
import { columnsOf } from './rules-mapping.ts';
import type { MappedField } from './rules-rows.ts';

/** Cells that a workbook merges over several rows: the value belongs to all of them, and is told once. */
export interface MergedCells {
  /** Takes the merged columns of a row; answers why the row cannot be taken. */
  see(row: number, columns: readonly number[]): string | undefined;
  warnings(): string[];
}

/**
 * A text or a date that is merged over rows is the value of each of them. An amount may as well be their sum, so its rows
 * are refused.
 */
export function createMergedCells(
  fields: readonly MappedField[],
  header: readonly string[],
): MergedCells {
  const rows = new Map<number, number[]>();
  const readers = fields.flatMap((planned) =>
    columnsOf(planned).map((column) => ({ column, kind: planned.field.kind })),
  );
  return {
    see(row, columns) {
      let problem: string | undefined;
      for (const { column, kind } of readers) {
        if (!columns.includes(column)) continue;
        if (kind === 'amount') {
          problem ??= `The cell of the column "${header[column]}" is merged over several rows. Write the amount of each row in its own cell.`;
          continue;
        }
        const known = rows.get(column);
        if (!known) rows.set(column, [row]);
        else if (known.at(-1) !== row) known.push(row);
      }
      return problem;
    },
    warnings: () =>
      [...rows].map(
        ([column, numbers]) =>
          `"${header[column]}" has cells that are merged over several rows; their value was taken for each of them: rows ${listedRows(numbers)}.`,
      ),
  };
}
