import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { isPollingOn } from '../../network/fragments.ts';
import type { AlarmKind } from '../../network/schema.ts';

type NodeStatus = 'operational' | 'maintenance' | 'offline';

/** A node that serves the customer: its own one first (depth 0), then those through which it is connected. */
export interface ServingNode {
  depth: number;
  name: string;
  status: NodeStatus;
  /** Null while it is not measured, as the traffic. */
  isReachable: boolean | null;
  inKbps: number | null;
  outKbps: number | null;
  typedKbps: number;
  capacityKbps: number;
  /** The open alarm that weighs most: 'down' before the others. */
  alarm: AlarmKind | null;
  alarmSince: Date | null;
}

/** A chain of nodes ends at the core of the network; more links than this are a fault in the data. */
const MAX_DEPTH = 20;

export async function findServingNodes(db: Db, nodeId: number): Promise<ServingNode[]> {
  const { rows } = await sql<ServingNode>`
    with recursive up (id, depth) as (
      select ${nodeId}::bigint, 0
      union all
      select n.parent_id, u.depth + 1 from up u cross join lateral ${byKey('network_nodes', 'id', sql`u.id`)} n
      where n.parent_id is not null and u.depth < ${MAX_DEPTH})
    select u.depth, n.name, n.status, s.is_reachable as "isReachable", s.in_kbps as "inKbps", s.out_kbps as "outKbps",
      n.usage_kbps as "typedKbps", n.capacity_kbps as "capacityKbps", a.kind as alarm, a.began_at as "alarmSince"
    from up u cross join lateral ${byKey('network_nodes', 'id', sql`u.id`)} n
    left join network_states s
      on s.node_id = n.id and n.is_polled and n.address <> '' and n.retired_at is null and ${isPollingOn}
    left join lateral (
      select kind, began_at from network_alarms where node_id = n.id and ended_at is null
      order by kind <> 'down', began_at limit 1) a on true
    order by u.depth`.execute(db);
  return rows;
}

/** Since when the customer has the status; null without a recorded change. */
export async function getStatusSince(db: Db, customerId: number): Promise<IsoDate | null> {
  const change = await db
    .selectFrom('customer_status_changes')
    .select('business_date as since')
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return change?.since ?? null;
}
