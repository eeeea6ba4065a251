import { type RawBuilder, sql } from 'kysely';
import type { IsoDate } from '../kernel/dates.ts';
import { arrayOf } from './bulk.ts';
import type { Db } from './connect.ts';
import { Overtaken } from './errors.ts';

/**
 * Takes `count` numbers from a counter row, locked until the transaction ends: no gaps, no repeats
 * (decision 7). Answers the first of them; the rest follow. Take counters after documents and before
 * posting, and several always in the order of their names (architecture, lock order).
 */
export async function takeNumbers(db: Db, name: string, count = 1): Promise<number> {
  return (await takeFromEach(db, new Map([[name, count]]))).get(name)!;
}

/** As `takeNumbers`, from several counters in one statement: the first number of each, by its name. */
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

/** Raises a counter to at least `value`, so that imported numbers are skipped over (decision 7). */
export async function skipNumbers(db: Db, name: string, value: number): Promise<void> {
  await sql`
    insert into counters as c (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value where c.value < excluded.value`.execute(
    db,
  );
}

const YEARLY_WIDTH = 6;

/** Documents that are numbered `INV-2026-000001`, and whose rows have ids of the same counter. */
export interface Numbering {
  /** `invoice` counts the ids, `invoice:2026` the numbers of that year. */
  counter: string;
  prefix: string;
}

/** What new documents are called by: the ids of their rows and the numbers that people know them by. */
export interface Identities {
  ids: number[];
  numbers: string[];
  /** Of each counter, by its name: how many they take, and what comes next if nobody else takes any. */
  counts: ReadonlyMap<string, number>;
  next: ReadonlyMap<string, number>;
}

/**
 * Numbers such as `RCT-2026-000001` for documents of these dates, in the order given: `<counter>:<year>` counts
 * each year without gaps (decision 7).
 */
export async function takeYearlyNumbers(
  db: Db,
  { counter, prefix }: Numbering,
  dates: readonly IsoDate[],
): Promise<string[]> {
  const next = await takeFromEach(db, yearlyCounts(counter, dates));
  return dates.map((date) => nextNumber(next, counter, prefix, date));
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
 * What `takeIdentities` will answer once the transaction that took `before` has committed, unless somebody
 * else takes any in between; undefined where that one took none of the same counters. Rows may be written
 * under them meanwhile, and `takeForeseen` has to follow before they are committed.
 */
export function foreseeIdentities(
  before: Identities,
  numbering: Numbering,
  dates: readonly IsoDate[],
): Identities | undefined {
  const counts = countsOf(numbering, dates);
  for (const name of counts.keys()) if (!before.next.has(name)) return undefined;
  return identitiesFrom(new Map(before.next), counts, numbering, dates);
}

/**
 * Takes what was foreseen. It does not wait for a counter: whoever holds it may be waiting for a row that was
 * written under a number foreseen. @throws Overtaken where somebody else was faster.
 */
export async function takeForeseen(db: Db, foreseen: Identities): Promise<void> {
  const names = [...foreseen.counts.keys()].sort();
  if (names.length === 0) return;
  await sql`select from counters where name in (${sql.join(names)}) order by name for update nowait`
    .execute(db)
    .catch((error: { code?: string }) => {
      throw error.code === LOCK_NOT_AVAILABLE ? new Overtaken() : error;
    });
  const taken = await takeFromEach(db, foreseen.counts);
  for (const [name, count] of foreseen.counts) {
    if (taken.get(name)! + count !== foreseen.next.get(name)) throw new Overtaken();
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

function countsOf({ counter }: Numbering, dates: readonly IsoDate[]): Map<string, number> {
  const counts = yearlyCounts(counter, dates);
  if (dates.length > 0) counts.set(counter, dates.length);
  return counts;
}

/** How many numbers these dates take of each year's counter. */
function yearlyCounts(counter: string, dates: readonly IsoDate[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const date of dates) {
    const name = yearlyName(counter, date);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** `next` says which number of each counter is the first to use, and is moved on. */
function identitiesFrom(
  next: Map<string, number>,
  counts: ReadonlyMap<string, number>,
  { counter, prefix }: Numbering,
  dates: readonly IsoDate[],
): Identities {
  const firstId = next.get(counter) ?? 0;
  const ids = dates.map((_date, index) => firstId + index);
  next.set(counter, firstId + dates.length);
  const numbers = dates.map((date) => nextNumber(next, counter, prefix, date));
  return { ids, numbers, counts, next };
}

const MEANT = /^(?:([a-z]+)-)?(?:(\d{4})-)?(\d{1,15})$/i;

/**
 * The numbers that somebody may mean who types a document's counting number alone, '786' or '000786', or leaves out
 * zeros, '2026-786': that of each year that has been counted, as a list for `in (…)`. None for any other text.
 */
export function numbersMeant({ counter, prefix }: Numbering, text: string): RawBuilder<unknown>[] {
  const match = MEANT.exec(text.trim());
  if (!match) return [];
  const [, typedPrefix = prefix, year, digits] = match;
  if (typedPrefix.toUpperCase() !== prefix) return [];
  // Padded as ours are, and as typed: an imported number may have been padded otherwise.
  const values = [...new Set([documentNumber('', Number(digits), YEARLY_WIDTH), digits!])];
  return [
    sql`select ${`${prefix}-`}::text || split_part(name, ':', 2) || '-' || digits
      from counters, unnest(${arrayOf('text', values)}) as digits where name like ${`${counter}:${year ?? '%'}`}`,
  ];
}

function nextNumber(
  next: Map<string, number>,
  counter: string,
  prefix: string,
  date: IsoDate,
): string {
  const name = yearlyName(counter, date);
  const value = next.get(name)!;
  next.set(name, value + 1);
  return documentNumber(`${prefix}-${date.slice(0, 4)}-`, value, YEARLY_WIDTH);
}

function yearlyName(counter: string, date: IsoDate): string {
  return `${counter}:${date.slice(0, 4)}`;
}

/** 'SC' + 3 → 'SC003'; grows past its width instead of truncating. */
export function documentNumber(prefix: string, value: number, width: number): string {
  return prefix + String(value).padStart(width, '0');
}
