import type { ReactNode } from 'react';
import styles from './layout.module.css';

/** Blocks below each other with the page's spacing. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

/** Tags of a cell. They do not wrap: the row keeps its height. */
export function Tags({ children }: { children: ReactNode }) {
  return <span className={styles.tags}>{children}</span>;
}

/** Tags, links or buttons side by side; they wrap. */
export function Inline({ children }: { children: ReactNode }) {
  return <span className={styles.inline}>{children}</span>;
}

/** Two items at opposite ends of a line, such as a text and its buttons; they wrap. */
export function Spread({ children }: { children: ReactNode }) {
  return <div className={styles.spread}>{children}</div>;
}

interface TwoLinesProps {
  children: ReactNode;
  /** Second line in muted text; omitted if empty. */
  quiet?: ReactNode;
  align?: 'left' | 'right';
}

/** A table cell of two lines that does not increase the row height. */
export function TwoLines({ children, quiet, align = 'left' }: TwoLinesProps) {
  return (
    <span className={align === 'right' ? styles.twoLinesRight : styles.twoLines}>
      <span>{children}</span>
      {quiet && <span className={`quiet ${styles.second}`}>{quiet}</span>}
    </span>
  );
}
