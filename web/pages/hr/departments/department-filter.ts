import type { FilterDefinition } from '../../../ui/table/filters.ts';

/** Filter of a list by department; undefined while they are loading, when a bookmarked one is kept. */
export function departmentFilter(
  departments: readonly { id: number; name: string }[] | undefined,
): FilterDefinition {
  const shown = departments ?? [];
  return {
    label: 'Department',
    all: 'All departments',
    options: shown.map(({ id }) => String(id)),
    labels: Object.fromEntries(shown.map(({ id, name }) => [id, name])),
    takesAny: true,
  };
}
