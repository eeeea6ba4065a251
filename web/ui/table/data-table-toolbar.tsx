import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { MAX_SEARCH } from '@nimule/core/kernel/paging';
import { type ReactNode, useContext, useId } from 'react';
import { createPortal } from 'react-dom';
import { PHONE, useMedia } from '../media.ts';
import { InPageMenu, SearchPlace, ToolsPlace, useMyPlace } from '../phone-places.tsx';
import styles from './data-table-toolbar.module.css';
import { FilterBar } from './filter-bar.tsx';
import { defaultOf } from './filters.ts';
import type { ListState } from './list-state.ts';
import { ViewsMenu } from './views.ts';

export interface DataTableToolbarProps {
  list: ListState;
  /** Placeholder of the search input; without it there is no search. */
  search?: string | undefined;
  /** Buttons at the end: Export, Import. On a phone they are in the menu of the page. */
  tools?: ReactNode;
  /** The primary button, after the tools; it stays a button on a phone. */
  add?: ReactNode;
  /** Accessible name of the list. */
  label: string;
}

/** Search, filters and buttons of a list. */
export function DataTableToolbar({ list, search, tools, add, label }: DataTableToolbarProps) {
  const Views = useContext(ViewsMenu);
  // A phone has no room for it above the first record; the links of views open there too.
  const isPhone = useMedia(PHONE);
  const views = Views && !isPhone && list.filters.length > 0 && <Views list={list} label={label} />;
  const above = useMyPlace(SearchPlace, search !== undefined);
  const menu = useMyPlace(ToolsPlace, Boolean(tools));
  const box = search && <SearchBox list={list} placeholder={search} />;
  const inBar = list.filters.filter((filter) => filter.inBar);
  const others = list.filters.filter((filter) => !filter.inBar);
  const isHere = above === undefined && box;
  const toolsHere = menu === undefined && tools;
  return (
    <>
      {above && createPortal(<div className={styles.above}>{box}</div>, above)}
      {menu && createPortal(<InPageMenu.Provider value={true}>{tools}</InPageMenu.Provider>, menu)}
      {(isHere || list.filters.length > 0 || toolsHere || add || views) && (
        <div className={styles.toolbar}>
          {isHere}
          {inBar.map((filter) => (
            <NamedSelect
              key={filter.name}
              label={filter.label}
              value={list.chosen[filter.name] ?? ''}
              options={filter.options ?? []}
              isSet={list.chosen[filter.name] !== defaultOf(filter)}
              onChange={(value) => list.setFilter(filter.name, value)}
            />
          ))}
          {(others.length > 0 || views) && <FilterBar list={list} filters={others} views={views} />}
          {(toolsHere || add) && (
            <div className={styles.tools}>
              {toolsHere}
              {add}
            </div>
          )}
        </div>
      )}
    </>
  );
}

function SearchBox({ list, placeholder }: { list: ListState; placeholder: string }) {
  return (
    <search className={styles.search}>
      <InputGroup
        type="search"
        leftIcon={<SearchIcon />}
        placeholder={placeholder}
        aria-label={placeholder}
        maxLength={MAX_SEARCH}
        value={list.searchText}
        onChange={(event) => list.setSearchText(event.target.value)}
      />
    </search>
  );
}

interface NamedSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Other than the default. */
  isSet?: boolean;
  onChange: (value: string) => void;
}

/** 'Status: Active', a select as wide as its longest option. */
export function NamedSelect({ label, value, options, isSet = false, onChange }: NamedSelectProps) {
  const id = useId();
  return (
    <label htmlFor={id} className={`${styles.named} ${isSet ? styles.set : ''}`}>
      <span>{label}:</span>
      <HTMLSelect
        id={id}
        minimal
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[...options]}
      />
    </label>
  );
}
