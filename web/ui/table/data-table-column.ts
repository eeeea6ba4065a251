import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import type { SortDirection } from './list-state.ts';
import { FIT_LESSER, type Fit } from './table-fit.ts';

export interface Column<T> {
  /** Also the name that the server sorts by. */
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /**
   * What the column holds; 'text' without it. Text is cut with an ellipsis where it is long, the others never are.
   * Money and counts stand at the right. Money, counts and dates sort descending first.
   */
  kind?: 'text' | 'id' | 'tag' | 'date' | 'money' | 'count';
  /** Where `kind` does not say it. */
  align?: 'left' | 'right';
  sortable?: boolean;
  /**
   * 1 heads the card that a row becomes on a phone, 2 is a labelled line of it, 3 is shown only in a table with
   * room, 4 in one with plenty. Without it, 2. How much room there is, is measured; see `useFit`.
   */
  priority?: 1 | 2 | 3 | 4;
  /** Left out where the table would not fit otherwise, but a line of the card all the same. */
  lesser?: boolean;
  /** A CSS width, where the content does not say enough. */
  width?: string;
}

export function isRight<T>({ align, kind }: Column<T>): boolean {
  return align ? align === 'right' : kind === 'money' || kind === 'count';
}

/** The largest amount and the newest date are what is looked for; names are read from A. */
export function firstDirection<T>(column: Column<T>): SortDirection {
  return column.kind === 'date' || isRight(column) ? 'descending' : 'ascending';
}

/** The columns that are shown at a fit. */
export function columnsAt<T>(columns: readonly Column<T>[], fit: Fit): readonly Column<T>[] {
  const priority = fit < 1 ? 4 : fit < 2 ? 3 : 2;
  return columns.filter(
    (column) => (column.priority ?? 2) <= priority && !(fit === FIT_LESSER && column.lesser),
  );
}

export function classesOf<T>(column: Column<T>): string {
  const right = isRight(column) ? styles.right : '';
  return `${styles[`priority${column.priority ?? 2}`] ?? ''} ${right}`;
}

/** Of what is inside a cell. */
export function contentClassOf<T>(column: Column<T>): string | undefined {
  return (column.kind ?? 'text') === 'text' && !isRight(column) ? styles.text : styles.whole;
}
