import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';

export interface NamedNode {
  id: number;
  name: string;
  isRetired: boolean;
}

/** Nodes locked in the order of their ids against being retired or deleted, not against a measurement being read. */
export async function lockShared(db: Db, ids: readonly number[]): Promise<NamedNode[]> {
  const { rows } = await sql<NamedNode>`
    select id, name, retired_at is not null as "isRetired" from network_nodes
    where id = any(${arrayOf('bigint', ids)}) order by id for share`.execute(db);
  return rows;
}

export async function findNames(
  db: Db,
  ids: readonly number[],
): Promise<Pick<NamedNode, 'id' | 'name'>[]> {
  return db.selectFrom('network_nodes').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** The nodes of these names, by their keys. */
export async function findByKeys(
  db: Db,
  keys: readonly string[],
): Promise<(NamedNode & { key: string })[]> {
  const { rows } = await sql<NamedNode & { key: string }>`
    select id, name, name_key as "key", retired_at is not null as "isRetired" from network_nodes
    where name_key = any(${arrayOf('text', keys)})`.execute(db);
  return rows;
}
