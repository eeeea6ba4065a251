import { z } from 'zod';
import { optionalText, wholeNumber, yesNo } from './text.ts';

/** The maximum page size of every list. */
export const MAX_PAGE_SIZE = 1000;

/** The maximum length of a search text. */
export const MAX_SEARCH = 200;

/** A column that a list can be sorted by, '-column' for descending. */
export type SortText<C extends string> = C | `-${C}`;

/** The query of every list: ?page=&pageSize=&sort=&q=&total=1, sorted by one of its columns. */
export function pagingQuery<const C extends string>(columns: readonly [C, ...C[]]) {
  const sorts = columns.flatMap((column): SortText<C>[] => [column, `-${column}`]);
  return z.object({
    page: wholeNumber('The page', 1, 1_000_000).optional(),
    pageSize: wholeNumber('The page size', 1, MAX_PAGE_SIZE).optional(),
    sort: z.enum(sorts).optional(),
    q: optionalText('The search', MAX_SEARCH).optional(),
    total: yesNo.optional(),
  });
}

/** File formats of list exports. */
export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export type Paging = Pick<z.output<ReturnType<typeof pagingQuery>>, 'page' | 'pageSize'>;

/** One page of rows; `total` is present when it was requested, `more` when rows are known to follow. */
export interface Page<T> {
  rows: T[];
  total?: number;
  more?: true;
}

export function limitOf(paging: Paging): { limit: number; offset: number } {
  const limit = paging.pageSize ?? MAX_PAGE_SIZE;
  return { limit, offset: ((paging.page ?? 1) - 1) * limit };
}

/** The query for the one row behind a page. */
export function rowBehind<Q extends Paging & { total?: boolean | undefined }>(query: Q): Q {
  const { limit, offset } = limitOf(query);
  return { ...query, pageSize: 1, page: offset + limit + 1, total: undefined };
}

export interface Sort<C extends string> {
  column: C;
  descending: boolean;
}

/** Parses a `sort` that the list's query has already validated. */
export function sortOf<C extends string>(
  sort: SortText<C> | undefined,
  fallback: Sort<NoInfer<C>>,
): Sort<C> {
  if (!sort) return fallback;
  const descending = sort.startsWith('-');
  return { column: (descending ? sort.slice(1) : sort) as C, descending };
}
