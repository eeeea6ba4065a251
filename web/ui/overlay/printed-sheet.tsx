import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './printed-sheet.module.css';

interface PrintedSheetProps {
  title: string;
  subtitle: string;
  columns: readonly string[];
  /** Columns from this one on are amounts. */
  rightFrom: number;
  rows: readonly (readonly string[])[];
  /** Once it is printed or given up. */
  onDone: () => void;
}

/** A list on paper in place of the screen: mount it to print it. It is not shown otherwise. */
export function PrintedSheet(props: PrintedSheetProps) {
  const { title, subtitle, columns, rightFrom, rows, onDone } = props;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish);
    // Some browsers return at once and print what stands here then; 'afterprint' says when they have.
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
          {rows.map((cells) => (
            <tr key={cells[0]}>
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
