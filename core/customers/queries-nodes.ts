import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import type { AssignNodeInput } from './schema.ts';

/**
 * Connects the customers of a location who are not Inactive to a node: those without one, or all. Locks them in the order
 * of their ids. Returns how many were changed.
 */
export async function updateNodeOfLocation(
  db: Db,
  { nodeId, location, includeAssigned }: AssignNodeInput,
  at: Date,
): Promise<number> {
  const isMeant = includeAssigned
    ? sql`node_id is distinct from ${nodeId}::bigint`
    : sql`node_id is null`;
  const { numAffectedRows } = await sql`
    with meant as (
      select id from customers where location = ${location} and status <> 'Inactive' and ${isMeant}
      order by id for no key update
    )
    update customers c set node_id = ${nodeId}::bigint, updated_at = ${at}, version = c.version + 1
    from meant m where c.id = m.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
