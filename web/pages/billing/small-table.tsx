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
}

function classOf<T>(column: SmallColumn<T>): string {
  return [column.align === 'right' ? styles.right : '', column.minor ? styles.minor : ''].join(' ');
}

/** A handful of rows inside a panel or a drawer, shown whole; `DataTable` is for lists that page. */
export function SmallTable<T>({ label, columns, rows, rowKey }: SmallTableProps<T>) {
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
