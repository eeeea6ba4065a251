import { Button } from '@blueprintjs/core';
import { ErrorIcon, InboxIcon } from '@blueprintjs/icons';
import type { MouseEvent, ReactNode } from 'react';
import { SkeletonBlock } from './skeleton.tsx';
import styles from './states.module.css';
import type { Failure, Readable } from './table/readable.ts';

interface EmptyProps {
  title: string;
  /** What to do next. */
  description: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
}

/** Empty state with a hint on what to do. */
export function Empty({ title, description, action, icon = <InboxIcon size={32} /> }: EmptyProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{description}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  error: Failure;
  onRetry: () => void;
  title?: string;
}

/** Moves the focus to the enclosing region, because the retry button is about to be removed. */
function focusEnclosingRegion({ parentElement }: Element): void {
  parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
}

/** Error state with a retry button. */
export function ErrorState({
  error,
  onRetry,
  title = 'This could not be loaded',
}: ErrorStateProps) {
  const retry = (event: MouseEvent<HTMLElement>) => {
    focusEnclosingRegion(event.currentTarget);
    onRetry();
  };
  return (
    <div className={styles.state} role="alert">
      <span className={styles.danger} aria-hidden="true">
        <ErrorIcon size={32} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{error.message}</p>
      <div className={styles.action}>
        <Button onClick={retry}>Try again</Button>
      </div>
    </div>
  );
}

interface LoadedProps<T> {
  read: Readable<T>;
  /** For screen readers. */
  loading: string;
  /** Title of the error state. */
  failed?: string;
  lines?: number;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Content once loaded; a skeleton while loading, or an error state. */
export function Loaded<T>({ read, loading, failed, lines, skeleton, children }: LoadedProps<T>) {
  if (read.data !== undefined) return children(read.data);
  if (read.error)
    return (
      <ErrorState
        error={read.error}
        onRetry={read.refresh}
        {...(failed === undefined ? {} : { title: failed })}
      />
    );
  if (!read.isLoading) return null;
  if (skeleton) {
    return (
      <>
        <span className="visually-hidden" role="status">
          {loading}
        </span>
        {skeleton}
      </>
    );
  }
  return <SkeletonBlock label={loading} {...(lines === undefined ? {} : { lines })} />;
}
