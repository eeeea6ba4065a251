import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

export interface MeasuredNode {
  name: string;
  isReachable: boolean;
  latencyUs: number | null;
  lossPercent: number;
  inKbps: number | null;
  outKbps: number | null;
  capacityKbps: number;
  openAlarms: number;
}

/** The last measurements of nodes that are measured. */
export async function findMeasured(db: Db, limit: number): Promise<MeasuredNode[]> {
  const { rows } = await sql<MeasuredNode>`
    select n.name, s.is_reachable as "isReachable", s.latency_us as "latencyUs", s.loss_percent as "lossPercent",
      s.in_kbps as "inKbps", s.out_kbps as "outKbps", n.capacity_kbps as "capacityKbps",
      (select count(*) from network_alarms a where a.node_id = n.id and a.ended_at is null) as "openAlarms"
    from network_nodes n join network_states s on s.node_id = n.id
    where n.retired_at is null and n.is_polled and n.address <> ''
    order by n.id limit ${limit}`.execute(db);
  return rows;
}

/** When a node was last measured; null before the first measurement. */
export async function lastPolledAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(polled_at) as at from network_states`.execute(db);
  return rows[0]?.at ?? null;
}
