import type { IsoDate } from '@nimule/core/kernel/dates';
import type { Ticket } from '@nimule/core/support/schema';

type Visit = Pick<Ticket, 'visitDate' | 'customerLocation'>;

const NO_LOCATION = 'No location';

/** Visits until this day, overdue ones included, and those after it. */
export function visitsUntil<T extends Visit>(
  visits: readonly T[],
  day: IsoDate,
): { now: T[]; later: T[] } {
  const isNow = ({ visitDate }: T) => visitDate !== null && visitDate <= day;
  return { now: visits.filter(isNow), later: visits.filter((visit) => !isNow(visit)) };
}

/** Visits by location in order of the names, those without one last; within a location in the given order. */
export function byLocation<T extends Visit>(visits: readonly T[]): [location: string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const visit of visits) {
    const location = visit.customerLocation ?? NO_LOCATION;
    groups.set(location, [...(groups.get(location) ?? []), visit]);
  }
  return [...groups].sort(([a], [b]) =>
    a === NO_LOCATION ? 1 : b === NO_LOCATION ? -1 : a.localeCompare(b),
  );
}
