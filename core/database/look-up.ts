import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from './bulk.ts';

/** A list of ids as the rows `k (id)` of a `from` clause, for `byKey` to follow. */
export function eachId(ids: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${arrayOf('bigint', ids)}) as k (id)`;
}

/**
 * The rows of a table whose `column` is `key`, for `cross join lateral` or a `from` clause. `offset 0` keeps the planner
 * from merging it into the query, so that each key is looked up in an index that begins with `column`. With
 * `column = any(…)` or a plain join the planner would estimate rows per key (without statistics one in 200 of the
 * table) and read the whole table for every batch. Put conditions on other columns into the query's `where`: here they
 * could make it choose another index.
 */
export function byKey(
  table: string,
  column: string,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where ${sql.ref(column)} = ${key} offset 0)`;
}
