import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { nodes } from './queries.ts';
import type { NodeRecord } from './rules-record.ts';

/** All nodes, locked unless it is for a preview. */
export async function findAll(db: Db, dryRun: boolean): Promise<NodeRecord[]> {
  const query = db.selectFrom('network_nodes').select(nodes.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}

/** Nodes with their versions, locked against every record that is about to name them. */
export async function lockForUndo(db: Db, ids: readonly number[]): Promise<NodeRecord[]> {
  return db
    .selectFrom('network_nodes')
    .select(nodes.list())
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function removeNodes(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from network_nodes where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
