import { sql } from 'kysely';
import type { IsoDate } from '../kernel/dates.ts';
import type { Db } from './connect.ts';

/**
 * Takes `count` numbers from a counter row, locked until the transaction ends: no gaps, no repeats
 * (decision 7). Answers the first of them; the rest follow. Take counters after documents and before
 * posting, and several always in the order of their names (architecture, lock order).
 */
export async function takeNumbers(db: Db, name: string, count = 1): Promise<number> {
  const result = await sql<{ value: number }>`
    insert into counters as c (name, value) values (${name}, ${count})
    on conflict (name) do update set value = c.value + excluded.value
    returning value`.execute(db);
  return result.rows[0]!.value - count + 1;
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

/**
 * Numbers such as `INV-2026-000001` for documents of these dates, in the order given: `<counter>:<year>` counts
 * each year without gaps (decision 7).
 */
export async function takeYearlyNumbers(
  db: Db,
  counter: string,
  prefix: string,
  dates: readonly IsoDate[],
): Promise<string[]> {
  const years = dates.map((date) => date.slice(0, 4));
  const counts = new Map<string, number>();
  for (const year of years) counts.set(year, (counts.get(year) ?? 0) + 1);
  const next = new Map<string, number>();
  for (const year of [...counts.keys()].sort())
    next.set(year, await takeNumbers(db, `${counter}:${year}`, counts.get(year)!));
  return years.map((year) => {
    const value = next.get(year)!;
    next.set(year, value + 1);
    return documentNumber(`${prefix}-${year}-`, value, YEARLY_WIDTH);
  });
}

/** 'SC' + 3 → 'SC003'; grows past its width instead of truncating. */
export function documentNumber(prefix: string, value: number, width: number): string {
  return prefix + String(value).padStart(width, '0');
}
