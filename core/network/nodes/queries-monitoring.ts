import type { Db } from '../../database/connect.ts';

/** Ends the open alarms of a node and forgets what the poller has counted of it. Returns the ids of the ended alarms. */
export async function endAlarms(
  db: Db,
  nodeId: number,
  reason: 'maintenance' | 'retired',
  at: Date,
): Promise<number[]> {
  await db.deleteFrom('network_watches').where('node_id', '=', nodeId).execute();
  const ended = await db
    .updateTable('network_alarms')
    .set((eb) => ({
      ended_at: eb.fn<Date>('greatest', ['raised_at', eb.val(at)]),
      end_reason: reason,
    }))
    .where('node_id', '=', nodeId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Forgets the last measurement of a node. */
export async function deleteState(db: Db, nodeId: number): Promise<void> {
  await db.deleteFrom('network_states').where('node_id', '=', nodeId).execute();
}

/** Locks a node against every record that is about to name it. */
export async function lockForRemoval(db: Db, id: number): Promise<void> {
  await db.selectFrom('network_nodes').select('id').where('id', '=', id).forUpdate().execute();
}
