import { formatDate, type IsoDate } from '../../kernel/dates.ts';
import type { ItemFinder } from './rules.ts';
import type { ImportedCount } from './schema.ts';

/** What the books hold of an item that was counted. */
export interface CountedItem {
  id: number;
  equipmentId: string;
  onHand: number;
  reserved: number;
  /** Serial numbers in stock. */
  serials: number;
  /** The latest day on which units came or went; null before the first. */
  lastMoved: IsoDate | null;
}

/** A line of a count that an earlier file has brought, and that was neither refused nor cancelled. */
export interface KnownLine {
  equipmentId: number;
  date: IsoDate;
  counted: number;
}

export interface CountFacts {
  today: IsoDate;
  find: ItemFinder;
  items: ReadonlyMap<number, CountedItem>;
  known: readonly KnownLine[];
}

export type CountFate =
  | { problem: string }
  | { equipmentId: number; date: IsoDate; counted: number; isKnown: boolean; difference: number };

/** The id of the item that a row of a count means, or why there is none. */
export function itemCounted(text: string, find: ItemFinder): { id: number } | { problem: string } {
  const coded = find.byCode(text);
  if (coded) return { id: coded.id };
  const named = find.byName(text);
  if (named.length > 1) return { problem: 'item: Several items have this name: give the SKU.' };
  const [only] = named;
  return only
    ? { id: only.id }
    : { problem: `item: There is no item ${text}. Import the items first.` };
}

const keyOf = ({ equipmentId, date, counted }: KnownLine) => `${equipmentId} ${date} ${counted}`;

/**
 * What becomes of the rows of a count: its quantity against what is on hand. A count of an earlier day is taken while the
 * item has not moved since; one that would take out reserved units or units with serial numbers is refused, as by the form.
 * An item is counted once in a file.
 */
export function planCounts(
  rows: readonly ImportedCount[],
  { today, find, items, known }: CountFacts,
): CountFate[] {
  const seen = new Set<number>();
  const earlier = new Set(known.map(keyOf));
  return rows.map((row): CountFate => {
    const { counted, date } = row;
    if (date === undefined)
      return { problem: 'date: Say on which day it was counted: map a column, or set one day.' };
    if (counted === undefined) return { problem: 'counted: The row has no counted quantity.' };
    if (date > today) return { problem: 'date: Stock cannot be counted on a day to come.' };
    const found = itemCounted(row.item, find);
    if ('problem' in found) return found;
    const item = items.get(found.id)!;
    if (seen.has(item.id)) return { problem: `item: ${row.item} is counted twice in the file.` };
    seen.add(item.id);
    const line = { equipmentId: item.id, date, counted };
    const difference = counted - item.onHand;
    if (earlier.has(keyOf(line))) return { ...line, isKnown: true, difference };
    if (item.lastMoved !== null && item.lastMoved > date)
      return {
        problem: `date: ${item.equipmentId} has moved on ${formatDate(item.lastMoved)}, after it was counted. Count it again.`,
      };
    if (counted < item.reserved)
      return {
        problem: `counted: ${item.reserved} units of ${item.equipmentId} are reserved: its stock cannot be lower.`,
      };
    if (difference < 0 && item.serials > counted)
      return {
        problem: `counted: ${item.equipmentId} has serial numbers: adjust its stock, naming the units that are gone.`,
      };
    return { ...line, isKnown: false, difference };
  });
}
