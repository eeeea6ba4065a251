import {
  createContext,
  type ReactNode,
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

/** A form that holds what was typed and not saved. */
interface Unsaved {
  isLostBy: (from: Address, to: Address) => boolean;
  /** Asks whoever typed; `goOn` is called once it may be lost. */
  ask: (goOn: () => void) => void;
}

/** Those on the screen, the one that was typed into last at the end. */
const unsaved = new Set<Unsaved>();

function lostFirst(from: Address, to: Address): Unsaved | undefined {
  return [...unsaved].findLast((form) => form.isLostBy(from, to));
}

/** Goes on where nothing is lost by it; otherwise each form that loses something asks first. */
function askBefore(from: Address, to: Address, goOn: () => void): void {
  const form = lostFirst(from, to);
  if (form) form.ask(() => askBefore(from, to, goOn));
  else goOn();
}

/** Asks every form that holds something typed, before an act that takes the whole screen away. */
export function askBeforeAll(goOn: () => void): void {
  const { pathname, search } = window.location;
  askBefore({ pathname, search }, { pathname: '', search: '' }, goOn);
}

/** Names in the address that choose what is shown; what stands there goes when one of them changes. */
const ChosenByContext = createContext<readonly string[]>([]);

export function ChosenBy({ param, children }: { param: string; children: ReactNode }) {
  const around = useContext(ChosenByContext);
  const names = useMemo(() => [...around, param], [around, param]);
  return <ChosenByContext value={names}>{children}</ChosenByContext>;
}

function choiceIn({ search }: Address, name: string): string | null {
  return new URLSearchParams(search).get(name);
}

interface UnsavedOptions {
  isDirty: boolean;
  /** Over the page: it belongs to the whole address that it was opened at. */
  isModal: boolean;
  ask: (goOn: () => void) => void;
}

/**
 * Keeps what was typed from being lost unasked: by another address within the portal and by leaving it. The
 * answer lets it go at once, for an address that changes because the form is done.
 */
export function useUnsaved({ isDirty, isModal, ask }: UnsavedOptions): () => void {
  const names = useContext(ChosenByContext);
  const options = useRef({ isModal, ask, names });
  options.current = { isModal, ask, names };
  const letGo = useRef<() => void>(() => undefined);
  useEffect(() => {
    if (!isDirty) return;
    const form: Unsaved = {
      isLostBy: (from, to) => {
        if (from.pathname !== to.pathname) return true;
        if (options.current.isModal) return from.search !== to.search;
        return options.current.names.some((name) => choiceIn(from, name) !== choiceIn(to, name));
      },
      ask: (goOn) => options.current.ask(goOn),
    };
    const askBrowser = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved.add(form);
    window.addEventListener('beforeunload', askBrowser);
    letGo.current = () => {
      unsaved.delete(form);
      window.removeEventListener('beforeunload', askBrowser);
    };
    return () => letGo.current();
  }, [isDirty]);
  return () => letGo.current();
}

/** Where the router counts the entries of the history; an entry that is not its own has no number. */
function entryShown(): number | undefined {
  const { idx } = (window.history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}

/**
 * Every link, tab and step through the history asks the forms first. Addresses that are replaced do not: so
 * change the end of a session, the search of a list, a dialog that closes. The router's own blocker needs its data
 * router, a fifth more JavaScript for the landing page.
 */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const navigation = useContext(NavigationContext);
  const location = useLocation();
  const here = useRef<Address>(location);
  here.current = location;
  const entry = useRef(entryShown());

  const { navigator } = navigation;
  const value = useMemo(() => {
    const asking: Navigator = {
      ...navigator,
      push: (to, state, options) => {
        const path = typeof to === 'string' ? parsePath(to) : to;
        const next = {
          pathname: path.pathname || here.current.pathname,
          search: path.search ?? '',
        };
        askBefore(here.current, next, () => {
          navigator.push(to, state, options);
          entry.current = entryShown();
        });
      },
    };
    return { ...navigation, navigator: asking };
  }, [navigation, navigator]);

  // A step through the history has been made when it is told of: it is taken back, and made again after
  // the answer. As a layout effect of a child this listens before the router does.
  useLayoutEffect(() => {
    let isTakenBack = false;
    let isAnswered = false;
    const stepped = (event: PopStateEvent) => {
      const [before, now] = [entry.current, entryShown()];
      if (isTakenBack && now === before) {
        isTakenBack = false;
        event.stopImmediatePropagation();
        return;
      }
      const { pathname, search } = window.location;
      const next = { pathname, search };
      const isKnown = before !== undefined && now !== undefined;
      if (isAnswered || !isKnown || !lostFirst(here.current, next)) {
        isAnswered = false;
        entry.current = now;
        return;
      }
      event.stopImmediatePropagation();
      isTakenBack = true;
      window.history.go(before - now);
      askBefore(here.current, next, () => {
        isAnswered = true;
        window.history.go(now - before);
      });
    };
    window.addEventListener('popstate', stepped, { capture: true });
    return () => window.removeEventListener('popstate', stepped, { capture: true });
  }, []);

  return <NavigationContext value={value}>{children}</NavigationContext>;
}
