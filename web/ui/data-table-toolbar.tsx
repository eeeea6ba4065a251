import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { MAX_SEARCH } from '@nimule/core/kernel/paging';
import type { ReactNode } from 'react';
import styles from './data-table.module.css';
import type { ListState } from './list-state.ts';

export interface TableFilter {
  /** Its name in the list state and in the address. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

interface DataTableToolbarProps {
  list: ListState;
  search: string | undefined;
  filters: readonly TableFilter[];
  tools: ReactNode;
}

export function DataTableToolbar({ list, search, filters, tools }: DataTableToolbarProps) {
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
      {filters.map((filter) => (
        <HTMLSelect
          key={filter.name}
          className={styles.filter ?? ''}
          aria-label={filter.label}
          title={filter.label}
          value={list.filters[filter.name] ?? ''}
          onChange={(event) => list.setFilter(filter.name, event.target.value)}
          options={[...filter.options]}
        />
      ))}
      {tools && <div className={styles.tools}>{tools}</div>}
    </div>
  );
}
