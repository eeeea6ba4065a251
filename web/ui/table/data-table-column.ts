import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import type { SortDirection } from './list-state.ts';
import { FIT_LESSER, FIT_PRIORITY_3, type Fit } from './table-fit.ts';

export interface Column<T> {
  /** Also the sort key of the server. */
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /**
   * Defaults to 'text'. Long text is cut with an ellipsis, other kinds are not. Money and counts are right-aligned. Money,
   * counts and dates sort descending first.
   */
  kind?: 'text' | 'id' | 'tag' | 'date' | 'money' | 'count';
  /** Overrides the alignment of `kind`. */
  align?: 'left' | 'right';
  sortable?: boolean;
  /**
   * On a phone each row is a card: 1 is its heading, 2 a labelled line. 3 and 4 are shown only in wide tables, 4 is hidden
   * first. Defaults to 2. The available width is measured, see `useFit`.
   */
  priority?: 1 | 2 | 3 | 4;
  /** Hidden if the table does not fit otherwise, but shown in the card. */
  lesser?: boolean;
  /** CSS width. */
  width?: string;
}

function isRight<T>({ align, kind }: Column<T>): boolean {
  return align ? align === 'right' : kind === 'money' || kind === 'count';
}

/** Dates and right-aligned columns sort descending first, others ascending. */
export function firstDirection<T>(column: Column<T>): SortDirection {
  return column.kind === 'date' || isRight(column) ? 'descending' : 'ascending';
}

/** Columns shown at a fit level. */
export function columnsAt<T>(columns: readonly Column<T>[], fit: Fit): readonly Column<T>[] {
  const priority = fit < 1 ? 4 : fit < FIT_PRIORITY_3 ? 3 : 2;
  return columns.filter(
    (column) => (column.priority ?? 2) <= priority && !(fit === FIT_LESSER && column.lesser),
  );
}

export function classesOf<T>(column: Column<T>): string {
  const right = isRight(column) ? styles.right : '';
  return `${styles[`priority${column.priority ?? 2}`] ?? ''} ${right}`;
}

/** Class of the cell content. */
export function contentClassOf<T>(column: Column<T>): string | undefined {
  return (column.kind ?? 'text') === 'text' && !isRight(column) ? styles.text : styles.whole;
}
