import { foldForSearch } from '@nimule/core/kernel/search';
import { searchedKinds } from '@nimule/core/reports/kinds/schema';
import type { SearchAnswer } from '@nimule/core/reports/schema';
import type { Place } from './places.tsx';
import { type Entry, entriesOf, type RecordEntry } from './record-entries.tsx';

/** Before the others: what is named exactly, customers, then receipts with this reference, of which also invoices are found. */
function rankOf({ kind, names }: RecordEntry, q: string): number {
  const folded = names.map(foldForSearch);
  if (folded.includes(q)) return 0;
  if (kind === 'customer') return 1;
  return kind === 'payment' && folded.some((name) => name.includes(q)) ? 2 : 3;
}

/** Entries for the records found by the server, those of which a number or the reference is the search itself first. */
export function recordsIn(found: SearchAnswer, query: string): Entry[] {
  const q = foldForSearch(query);
  return searchedKinds
    .flatMap((kind): RecordEntry[] => entriesOf(kind, found))
    .map((entry) => ({ entry, rank: rankOf(entry, q) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

/** Names that fit as a whole stand before the records. */
export const isBest = ({ fit }: Place) => fit <= 1;

/** All results: what was named exactly, records, then what fits by its words. */
export function inOrder(places: readonly Place[], records: readonly Entry[]): Entry[] {
  return [
    ...places.filter(isBest).map(({ entry }) => ({ ...entry, group: 'Best match' as const })),
    ...records,
    ...places.filter((place) => !isBest(place)).map(({ entry }) => entry),
  ];
}

/** The results of an empty box: what was chosen last, then all. */
export function withRecent(entries: readonly Entry[], recent: readonly string[]): Entry[] {
  const chosen = recent.flatMap((id) => entries.filter((entry) => entry.id === id));
  return [
    ...chosen.map((entry) => ({ ...entry, group: 'Recent' as const })),
    ...entries.filter((entry) => !chosen.includes(entry)),
  ];
}
