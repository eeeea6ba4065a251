import type { FilterDefinition } from './filters.ts';

/** A filter that is set by a link from a record, with the name of that record as its only option. */
export function linkFilter(
  label: string,
  all: string,
  id: string | null,
  name: string | undefined,
): FilterDefinition {
  const options = id === null ? [] : [id];
  return { label, all, options, labels: { [id ?? '']: name ?? 'Loading…' }, takesAny: true };
}
