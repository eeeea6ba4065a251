import type { Ctx } from '../context.ts';
import { documentNumber, skipNumbers, takeNumbers } from '../database/counters.ts';
import { searchKey } from '../kernel/text.ts';
import { findByImportKeys, findNamesakes, insertImportKeys } from './queries-import.ts';
import { CUSTOMER_COUNTER, CUSTOMER_NUMBER_WIDTH, CUSTOMER_PREFIX } from './rules.ts';
import {
  contactKeys,
  foundPerson,
  type Namesake,
  personKey,
  type Unnumbered,
} from './rules-numbering.ts';

/** The customer id of each row, or why it has none. */
export type NumberedPerson = { customerId: string; note?: string } | { problem: string };

/** Ids of rows that a dry run would number; no id of a customer has a line end. */
const placeholder = (index: number) => `\n${index}`;

/**
 * Finds the customers of rows that have no id: by the key under which an earlier file brought them, else by name with
 * telephone or e-mail; and numbers the others from the counter (decisions 78 and 105), in a constant number of statements. The counter is locked first, so that two imports at once do not
 * number one person twice. With `dryRun` nothing is written, and new rows have ids that no customer has.
 */
export async function numberCustomers(
  tx: Ctx,
  rows: readonly Unnumbered[],
  { dryRun }: { dryRun: boolean },
): Promise<NumberedPerson[]> {
  if (rows.length === 0) return [];
  if (!dryRun) await skipNumbers(tx.db, CUSTOMER_COUNTER, 0);
  const names = [...new Set(rows.flatMap(({ name }) => name ?? []))];
  const namesakes = new Map<string, Namesake[]>();
  for (const { name, ...one } of await findNamesakes(tx.db, names)) {
    const known = namesakes.get(searchKey(name));
    if (known) known.push(one);
    else namesakes.set(searchKey(name), [one]);
  }
  const kept = new Map(
    (
      await findByImportKeys(
        tx.db,
        rows.flatMap((row) => personKey(row) ?? []),
      )
    ).map((one) => [one.key, one.customerId]),
  );
  const seen = new Set<string>();
  const given = new Set<string>();
  const notes: (string | undefined)[] = [];
  const found = rows.map((row, index): NumberedPerson | undefined => {
    const keys = [...contactKeys(row), personKey(row) ?? ''].filter(Boolean);
    if (keys.some((key) => seen.has(key)))
      return {
        problem: `name: Another row has the name ${row.name} and the same contacts. Are they one customer?`,
      };
    for (const key of keys) seen.add(key);
    const known = kept.get(personKey(row) ?? '');
    const person = known
      ? { customerId: known }
      : foundPerson(row, namesakes.get(searchKey(row.name ?? '')) ?? []);
    if (person && 'namesakes' in person) {
      notes[index] =
        `name: ${person.namesakes} had the name already, with another telephone or e-mail; the row was taken for another person.`;
      return undefined;
    }
    if (!person || 'problem' in person) return person;
    if (given.has(person.customerId))
      return {
        problem: `name: Another row is of ${person.customerId} too. Are they one customer?`,
      };
    given.add(person.customerId);
    return person;
  });
  const missing = found.filter((one) => one === undefined).length;
  let next = dryRun || missing === 0 ? 0 : await takeNumbers(tx.db, CUSTOMER_COUNTER, missing);
  return found.map((one, index) => {
    if (one) return one;
    const note = notes[index];
    const told = note === undefined ? {} : { note };
    if (dryRun) return { customerId: placeholder(index), ...told };
    const customerId = documentNumber(CUSTOMER_PREFIX, next, CUSTOMER_NUMBER_WIDTH);
    next += 1;
    return { customerId, ...told };
  });
}

/** Keeps how a file named customers who are written now, so that the next one finds them by it. */
export async function rememberPeople(
  tx: Ctx,
  people: readonly { row: Unnumbered; customerId: string }[],
): Promise<void> {
  const named = people.flatMap(({ row, customerId }) => {
    const key = personKey(row);
    return key === undefined ? [] : { key, customerId };
  });
  await insertImportKeys(tx.db, named);
}
