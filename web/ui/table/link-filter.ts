import type { FilterDefinition } from './filters.ts';

/** A filter that only a link from a record sets, with the name of that record as its only option. */
export function linkFilter(
  label: string,
  id: string | null,
  name: string | undefined,
): FilterDefinition {
  return {
    label,
    options: id === null ? [] : [id],
    labels: { [id ?? '']: name ?? 'Loading…' },
    takesAny: true,
    onlyIfSet: true,
  };
}
