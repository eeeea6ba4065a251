import { type RawBuilder, sql } from 'kysely';
import { arrayOf } from './bulk.ts';
import type { Db } from './connect.ts';

/**
 * The tables whose foreign keys name rows of `table`, by row id; ids that no row names are missing. Foreign keys that
 * delete with the row are left out. Reads the keys of the database, so that it knows the tables of later modules.
 */
export async function findReferences(
  db: Db,
  table: string,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const keys = await sql<{ table: string; column: string }>`
    select r.relname as "table", a.attname as "column"
    from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = ${table}::text::regclass and k.confdeltype <> 'c'
      and array_length(k.conkey, 1) = 1
    order by 1, 2`.execute(db);
  if (keys.rows.length === 0) return new Map();
  const wanted = arrayOf('bigint', ids);
  const named = keys.rows.map(
    (key): RawBuilder<unknown> => sql`
      select k.id, ${key.table}::text as "table" from unnest(${wanted}) as k (id)
      where exists (select from ${sql.table(key.table)} t where t.${sql.ref(key.column)} = k.id offset 0)`,
  );
  const { rows } = await sql<{
    id: number;
    table: string;
  }>`${sql.join(named, sql` union `)}`.execute(db);
  const tables = new Map<number, string[]>();
  for (const { id, table: found } of rows) tables.set(id, [...(tables.get(id) ?? []), found]);
  return tables;
}
