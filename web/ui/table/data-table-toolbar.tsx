import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { FilterIcon, SearchIcon } from '@blueprintjs/icons';
import { isIsoDate } from '@nimule/core/kernel/dates';
import { MAX_SEARCH } from '@nimule/core/kernel/paging';
import { type ReactNode, useId, useRef, useState } from 'react';
import { DateInput } from '../form/date-input.tsx';
import styles from './data-table-toolbar.module.css';
import type { ListState } from './list-state.ts';

interface DataTableToolbarProps {
  list: ListState;
  search: string | undefined;
  tools: ReactNode;
}

export function DataTableToolbar({ list, search, tools }: DataTableToolbarProps) {
  const { filters } = list;
  if (!search && filters.length === 0 && !tools) return null;
  return (
    <div className={styles.toolbar}>
      {search && (
        <search className={styles.search}>
          <InputGroup
            type="search"
            leftIcon={<SearchIcon />}
            placeholder={search}
            aria-label={search}
            maxLength={MAX_SEARCH}
            value={list.searchText}
            onChange={(event) => list.setSearchText(event.target.value)}
          />
        </search>
      )}
      <Filters list={list} />
      {tools && <div className={styles.tools}>{tools}</div>}
    </div>
  );
}

/** As many filters as a phone shows in one line; more are behind a button there. */
const LINE_OF_A_PHONE = 2;

function Filters({ list }: { list: ListState }) {
  const filters = list.filters.filter(({ name, onlyIfSet }) => !onlyIfSet || list.chosen[name]);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isMany = filters.length > LINE_OF_A_PHONE;
  const used = filters.filter(({ name, options }) => {
    const value = list.chosen[name] ?? '';
    return value !== (options?.[0]?.value ?? '') && value !== '';
  }).length;
  return (
    <>
      {isMany && (
        <Button
          className={styles.filtersButton ?? ''}
          icon={<FilterIcon />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {used === 0 ? 'Filters' : `Filters (${used})`}
        </Button>
      )}
      <div id={id} className={`${styles.filters} ${isMany && !isOpen ? styles.folded : ''}`}>
        {filters.map((filter) =>
          filter.options ? (
            <HTMLSelect
              key={filter.name}
              className={styles.filter ?? ''}
              aria-label={filter.label}
              title={filter.label}
              value={list.chosen[filter.name] ?? ''}
              onChange={(event) => list.setFilter(filter.name, event.target.value)}
              options={[...filter.options]}
            />
          ) : (
            <DateFilter
              key={filter.name}
              label={filter.label}
              value={list.chosen[filter.name] ?? ''}
              onChange={(value) => list.setFilter(filter.name, value)}
            />
          ),
        )}
      </div>
    </>
  );
}

interface DateFilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Applies the filter when the input is a valid date or empty. */
function DateFilter({ label, value, onChange }: DateFilterProps) {
  const [typed, setTyped] = useState(value);
  const shown = useRef(value);
  if (value !== shown.current) {
    shown.current = value;
    setTyped(value);
  }
  return (
    <DateInput
      label={label}
      aria-label={label}
      placeholder={label}
      className={styles.dateFilter ?? ''}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if ((next !== '' && !isIsoDate(next)) || next === value) return;
        shown.current = next;
        onChange(next);
      }}
    />
  );
}
