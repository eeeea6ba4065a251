import {
  type ComponentType,
  type KeyboardEvent as ReactKeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useReturnFocus } from '../../ui/overlay/return-focus.ts';
import { doOwnAct } from '../acts/own-acts.ts';
import { type Keys, type Picking, RESULTS_ID, type SearchResultsProps } from './results-props.ts';
import styles from './search.module.css';

let loaded: ComponentType<SearchResultsProps> | undefined;
const load = async () => {
  loaded = (await import('./search-results.tsx')).SearchResults;
};

/** Event on the window that opens the search. */
const OPEN = 'nimule:search';

export function openSearch(): void {
  window.dispatchEvent(new Event(OPEN));
}

/** Preloads the results; an error is shown when the search is opened. */
export function preloadSearch(): void {
  load().catch(() => undefined);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

/** What a key means anywhere in the portal; the signs not in a dialog, where they may be meant as text. */
function meantBy(event: KeyboardEvent): (() => void) | undefined {
  const isHeld = event.ctrlKey || event.metaKey;
  if (isHeld && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k')
    return openSearch;
  if (isHeld || event.altKey || (event.key !== '/' && event.key !== '?')) return undefined;
  if (isTyping(event.target) || document.querySelector('dialog, [role$="dialog"]'))
    return undefined;
  return event.key === '/' ? openSearch : () => doOwnAct('help');
}

/** Search for records of every kind, screens and commands, opened by Ctrl+K or `/`; `?` opens the help. */
export function Search() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // At once, before the next key: React would put off what an event of our own changes.
    const open = () => flushSync(() => setOpen(true));
    const onKeyDown = (event: KeyboardEvent) => {
      const act = meantBy(event);
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener(OPEN, open);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener(OPEN, open);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return isOpen && <SearchBox onClose={() => setOpen(false)} />;
}

const listKeys = ['ArrowDown', 'ArrowUp', 'Enter'];

/**
 * The box. It is rendered and focused before the next key is pressed, without waiting for the results, so that
 * everything that is typed after the shortcut stands in it. A modal dialog of the browser: what returns the focus
 * meanwhile, such as a form that closes, cannot take it away.
 */
function SearchBox({ onClose }: { onClose: () => void }) {
  const [Results, setResults] = useState(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  const [query, setQuery] = useState('');
  const [picking, setPicking] = useState<Picking>();
  const [active, setActive] = useState<string>();
  const keys = useRef<Keys>({ waiting: [] }).current;
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useReturnFocus();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    input.current?.focus();
    return () => shown?.close();
  }, []);
  const fetchResults = () => {
    setFailed(false);
    load().then(
      () => setResults(() => loaded),
      () => setFailed(true),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!loaded) fetchResults();
  }, []);

  const onKeyDown = (event: ReactKeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return;
    if (key === 'Backspace' && query === '') setPicking(undefined);
    if (key === 'Escape') onClose();
    else if (!listKeys.includes(key)) return;
    else if (keys.heard) keys.heard(key);
    else keys.waiting.push(key);
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search everything"
      onCancel={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.box}>
        {picking && <span className={styles.picking}>{picking.label}</span>}
        <input
          ref={input}
          className={styles.input}
          value={query}
          onChange={({ target }) => {
            // What follows an Enter that waits is not part of what it confirms.
            if (keys.waiting.includes('Enter')) return;
            keys.waiting.length = 0;
            setQuery(target.value);
          }}
          onKeyDown={onKeyDown}
          placeholder={
            picking ? 'Name, number, telephone or reference' : 'Search, or type what you want to do'
          }
          role="combobox"
          aria-label={picking ? picking.label : 'Search everything'}
          aria-expanded
          aria-controls={RESULTS_ID}
          aria-autocomplete="list"
          aria-activedescendant={active}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      {Results ? (
        <Results
          {...{ query, setQuery, picking, setPicking, keys, setActive, onClose }}
          key={picking?.act}
        />
      ) : (
        <p className={styles.note} role="status">
          {hasFailed ? (
            <>
              The search could not be loaded.{' '}
              <button type="button" onClick={fetchResults}>
                Try again
              </button>
            </>
          ) : (
            'Loading…'
          )}
        </p>
      )}
    </dialog>
  );
}
