import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

/** The advisory lock of the tree of nodes, next to those of sign-ins and e-mails. */
const TREE_LOCK = 4_104;

/** Locks the tree until the end of the transaction: two changes together could make a circle. */
export async function lockTree(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREE_LOCK}::int, 0)`.execute(db);
}

/** The parent of each node that has one. */
export async function findParents(db: Db): Promise<Map<number, number | null>> {
  const rows = await db
    .selectFrom('network_nodes')
    .select(['id', 'parent_id'])
    .where('parent_id', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.parent_id]));
}
