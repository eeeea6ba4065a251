import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { removeFirstView } from '../pages/auth/first-view.ts';
import { moduleAt } from './paths.ts';
import styles from './screen-boundary.module.css';

/** Browser errors for a chunk that cannot be loaded: no connection, or a newer version is deployed. */
const CHUNK_ERROR = /dynamically imported module|module script failed|preload CSS/i;
const RELOADED_AT = 'nimule.reloaded';
const RELOAD_AGAIN_AFTER_MS = 30_000;

function reloadedRecently(): boolean {
  const at = Number(sessionStorage.getItem(RELOADED_AT));
  return Date.now() - at < RELOAD_AGAIN_AFTER_MS;
}

function reload(): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

interface ErrorBoundaryProps {
  /** A change clears the error. */
  resetKey: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  error: Error | undefined;
}

// React catches render errors only in class components.
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error): void {
    removeFirstView();
    // The URL is already the new one: reload the page there (seeds/000 2).
    if (CHUNK_ERROR.test(error.message) && navigator.onLine && !reloadedRecently()) reload();
  }

  override componentDidUpdate(before: ErrorBoundaryProps): void {
    if (this.state.error && before.resetKey !== this.props.resetKey)
      this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const notFetched = CHUNK_ERROR.test(error.message);
    return (
      <div className={styles.failure} role="alert">
        <h1>{notFetched ? 'This screen could not be fetched' : 'This screen has failed'}</h1>
        <p>
          {notFetched
            ? 'Check the connection and try again.'
            : 'This is our fault, not yours. Nothing that was saved is lost.'}
        </p>
        <button type="button" onClick={reload}>
          Try again
        </button>
      </div>
    );
  }
}

/** Shows an error in place of a screen that failed, until the user goes to another screen. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  const screen = `${pathname} ${moduleAt(pathname, search)}`;
  return <ErrorBoundary resetKey={screen}>{children}</ErrorBoundary>;
}
