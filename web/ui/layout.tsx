import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** Blocks beneath each other in the page's rhythm. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Tags of one cell, on one line: a row keeps its height, and the table leaves out a column instead. */
export function Tags({ children }: { children: ReactNode }) {
  return <span className={styles.tags}>{children}</span>;
}

/** Tags, links or buttons beside each other; they wrap where there is no room. */
export function Inline({ children }: { children: ReactNode }) {
  return <span className={styles.inline}>{children}</span>;
}

/** Two things at both ends of a line, such as a text and its buttons; they wrap where there is no room. */
export function Spread({ children }: { children: ReactNode }) {
  return <div className={styles.spread}>{children}</div>;
}

interface TwoLinesProps {
  children: ReactNode;
  /** The second line, in a quieter tone; left out where it is empty. */
  quiet?: ReactNode;
  align?: 'left' | 'right';
}

/** A cell of two lines; it keeps to the height of its row. */
export function TwoLines({ children, quiet, align = 'left' }: TwoLinesProps) {
  return (
    <span className={align === 'right' ? styles.twoLinesRight : styles.twoLines}>
      <span>{children}</span>
      {quiet && <span className={`quiet ${styles.second}`}>{quiet}</span>}
    </span>
  );
}
