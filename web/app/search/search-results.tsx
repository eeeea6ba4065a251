import { Callout, MenuItem } from '@blueprintjs/core';
import { MAX_SEARCH } from '@nimule/core/kernel/paging';
import { recordKinds } from '@nimule/core/reports/kinds/schema';
import { Fragment, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useStoredUser } from '../../client/session.ts';
import { useRead } from '../../client/use-read.ts';
import { useMay } from '../../ui/allowed.tsx';
import { SEARCH_DELAY_MS } from '../../ui/table/list-state.ts';
import { type ActName, acts } from '../acts/acts.ts';
import { doOwnAct } from '../acts/own-acts.ts';
import { recentActs, rememberAct } from '../acts/recent-acts.ts';
import { useIsEmployee } from '../use-is-employee.ts';
import { inOrder, isBest, recordsIn, withRecent } from './order.ts';
import { placesFor } from './places.tsx';
import { type Entry, entriesOf } from './record-entries.tsx';
import styles from './results.module.css';
import { RESULTS_ID, type SearchResultsProps } from './results-props.ts';

const optionId = (entry: Entry) => `${RESULTS_ID}-${entry.id.replaceAll(' ', '-')}`;

/** The text after typing has paused, or at once. */
function useDebounced(text: string, atOnce: boolean): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), atOnce ? 0 : SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text, atOnce]);
  return debounced;
}

/** What a search finds, in order, and what of it is still awaited. */
function useFound(q: string, atOnce: boolean, picking: ActName | undefined) {
  const may = useMay();
  const isEmployee = useIsEmployee();
  const searched = useDebounced(q, atOnce);
  const found = useRead('searchEverything', { query: { q: searched } }, { when: searched !== '' });
  // Only results of the current text, so that Enter never opens a result of an earlier one.
  const records = q !== '' && searched === q ? found.data : undefined;
  const places = useMemo(
    () => (picking ? [] : placesFor(may, q, isEmployee)),
    [picking, may, q, isEmployee],
  );
  const userId = useStoredUser()?.id ?? 0;
  const recent = useMemo(() => recentActs(userId), [userId]);
  const entries = useMemo((): Entry[] => {
    const picked = picking && acts[picking].pick;
    if (picked) return records ? entriesOf(picked.kind, records) : [];
    const all = inOrder(places, records ? recordsIn(records, q) : []);
    return q === '' ? withRecent(all, recent) : all;
  }, [picking, places, records, q, recent]);
  return {
    entries,
    hasBest: places.some(isBest),
    isWaiting: q !== '' && (searched !== q || (!found.data && !found.error)),
    error: searched === q ? found.error : undefined,
  };
}

/** The address of a record that an act asked for. */
function addressFor(act: ActName, to: string): string {
  const query = new URLSearchParams(acts[act].pick?.with);
  return query.size === 0 ? to : `${to}&${query}`;
}

/** The results of the search, and what its keys do. */
export function SearchResults({
  query,
  setQuery,
  picking,
  setPicking,
  keys,
  setActive,
  onClose,
}: SearchResultsProps) {
  const navigate = useNavigate();
  const userId = useStoredUser()?.id ?? 0;
  const q = query.trim().slice(0, MAX_SEARCH);
  const picked = picking?.act as ActName | undefined;
  /** The text for which Enter was pressed before its results were there. */
  const [confirmed, setConfirmed] = useState<string>();
  const isConfirmed = confirmed === q;
  const { entries, hasBest, isWaiting, error } = useFound(q, isConfirmed, picked);
  /** The result chosen with the arrow keys, for the text it was chosen for. */
  const [chosen, setChosen] = useState<{ q: string; id: string }>();
  const chosenEntry = chosen?.q === q ? entries.find(({ id }) => id === chosen.id) : undefined;
  const shown = chosenEntry ?? entries[0];

  const open = (entry: Entry) => {
    const act = entry.act && acts[entry.act];
    if (entry.group !== 'Help' && (act || entry.id.startsWith('screen ')))
      rememberAct(userId, entry.id);
    if (entry.act && act?.pick) {
      setQuery('');
      setPicking({ act: entry.act, label: act.label });
      return;
    }
    onClose();
    if (act?.own) doOwnAct(act.own);
    else if (entry.to) void navigate(picked ? addressFor(picked, entry.to) : entry.to);
  };
  const confirm = () => {
    // A name that fits exactly, and what was chosen by the arrow keys, wait for no answer.
    if (shown && (chosenEntry || hasBest || !isWaiting)) open(shown);
    else if (isWaiting) setConfirmed(q);
  };
  const move = (by: number) => {
    const at = shown ? entries.indexOf(shown) : -1;
    const next = entries[(at + by + entries.length) % entries.length];
    if (next) setChosen({ q, id: next.id });
  };
  const [, countKey] = useState(0);
  const press = (key: string) => (key === 'Enter' ? confirm() : move(key === 'ArrowUp' ? -1 : 1));

  // Each key sees what the one before it has changed: one at a time.
  useLayoutEffect(() => {
    keys.heard = press;
    const key = keys.waiting.shift();
    if (key !== undefined) {
      press(key);
      countKey((count) => count + 1);
    }
    return () => {
      delete keys.heard;
    };
  });
  const isAnswered = isConfirmed && !isWaiting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the results of the text are there
  useEffect(() => {
    if (!isAnswered) return;
    setConfirmed(undefined);
    if (shown) open(shown);
  }, [isAnswered]);

  const activeId = shown && optionId(shown);
  useEffect(() => {
    setActive(activeId);
    const option = activeId && document.getElementById(activeId);
    if (option) option.scrollIntoView?.({ block: 'nearest' });
  }, [activeId, setActive]);

  const status = isWaiting
    ? isConfirmed
      ? 'Searching… then the first result opens.'
      : 'Searching…'
    : entries.length > 0
      ? `${entries.length} results`
      : picked && q === ''
        ? `Type which ${headingOf(picked)}.`
        : 'Nothing found';
  return (
    <div className={styles.results}>
      {error && (
        <Callout intent="danger" compact>
          {error.message}
        </Callout>
      )}
      <ul
        id={RESULTS_ID}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
        role="listbox"
        aria-label="Results"
        className={`bp6-menu ${styles.list}`}
        // The keyboard stays in the box.
        onMouseDown={(event) => event.preventDefault()}
      >
        {entries.map((entry, index) => (
          <Fragment key={`${entry.group} ${entry.id}`}>
            {entry.group !== entries[index - 1]?.group && (
              <li role="presentation" className={styles.group}>
                {entry.group}
              </li>
            )}
            <MenuItem
              id={optionId(entry)}
              roleStructure="listoption"
              active={entry === shown}
              tabIndex={-1}
              icon={entry.icon}
              text={entry.label}
              {...(entry.detail ? { labelElement: entry.detail } : {})}
              onClick={() => open(entry)}
              className={styles.entry ?? ''}
            />
          </Fragment>
        ))}
      </ul>
      <p role="status" className={entries.length > 0 ? 'visually-hidden' : styles.note}>
        {status}
      </p>
    </div>
  );
}

/** 'customer', 'receipt': what an act asks for. */
function headingOf(act: ActName): string {
  const kind = acts[act].pick?.kind ?? 'customer';
  return recordKinds[kind].search.heading.toLowerCase().replace(/s$/, '');
}
