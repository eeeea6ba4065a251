import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './printed-sheet.module.css';

interface PrintedSheetProps {
  title: string;
  subtitle: string;
  columns: readonly string[];
  /** Columns from this index on are right-aligned. */
  rightFrom: number;
  rows: readonly (readonly string[])[];
  /** Called after printing or cancel. */
  onDone: () => void;
}

/** A list for print only: mount it to print it instead of the page. */
export function PrintedSheet(props: PrintedSheetProps) {
  const { title, subtitle, columns, rightFrom, rows, onDone } = props;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish);
    // Returns at once in some browsers; unmount only after 'afterprint'.
    window.print();
    return () => window.removeEventListener('afterprint', finish);
  }, []);
  const classOf = (at: number) => (at >= rightFrom ? styles.right : undefined);
  return createPortal(
    <div className={styles.sheet}>
      <h1>{title}</h1>
      <p>{subtitle}</p>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" className={classOf(at)}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are printed once
            <tr key={index}>
              {cells.map((cell, at) => (
                <td key={columns[at]} className={classOf(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
