import { HTMLTable } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './small-table.module.css';

export interface SmallColumn<T> {
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** Hidden on narrow screens. */
  minor?: boolean;
  /** Hidden where the table is not wide (up to 900 px). */
  lesser?: boolean;
}

interface SmallTableProps<T> {
  /** Accessible name. */
  label: string;
  columns: readonly SmallColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T, index: number) => string | number;
  /** Limits the height and scrolls. */
  scrolls?: boolean;
}

function classesOf<T>(columns: readonly SmallColumn<T>[]): string[] {
  const lastShown = columns.findLastIndex(({ minor, lesser }) => !minor && !lesser);
  const lastMedium = columns.findLastIndex(({ lesser }) => !lesser);
  return columns.map(({ align, minor, lesser }, index) =>
    [
      align === 'right' ? styles.right : '',
      minor ? styles.minor : '',
      lesser ? styles.lesser : '',
      index === lastMedium ? styles.lastMedium : '',
      index === lastShown ? styles.lastShown : '',
    ].join(' '),
  );
}

/** Simple table for panels and drawers; use `DataTable` for paged lists. */
export function SmallTable<T>({ scrolls = false, ...props }: SmallTableProps<T>) {
  if (!scrolls) return <Rows {...props} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: focusable, so that arrow keys scroll it
    <section className={styles.scroll} aria-label={props.label} tabIndex={0}>
      <Rows {...props} />
    </section>
  );
}

function Rows<T>({ label, columns, rows, rowKey }: Omit<SmallTableProps<T>, 'scrolls'>) {
  const classes = classesOf(columns);
  return (
    <div className={styles.table}>
      <HTMLTable compact>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column.header} scope="col" className={classes[at]}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column, at) => (
                <td key={column.header} className={classes[at]}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  );
}
