import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  type Path,
  parsePath,
  useLocation,
} from 'react-router-dom';

type Address = Pick<Path, 'pathname' | 'search'>;

/** A form with unsaved input. */
interface UnsavedForm {
  isLostBy: (from: Address, to: Address) => boolean;
  /** Asks the user; `proceed` is called if the input may be discarded. */
  ask: (proceed: () => void) => void;
}

/** Forms on the screen, in the order in which they became dirty. */
const unsaved = new Set<UnsavedForm>();

function lastLostForm(from: Address, to: Address): UnsavedForm | undefined {
  return [...unsaved].findLast((form) => form.isLostBy(from, to));
}

/** Calls `proceed` after all forms that the navigation would discard have been confirmed. */
function confirmDiscard(from: Address, to: Address, proceed: () => void): void {
  const form = lastLostForm(from, to);
  if (form) form.ask(() => confirmDiscard(from, to, proceed));
  else proceed();
}

/** Calls `proceed` after all unsaved forms have been confirmed: for actions that leave the whole screen. */
export function confirmDiscardAll(proceed: () => void): void {
  const { pathname, search } = window.location;
  confirmDiscard({ pathname, search }, { pathname: '', search: '' }, proceed);
}

/** Query parameters that select the enclosing content, which is unmounted when one of them changes. */
const SelectedByContext = createContext<readonly string[]>([]);

export function SelectedBy({ param, children }: { param: string; children: ReactNode }) {
  const outer = useContext(SelectedByContext);
  const names = useMemo(() => [...outer, param], [outer, param]);
  return <SelectedByContext value={names}>{children}</SelectedByContext>;
}

function paramOf({ search }: Address, name: string): string | null {
  return new URLSearchParams(search).get(name);
}

interface UnsavedOptions {
  isDirty: boolean;
  /** In a dialog: discarded by any change of the query. */
  isModal: boolean;
  ask: (proceed: () => void) => void;
}

/**
 * Asks before unsaved input is discarded by navigation or by closing the page. The returned function stops that at once,
 * for navigation after a successful submit.
 */
export function useUnsaved({ isDirty, isModal, ask }: UnsavedOptions): () => void {
  const names = useContext(SelectedByContext);
  const options = useRef({ isModal, ask, names });
  options.current = { isModal, ask, names };
  const release = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isDirty) return;
    const form: UnsavedForm = {
      isLostBy: (from, to) => {
        if (from.pathname !== to.pathname) return true;
        if (options.current.isModal) return from.search !== to.search;
        return options.current.names.some((name) => paramOf(from, name) !== paramOf(to, name));
      },
      ask: (proceed) => options.current.ask(proceed),
    };
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(form);
    window.addEventListener('beforeunload', askBrowser);
    release.current = () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', askBrowser);
    };
    return () => release.current();
  }, [isDirty]);
  return () => release.current();
}

/**
 * Reads the address with all that was navigated to so far, also since the last rendering: two changes of the query in one
 * event would otherwise lose the first.
 */
export const AddressNow = createContext<() => Address>(() => window.location);

/** Index of the current history entry, set by the router; undefined for other entries. */
function historyIndex(): number | undefined {
  const { idx } = (window.history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}

/**
 * Asks before links, tabs, back or forward discard unsaved input. Replaced history entries do not ask: they are used for
 * an ended session, the search of a list and closed dialogs. The router's own blocker needs its data router, which adds
 * 20% JavaScript to the landing page.
 */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext);
  const location = useLocation();
  const current = useRef<Address>(location);
  current.current = location;
  const index = useRef(historyIndex());
  const readNow = useCallback(() => current.current, []);

  const { navigator } = navigation;
  const value = useMemo(() => {
    const addressOf = (to: Parameters<Navigator['push']>[0]): Address => {
      const path = typeof to === 'string' ? parsePath(to) : to;
      return { pathname: path.pathname || current.current.pathname, search: path.search ?? '' };
    };
    const askingNavigator: Navigator = {
      ...navigator,
      push: (to, state, options) => {
        const next = addressOf(to);
        confirmDiscard(current.current, next, () => {
          navigator.push(to, state, options);
          current.current = next;
          index.current = historyIndex();
        });
      },
      replace: (to, state, options) => {
        navigator.replace(to, state, options);
        current.current = addressOf(to);
      },
    };
    return { ...navigation, navigator: askingNavigator };
  }, [navigation, navigator]);

  // popstate fires after the step: undo it, and repeat it after the confirmation. A layout effect of a child, so that
  // this listener runs before the router's.
  useLayoutEffect(() => {
    let isUndone = false;
    let isConfirmed = false;
    const onPopState = (event: PopStateEvent) => {
      const [before, now] = [index.current, historyIndex()];
      if (isUndone && now === before) {
        isUndone = false;
        event.stopImmediatePropagation();
        return;
      }
      const { pathname, search } = window.location;
      const next = { pathname, search };
      const isKnown = before !== undefined && now !== undefined;
      if (isConfirmed || !isKnown || !lastLostForm(current.current, next)) {
        isConfirmed = false;
        index.current = now;
        return;
      }
      event.stopImmediatePropagation();
      isUndone = true;
      window.history.go(before - now);
      confirmDiscard(current.current, next, () => {
        isConfirmed = true;
        window.history.go(now - before);
      });
    };
    window.addEventListener('popstate', onPopState, { capture: true });
    return () => window.removeEventListener('popstate', onPopState, { capture: true });
  }, []);

  return (
    <NavigationContext value={value}>
      <AddressNow value={readNow}>{children}</AddressNow>
    </NavigationContext>
  );
}
