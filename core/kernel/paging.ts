import { z } from 'zod';
import { optionalText, wholeNumber, yesNo } from './text.ts';

/** No list answers more rows than this at once. */
export const MAX_PAGE_SIZE = 1000;

/** What every list takes: ?page=&pageSize=&sort=&q=&total=1 (`sort` is a column, '-column' descending). */
export const pagingQuery = z.object({
  page: wholeNumber('The page', 1, 1_000_000).optional(),
  pageSize: wholeNumber('The page size', 1, MAX_PAGE_SIZE).optional(),
  sort: z.string().max(60).optional(),
  q: optionalText('The search', 200).optional(),
  total: yesNo.optional(),
});

export type Paging = z.output<typeof pagingQuery>;

/** One page of rows; `total` is there when it was asked for. */
export interface Page<T> {
  rows: T[];
  total?: number;
}

export function limitOf(paging: Paging): { limit: number; offset: number } {
  const limit = paging.pageSize ?? MAX_PAGE_SIZE;
  return { limit, offset: ((paging.page ?? 1) - 1) * limit };
}

export interface Sort<C extends string> {
  column: C;
  descending: boolean;
}

/** Reads `sort` against the columns a list allows; anything else falls back, so an old bookmark still opens. */
export function sortOf<C extends string>(
  sort: string | undefined,
  allowed: readonly C[],
  fallback: Sort<C>,
): Sort<C> {
  if (!sort) return fallback;
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const column = allowed.find((candidate) => candidate === name);
  return column ? { column, descending } : fallback;
}
