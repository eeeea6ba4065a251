import { Callout, MenuItem, Spinner } from '@blueprintjs/core';
import { type ItemListRendererProps, type ItemRendererProps, Omnibar } from '@blueprintjs/select';
import { MAX_SEARCH } from '@nimule/core/kernel/paging';
import { Fragment, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRead } from '../../client/use-read.ts';
import { useMay } from '../../ui/allowed.tsx';
import { SEARCH_DELAY_MS } from '../../ui/table/list-state.ts';
import { useIsEmployee } from '../use-is-employee.ts';
import { placesFor, recordsIn } from './entries.tsx';
import type { Entry } from './record-entries.tsx';
import './omnibar.css';
import styles from './search-dialog.module.css';

const LIST_ID = 'search-results';
const optionId = (entry: Entry) => `${LIST_ID}-${entry.id.replaceAll(' ', '-')}`;

/** Entries are already filtered. A constant function: a new one would reset the active item. */
const unfiltered = (_query: string, items: Entry[]) => items;

/** The text after typing has paused. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

function renderEntry(entry: Entry, { handleClick, handleFocus, modifiers }: ItemRendererProps) {
  if (!modifiers.matchesPredicate) return null;
  return (
    <MenuItem
      key={entry.id}
      id={optionId(entry)}
      roleStructure="listoption"
      active={modifiers.active}
      icon={entry.icon}
      text={entry.label}
      {...(entry.detail ? { labelElement: entry.detail } : {})}
      onClick={handleClick}
      onFocus={handleFocus}
      className={styles.entry ?? ''}
    />
  );
}

interface SearchDialogProps {
  onClose: () => void;
}

export function SearchDialog({ onClose }: SearchDialogProps) {
  const may = useMay();
  const isEmployee = useIsEmployee();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState<Entry | null>(null);
  const q = query.trim();
  const searched = useDebounced(q);
  const found = useRead('searchEverything', { query: { q: searched } }, { when: searched !== '' });
  // Only results of the current text, so that Enter never opens a result of an earlier one.
  const records = q !== '' && searched === q ? found.data : undefined;
  const entries = useMemo(
    () => [...(records ? recordsIn(records) : []), ...placesFor(may, q, isEmployee)],
    [records, may, q, isEmployee],
  );
  const isWaiting = q !== '' && (searched !== q || found.isLoading);
  const shownActive = entries.find(({ id }) => id === active?.id) ?? entries[0] ?? null;

  const renderList = ({ renderItem, items, itemsParentRef }: ItemListRendererProps<Entry>) => (
    <div className={styles.results}>
      {found.error && searched === q && (
        <Callout intent="danger" compact>
          {found.error.message}
        </Callout>
      )}
      <ul
        id={LIST_ID}
        ref={itemsParentRef}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox
        role="listbox"
        aria-label="Results"
        className={`bp6-menu ${styles.list}`}
      >
        {items.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry.group !== items[index - 1]?.group && (
              <li role="presentation" className={styles.group}>
                {entry.group}
              </li>
            )}
            {renderItem(entry, index)}
          </Fragment>
        ))}
      </ul>
      <p role="status" className={items.length > 0 ? 'visually-hidden' : styles.note}>
        {isWaiting
          ? 'Searching…'
          : items.length === 0
            ? 'Nothing found'
            : `${items.length} results`}
      </p>
    </div>
  );

  return (
    <Omnibar<Entry>
      isOpen
      onClose={onClose}
      query={query}
      onQueryChange={setQuery}
      items={entries}
      itemListPredicate={unfiltered}
      itemRenderer={renderEntry}
      itemListRenderer={renderList}
      itemsEqual="id"
      activeItem={shownActive}
      onActiveItemChange={setActive}
      onItemSelect={(entry) => {
        onClose();
        void navigate(entry.to);
      }}
      overlayProps={{ className: styles.overlay ?? '' }}
      inputProps={{
        placeholder: 'Search customers, invoices, tickets, orders, equipment…',
        maxLength: MAX_SEARCH,
        role: 'combobox',
        'aria-label': 'Search everything',
        'aria-expanded': true,
        'aria-controls': LIST_ID,
        'aria-autocomplete': 'list',
        ...(shownActive ? { 'aria-activedescendant': optionId(shownActive) } : {}),
        ...(isWaiting
          ? { rightElement: <Spinner size={16} className={styles.spinner ?? ''} /> }
          : {}),
      }}
    />
  );
}
