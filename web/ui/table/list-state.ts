import type { Page, SortText } from '@nimule/core/kernel/paging';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { defaultOf, type TableFilter } from './filters.ts';

export const SEARCH_DELAY_MS = 250;
export const PAGE_SIZES = [25, 50, 100] as const;

export type SortDirection = 'ascending' | 'descending';

export interface ListOptions<C extends string> {
  /** From `defineFilters`. */
  filters?: readonly TableFilter[];
  /** Sortable columns; default: the initial one. */
  sorts?: readonly C[];
  /** Initial sort, '-column' for descending. */
  sort: SortText<C>;
  pageSize?: number;
  /** Prefix of the URL parameters, for two lists on one screen. */
  prefix?: string;
}

export interface ListState<C extends string = string> {
  searchText: string;
  setSearchText: (text: string) => void;
  filters: readonly TableFilter[];
  /** Current values of the filters, by name. */
  chosen: Readonly<Record<string, string>>;
  setFilter: (name: string, value: string) => void;
  sort: SortText<C>;
  /** Sorts in direction `first` (default ascending), the second time in the other. */
  sortBy: (column: string, first?: SortDirection) => void;
  page: number;
  setPage: (page: number) => void;
  pageSize: number;
  setPageSize: (size: number) => void;
  /** Query for the server: search and filters that are not 'all'. */
  filter: Record<string, string | undefined>;
  isFiltered: boolean;
  /** Of search and filters. */
  clear: () => void;
  clearFilters: (names: readonly string[]) => void;
  /** What is chosen, as in the address, without prefix and page: 'q=wau&status=Active'; '' for the list as it opens. */
  query: string;
  /** Chooses what a `query` says, and the default of what it does not name. */
  showQuery: (query: string) => void;
}

const NONE: readonly TableFilter[] = [];

function chosenOf(filter: TableFilter, text: string | null): string {
  if (filter.takesAny) return text ?? '';
  // An old bookmark may have a value that is no longer offered.
  const isOffered = filter.options?.some(({ value }) => value === text);
  return text !== null && isOffered ? text : defaultOf(filter);
}

function columnOf(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : sort;
}

function wholeFrom(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback;
}

/**
 * Search, filters, sort and page of a list, kept in the URL so that a view can be bookmarked. The search is debounced;
 * a changed search, filter, sort or page size goes back to page 1.
 */
export function useListState<const C extends string = string>(
  options: ListOptions<C>,
): ListState<C> {
  const {
    sort: firstSort,
    sorts = [columnOf(firstSort)],
    pageSize: firstSize = PAGE_SIZES[0],
    prefix = '',
    filters = NONE,
  } = options;
  const [params, setParams] = useSearchParams();
  const read = (name: string) => params.get(prefix + name);

  const write = useCallback(
    (changes: Record<string, string | undefined>, replace = false) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') next.delete(prefix + name);
            else next.set(prefix + name, value);
          }
          return next;
        },
        { replace },
      );
    },
    [setParams, prefix],
  );

  const q = read('q') ?? '';
  const [searchText, setSearchText] = useState(q);
  const written = useRef(q);
  /** Own texts that the URL does not have yet: the router takes them over in a transition, while one types on. */
  const underWay = useRef<string[]>([]);
  const latestWrite = useRef(write);
  latestWrite.current = write;
  useEffect(() => {
    const at = underWay.current.indexOf(q);
    underWay.current = q === written.current || at < 0 ? [] : underWay.current.slice(at + 1);
    if (q === written.current || at >= 0) return;
    // The URL was changed by back, forward or a link.
    written.current = q;
    setSearchText(q);
  }, [q]);
  useEffect(() => {
    const text = searchText.trim();
    if (text === written.current) return;
    const timer = setTimeout(() => {
      written.current = text;
      underWay.current.push(text);
      latestWrite.current({ q: text, page: undefined }, true);
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [searchText]);

  const values = Object.fromEntries(
    filters.map((filter) => [filter.name, chosenOf(filter, read(filter.name))]),
  );
  const signature = JSON.stringify([q, values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the signature stands for q and the values
  const filter = useMemo(() => {
    const asked: Record<string, string | undefined> = q ? { q } : {};
    for (const [name, value] of Object.entries(values)) {
      if (value !== '' && value !== 'all') asked[name] = value;
    }
    return asked;
  }, [signature]);

  const wanted = read('sort') ?? firstSort;
  const isOffered = (sorts as readonly string[]).includes(columnOf(wanted));
  const sort = isOffered ? (wanted as SortText<C>) : firstSort;
  const kept = ['q', ...filters.map(({ name }) => name), 'sort', 'size'];
  const defaults = Object.fromEntries(filters.map((filter) => [filter.name, defaultOf(filter)]));
  return {
    searchText,
    setSearchText,
    filters,
    chosen: values,
    setFilter: (name, value) =>
      write({ [name]: value === defaults[name] ? undefined : value, page: undefined }),
    sort,
    sortBy: (column, first = 'ascending') => {
      const [one, other] = first === 'ascending' ? [column, `-${column}`] : [`-${column}`, column];
      const next = sort === one ? other : one;
      write({ sort: next === firstSort ? undefined : next, page: undefined });
    },
    page: wholeFrom(read('page'), 1, 1_000_000),
    setPage: (page) => write({ page: page === 1 ? undefined : String(page) }),
    pageSize: wholeFrom(read('size'), firstSize, 1000),
    setPageSize: (size) =>
      write({ size: size === firstSize ? undefined : String(size), page: undefined }),
    filter,
    isFiltered: q !== '' || filters.some(({ name }) => values[name] !== defaults[name]),
    query: new URLSearchParams(
      kept.flatMap((name) => {
        const value = read(name);
        return value === null ? [] : [[name, value]];
      }),
    ).toString(),
    showQuery: (query) => {
      const asked = new URLSearchParams(query);
      const text = asked.get('q') ?? '';
      written.current = text;
      setSearchText(text);
      write({
        page: undefined,
        ...Object.fromEntries(kept.map((name) => [name, asked.get(name) ?? undefined])),
      });
    },
    clearFilters: (names) =>
      write({ page: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
    clear: () => {
      written.current = '';
      setSearchText('');
      write({
        q: undefined,
        page: undefined,
        ...Object.fromEntries(filters.map(({ name }) => [name, undefined])),
      });
    },
  };
}

/** The page of a list that the server sends whole. */
export function pageOf<T>(rows: readonly T[], { page, pageSize }: ListState): Page<T> {
  const first = (page - 1) * pageSize;
  return { rows: rows.slice(first, first + pageSize), total: rows.length };
}
