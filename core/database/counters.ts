import { sql } from 'kysely';
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

/** 'SC' + 3 → 'SC003'; grows past its width instead of truncating. */
export function documentNumber(prefix: string, value: number, width: number): string {
  return prefix + String(value).padStart(width, '0');
}
