import type { AccessRouter } from '@nimule/core/access/schema-routers';
import { useRead } from '../../../client/use-read.ts';
import type { FilterDefinition } from '../../../ui/table/filters.ts';

/** The routers, for filters and for what each of them applies; a company has few. */
export function useRouters(): readonly AccessRouter[] | undefined {
  return useRead('listRouters', { query: { sort: 'name', pageSize: 100 } }).data?.rows;
}

/** Filter by router. */
export function routerFilter(routers: readonly AccessRouter[] = []): FilterDefinition {
  return {
    label: 'Router',
    all: 'All routers',
    options: routers.map(({ id }) => String(id)),
    labels: Object.fromEntries(routers.map(({ id, name }) => [String(id), name])),
    takesAny: true,
  };
}
