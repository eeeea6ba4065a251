import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from './bulk.ts';

/** A list of ids as the rows `k (id)` of a `from` clause, for `byKey` to follow. */
export function eachId(ids: readonly number[]): RawBuilder<unknown> {
  return sql`unnest(${arrayOf('bigint', ids)}) as k (id)`;
}

/**
 * The rows of a table whose `column` is `key`, for `cross join lateral` or a `from` clause. `offset 0` keeps the planner
 * from merging it with the rest of the query, so that each key is looked up in an index that begins with `column`. With
 * `column = any(…)` or a plain join it would choose by how many rows it takes a key to have: without statistics one in
 * 200 of the table, for which it reads the whole table for every batch. Conditions on other columns belong in the
 * `where` of the query: here they could make it choose another index.
 */
export function byKey(
  table: string,
  column: string,
  key: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select * from ${sql.table(table)} where ${sql.ref(column)} = ${key} offset 0)`;
}
