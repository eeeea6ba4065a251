import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { tabOf } from './paths.ts';
import styles from './screen-boundary.module.css';

/** What browsers say when a chunk cannot be fetched: the link is gone, or a newer version is installed. */
const NOT_FETCHED = /dynamically imported module|module script failed|preload CSS/i;
const RELOADED_AT = 'nimule.reloaded';
const RELOAD_AGAIN_AFTER_MS = 30_000;

function reloadedLately(): boolean {
  const at = Number(sessionStorage.getItem(RELOADED_AT));
  return Date.now() - at < RELOAD_AGAIN_AFTER_MS;
}

function reload(): void {
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

interface CatcherProps {
  /** Another place is another chance. */
  place: string;
  children: ReactNode;
}

interface CatcherState {
  error: Error | undefined;
}

// React offers no other way to catch what a screen throws.
class Catcher extends Component<CatcherProps, CatcherState> {
  override state: CatcherState = { error: undefined };

  static getDerivedStateFromError(error: unknown): CatcherState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error): void {
    // The address is the wanted one already: a full page load goes there (seeds/000 2).
    if (NOT_FETCHED.test(error.message) && navigator.onLine && !reloadedLately()) reload();
  }

  override componentDidUpdate(before: CatcherProps): void {
    if (this.state.error && before.place !== this.props.place) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const notFetched = NOT_FETCHED.test(error.message);
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

/** Keeps a failing screen from taking the rest with it, and is over it at the next address. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation();
  return <Catcher place={`${pathname} ${tabOf(new URLSearchParams(search))}`}>{children}</Catcher>;
}
