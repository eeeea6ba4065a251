import { type AliasedRawBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import { arrayOf } from './bulk.ts';
import type { Tables } from './tables.ts';

/** A list of ids as the rows `k (id)` of a `from` clause, for `byKey` to follow. */
export function eachId(ids: readonly number[]): AliasedRawBuilder<{ id: number }, 'k'> {
  return sql<{ id: number }>`unnest(${arrayOf('bigint', ids)})`.as<'k'>(sql`k (id)`);
}

/**
 * The rows of a table whose `column` is `key` (a column of the query such as `k.id`, or an expression), for `cross join
 * lateral` or a `from` clause. `offset 0` keeps the planner from merging it with the rest of the query, so that each key
 * is looked up in an index that begins with `column`. With `column = any(…)` or a plain join it would choose by how many
 * rows it takes a key to have: without statistics one in 200 of the table, for which it reads the whole table for every
 * batch. Conditions on other columns belong in the `where` of the query: here they could make it choose another index.
 */
export function byKey<T extends keyof Tables & string>(
  table: T,
  column: keyof Tables[T] & string,
  key: string | RawBuilder<unknown>,
): RawBuilder<Selectable<Tables[T]>> {
  const value = typeof key === 'string' ? sql.ref(key) : key;
  return sql`(select * from ${sql.table(table)} where ${sql.ref(column)} = ${value} offset 0)`;
}
