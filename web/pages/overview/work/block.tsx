import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Panel } from '../../../ui/page.tsx';
import styles from './work.module.css';

interface BlockProps {
  title: string;
  description?: ReactNode;
  /** The page with all of it. */
  all?: { to: string; text: string };
  /** Beside the link. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of one's own work, without padding for lists. */
export function Block({ title, description, all, actions, children }: BlockProps) {
  return (
    <Panel
      title={title}
      description={description}
      flush
      actions={
        <>
          {all && (
            <Link to={all.to} className={styles.all}>
              {all.text}
            </Link>
          )}
          {actions}
        </>
      }
    >
      {children}
    </Panel>
  );
}

/** One quiet line where there is nothing to do. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className={`quiet ${styles.nothing}`}>{children}</p>;
}

interface RowProps {
  children: ReactNode;
  /** At the right: an amount, a time. */
  end?: ReactNode;
  quiet?: ReactNode;
}

/** A row of a list: what it is, below it more about it, at the right an amount or a time. */
export function Row({ children, end, quiet }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span>{children}</span>
        {quiet && <span className={styles.quiet}>{quiet}</span>}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </li>
  );
}

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}
