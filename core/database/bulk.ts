import { type RawBuilder, sql } from 'kysely';
import type { Db } from './connect.ts';

export type ColumnType = 'bigint' | 'int' | 'text' | 'date' | 'boolean' | 'timestamptz' | 'jsonb';
type Value = string | number | boolean | Date | null | undefined;

/** Column name → its type and how a row yields it. */
export type Columns<T> = Record<string, readonly [ColumnType, (row: T, index: number) => Value]>;

/**
 * The text of an array parameter. The driver quotes every element, numbers too; writing them bare halves
 * both ends' work on bulk statements.
 */
function arrayText(type: ColumnType, values: readonly Value[]): string {
  if (type !== 'text' && type !== 'jsonb')
    return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
  return `{${values.map((value) => (value === null || value === undefined ? 'NULL' : quoted(String(value)))).join(',')}}`;
}

function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}

/** `select …` with one row per item: arrays for what differs, one plain parameter for what is the same in all. */
export function rowsOf<T>(items: readonly T[], columns: Columns<T>): RawBuilder<unknown> {
  const outputs: RawBuilder<unknown>[] = [];
  const arrays: RawBuilder<unknown>[] = [];
  const names: RawBuilder<unknown>[] = [];
  for (const [name, [type, read]] of Object.entries(columns)) {
    const values = items.map(read);
    const cast = sql.raw(type);
    const first = values[0];
    // The first column always is an array: it says how many rows there are.
    if (arrays.length > 0 && values.every((value) => value === first)) {
      outputs.push(sql`${first ?? null}::${cast} as ${sql.ref(name)}`);
    } else {
      arrays.push(sql`${arrayText(type, values)}::${cast}[]`);
      names.push(sql.ref(name));
      outputs.push(sql.ref(name));
    }
  }
  return sql`select ${sql.join(outputs)} from unnest(${sql.join(arrays)}) as n(${sql.join(names)})`;
}

/** Inserts all items in one statement; `tail` may be `on conflict …` or `returning …`. */
export async function insertRows<T, R = unknown>(
  db: Db,
  table: string,
  items: readonly T[],
  columns: Columns<T>,
  tail: RawBuilder<unknown> = sql``,
): Promise<R[]> {
  if (items.length === 0) return [];
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const result =
    await sql<R>`insert into ${sql.table(table)} (${names}) ${rowsOf(items, columns)} ${tail}`.execute(
      db,
    );
  return result.rows;
}
