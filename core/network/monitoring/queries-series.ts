import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { OFFSET_SECONDS, type SeriesPlan, type Sums, startOf } from './rules-series.ts';

/** Sums of the rows of a node by point. */
export async function findSums(db: Db, nodeId: number, plan: SeriesPlan): Promise<Sums[]> {
  const from = startOf(plan.first, plan.seconds);
  const bucketOf = (column: string) =>
    sql`floor((extract(epoch from ${sql.ref(column)}) + ${OFFSET_SECONDS}::int) / ${plan.seconds}::int)::bigint`;
  const statement =
    plan.source === 'samples'
      ? sql<Sums>`
          select ${bucketOf('at')} as bucket,
            count(*) filter (where not in_maintenance) as samples,
            count(*) filter (where is_up and not in_maintenance) as "upSamples",
            sum(sent)::bigint as sent, sum(received)::bigint as received,
            count(latency_us) as "latencyCount", coalesce(sum(latency_us), 0)::bigint as "latencySumUs",
            count(in_kbps) as "trafficCount",
            coalesce(sum(in_kbps), 0)::bigint as "inSumKbps", max(in_kbps) as "inMaxKbps",
            coalesce(sum(out_kbps), 0)::bigint as "outSumKbps", max(out_kbps) as "outMaxKbps"
          from network_samples where node_id = ${nodeId} and at >= ${from} group by 1`
      : sql<Sums>`
          select ${bucketOf('start')} as bucket,
            sum(samples)::bigint as samples, sum(up_samples)::bigint as "upSamples",
            sum(sent)::bigint as sent, sum(received)::bigint as received,
            sum(latency_count)::bigint as "latencyCount", sum(latency_sum_us)::bigint as "latencySumUs",
            sum(traffic_count)::bigint as "trafficCount",
            sum(in_sum_kbps)::bigint as "inSumKbps", max(in_max_kbps) as "inMaxKbps",
            sum(out_sum_kbps)::bigint as "outSumKbps", max(out_max_kbps) as "outMaxKbps"
          from network_rollups where node_id = ${nodeId} and span = ${plan.source} and start >= ${from} group by 1`;
  return (await statement.execute(db)).rows;
}
