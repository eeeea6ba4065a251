import { type RawBuilder, sql } from 'kysely';
import type { IsoDate } from '../kernel/dates.ts';
import { arrayOf } from './bulk.ts';
import type { Db } from './connect.ts';
import { NumberConflict } from './errors.ts';

/**
 * Takes `count` numbers from a counter row, locked until the transaction ends: no gaps, no repeats
 * (decision 7). Returns the first. Take counters after documents and before posting, and several in the order of
 * their names (architecture, lock order).
 */
export async function takeNumbers(db: Db, name: string, count = 1): Promise<number> {
  return (await takeFromEach(db, new Map([[name, count]]))).get(name)!;
}

/** As `takeNumbers`, from several counters in one statement: the first number by counter name. */
async function takeFromEach(
  db: Db,
  counts: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  if (counts.size === 0) return new Map();
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const result = await sql<{ name: string; value: number }>`
    insert into counters as c (name, value) values ${sql.join(rows.map(([name, count]) => sql`(${name}, ${count}::bigint)`))}
    on conflict (name) do update set value = c.value + excluded.value
    returning name, value`.execute(db);
  return new Map(result.rows.map(({ name, value }) => [name, value - counts.get(name)! + 1]));
}

/** Raises a counter to at least `value`, so that imported numbers are skipped (decision 7). */
export async function skipNumbers(db: Db, name: string, value: number): Promise<void> {
  await sql`
    insert into counters as c (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value where c.value < excluded.value`.execute(
    db,
  );
}

const YEARLY_WIDTH = 6;

/** Documents numbered `INV-2026-000001` whose row ids come from the same counter. */
export interface Numbering {
  /** `invoice` counts the ids, `invoice:2026` the numbers of that year. */
  counter: string;
  prefix: string;
  /** Digits of the number, six by default; it grows when a year is full. */
  width?: number;
}

/** Row ids and document numbers of new documents. */
export interface Identities {
  ids: number[];
  numbers: string[];
  /** By counter name: how many numbers they take, and the next one if no other transaction takes any. */
  counts: ReadonlyMap<string, number>;
  next: ReadonlyMap<string, number>;
}

/**
 * Numbers such as `RCT-2026-000001` for documents of these dates, in the given order: `<counter>:<year>` counts
 * each year without gaps (decision 7).
 */
export async function takeYearlyNumbers(
  db: Db,
  numbering: Numbering,
  dates: readonly IsoDate[],
): Promise<string[]> {
  const next = await takeFromEach(db, yearlyCounts(numbering.counter, dates));
  return dates.map((date) => nextNumber(next, numbering, date));
}

/** As `takeYearlyNumbers`, with ids from the counter itself. */
export async function takeIdentities(
  db: Db,
  numbering: Numbering,
  dates: readonly IsoDate[],
): Promise<Identities> {
  const counts = countsOf(numbering, dates);
  return identitiesFrom(await takeFromEach(db, counts), counts, numbering, dates);
}

/**
 * Predicts what `takeIdentities` will return after the transaction that took `before` has committed, if no other one
 * takes numbers in between; undefined if it took none of the same counters. Rows may be written with them at once;
 * `takePredicted` must run before the commit.
 */
export function predictIdentities(
  before: Identities,
  numbering: Numbering,
  dates: readonly IsoDate[],
): Identities | undefined {
  const counts = countsOf(numbering, dates);
  for (const name of counts.keys()) if (!before.next.has(name)) return undefined;
  return identitiesFrom(new Map(before.next), counts, numbering, dates);
}

/**
 * Takes predicted numbers. Does not wait for a locked counter: its holder may be waiting for a row written with a
 * predicted number. @throws NumberConflict if another transaction took a number or holds the counter.
 */
export async function takePredicted(db: Db, predicted: Identities): Promise<void> {
  const names = [...predicted.counts.keys()].sort();
  if (names.length === 0) return;
  await sql`select from counters where name in (${sql.join(names)}) order by name for update nowait`
    .execute(db)
    .catch((error: { code?: string }) => {
      throw error.code === LOCK_NOT_AVAILABLE ? new NumberConflict() : error;
    });
  const taken = await takeFromEach(db, predicted.counts);
  for (const [name, count] of predicted.counts) {
    if (taken.get(name)! + count !== predicted.next.get(name)) throw new NumberConflict();
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

function countsOf({ counter }: Numbering, dates: readonly IsoDate[]): Map<string, number> {
  const counts = yearlyCounts(counter, dates);
  if (dates.length > 0) counts.set(counter, dates.length);
  return counts;
}

/** How many numbers these dates take from each year's counter. */
function yearlyCounts(counter: string, dates: readonly IsoDate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const date of dates) {
    const name = yearlyName(counter, date);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** `next` holds the first number to use of each counter, and is advanced. */
function identitiesFrom(
  next: Map<string, number>,
  counts: ReadonlyMap<string, number>,
  numbering: Numbering,
  dates: readonly IsoDate[],
): Identities {
  const { counter } = numbering;
  const firstId = next.get(counter) ?? 0;
  const ids = dates.map((_date, index) => firstId + index);
  next.set(counter, firstId + dates.length);
  const numbers = dates.map((date) => nextNumber(next, numbering, date));
  return { ids, numbers, counts, next };
}

const TYPED_NUMBER = /^(?:([a-z]+)-)?(?:(\d{4})-)?(\d{1,15})$/i;

/**
 * The document numbers that may be meant by a sequence number alone, '786' or '000786', or without zeros, '2026-786':
 * one for each year with a counter, as a list for `in (…)`. Empty for any other text.
 */
export function numbersMeant(
  { counter, prefix, width = YEARLY_WIDTH }: Numbering,
  text: string,
): RawBuilder<unknown>[] {
  const match = TYPED_NUMBER.exec(text.trim());
  if (!match) return [];
  const [, typedPrefix = prefix, year, digits] = match;
  if (typedPrefix.toUpperCase() !== prefix) return [];
  // Padded like our own numbers, and as typed: imported numbers may be padded differently.
  const values = [...new Set([documentNumber('', Number(digits), width), digits!])];
  return [
    sql`select ${`${prefix}-`}::text || split_part(name, ':', 2) || '-' || digits
      from counters, unnest(${arrayOf('text', values)}) as digits where name like ${`${counter}:${year ?? '%'}`}`,
  ];
}

function nextNumber(
  next: Map<string, number>,
  { counter, prefix, width = YEARLY_WIDTH }: Numbering,
  date: IsoDate,
): string {
  const name = yearlyName(counter, date);
  const value = next.get(name)!;
  next.set(name, value + 1);
  return documentNumber(`${prefix}-${date.slice(0, 4)}-`, value, width);
}

function yearlyName(counter: string, date: IsoDate): string {
  return `${counter}:${date.slice(0, 4)}`;
}

/** 'SC' + 3 → 'SC003'; longer than `width` instead of truncated. */
export function documentNumber(prefix: string, value: number, width: number): string {
  return prefix + String(value).padStart(width, '0');
}
