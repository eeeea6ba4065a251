import { HTMLTable } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import styles from './billing.module.css';

export interface SmallColumn<T> {
  header: string;
  cell: (row: T) => ReactNode;
  align?: 'right';
  /** Left out where there is little room. */
  minor?: boolean;
}

interface SmallTableProps<T> {
  /** What it lists, read out to those who do not see it. */
  label: string;
  columns: readonly SmallColumn<T>[];
  rows: readonly T[];
  rowKey: (row: T, index: number) => string | number;
  /** Scrolls by itself once it is long; without it, it is shown whole. */
  scrolls?: boolean;
}

function classOf<T>(column: SmallColumn<T>): string {
  return [column.align === 'right' ? styles.right : '', column.minor ? styles.minor : ''].join(' ');
}

/** The rows of a panel or a drawer; `DataTable` is for lists that page. */
export function SmallTable<T>({ scrolls = false, ...props }: SmallTableProps<T>) {
  if (!scrolls) return <Rows {...props} />;
  return (
    // Reached by Tab, so that arrow keys scroll it too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
    <section className={styles.scroll} aria-label={props.label} tabIndex={0}>
      <Rows {...props} />
    </section>
  );
}

function Rows<T>({ label, columns, rows, rowKey }: Omit<SmallTableProps<T>, 'scrolls'>) {
  return (
    <div className={styles.smallTable}>
      <HTMLTable compact>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={classOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map((column) => (
                <td key={column.header} className={classOf(column)}>
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
