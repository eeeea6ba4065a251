import type { RowProblem } from '../rules-tally.ts';
import { PREVIEW_ROWS, type PreviewInput, type RowFate } from '../schema-centre.ts';

/** A row of the grid while the file is judged. */
export interface GridRow {
  row: number;
  fate: RowFate;
  problems: RowProblem[];
  notes: RowProblem[];
  /** The record that the row would change. */
  value: Readonly<Record<string, unknown>> | undefined;
}

/** Keeps the first rows of a file, or the first with one fate, while rows come in any order. */
export interface Grid {
  add(row: GridRow): void;
  /** In the order of the file, at most PREVIEW_ROWS. */
  rows(): GridRow[];
  /** Whether a row with this number would be shown with one of the fates as far as is known. */
  mayShow(row: number): boolean;
  /** Whether a row with this number and fate would be shown as far as is known. */
  wants(row: number, fate: RowFate): boolean;
}

export function createGrid(show: PreviewInput['show']): Grid {
  let kept: GridRow[] = [];
  let last = Number.POSITIVE_INFINITY;

  function trim(): void {
    kept.sort((a, b) => a.row - b.row);
    kept = kept.slice(0, PREVIEW_ROWS);
    if (kept.length === PREVIEW_ROWS) last = kept.at(-1)!.row;
  }

  const mayShow = (row: number) => row < last;
  const wants = (row: number, fate: RowFate) => mayShow(row) && (show === 'all' || show === fate);
  return {
    mayShow,
    wants,
    add(row) {
      if (!wants(row.row, row.fate)) return;
      kept.push(row);
      if (kept.length >= 2 * PREVIEW_ROWS) trim();
    },
    rows() {
      trim();
      return kept;
    },
  };
}
