import type { Page } from '@nimule/core/kernel/paging';
import type { CallInput, CallOutput, ListOperation, ReadOperation } from './call.ts';
import { type Reading, type ReadOptions, useRead } from './use-read.ts';

/** Query of a list, as kept in the URL by `ui/table/list-state`. */
export interface ListQuery {
  filter: Record<string, string | undefined>;
  sort: string;
  page: number;
  pageSize: number;
}

type RowOf<O extends ListOperation> = CallOutput<O> extends Page<infer T> ? T : never;
type Read = (operation: string, input: unknown, options: ReadOptions) => Reading<Page<unknown>>;

/**
 * Reads one page of a list, and the total once per filter instead of once per page (an exact count costs more than the
 * page). `more` adds fixed query fields, such as the customer of a statement; `params` are those of the path; `pollMs`
 * reads the page again at this interval.
 */
export function useList<O extends ListOperation & ReadOperation>(
  operation: O,
  list: ListQuery,
  more?: CallInput<O> extends { query?: infer Q } ? Partial<Q> : never,
  params?: CallInput<O> extends { params: infer P } ? P : never,
  { pollMs }: Pick<ReadOptions, 'pollMs'> = {},
): Reading<Page<RowOf<O>>> {
  const read = useRead as unknown as Read;
  const filter = { ...list.filter, ...(more as object | undefined) };
  const rows = read(
    operation,
    {
      ...(params && { params }),
      query: { ...filter, sort: list.sort, page: list.page, pageSize: list.pageSize },
    },
    { keepPrevious: true, ...(pollMs === undefined ? {} : { pollMs }) },
  );
  const count = read(
    operation,
    { ...(params && { params }), query: { ...filter, page: 1, pageSize: 1, total: '1' } },
    { keepPrevious: true },
  );
  const data = rows.data && { rows: rows.data.rows, total: count.data?.total };
  return {
    ...rows,
    data: data as Page<RowOf<O>> | undefined,
    refresh: () => {
      rows.refresh();
      count.refresh();
    },
  };
}
