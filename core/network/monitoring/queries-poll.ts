import { sql } from 'kysely';
import { arrayOf, insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { NodeStatus } from '../schema.ts';
import type { Rollup, Sample } from './rules.ts';

/** The advisory lock of storing measurements, next to that of the tree of nodes. */
const STORE_LOCK = 4_105;

/** Lets one measurement of all nodes be stored at a time, until the end of the transaction. */
export async function lockStore(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${STORE_LOCK}::int, 0)`.execute(db);
}

export interface PolledNode {
  id: number;
  name: string;
  address: string;
  status: NodeStatus;
  parentId: number | null;
  capacityKbps: number;
  usageKbps: number;
  snmpVersion: 'none' | 'v2c' | 'v3';
  snmpPort: number;
  snmpSecret: string;
  maxUtilisation: number | null;
  maxLatencyMs: number | null;
  maxLoss: number | null;
}

const polledColumns = sql`n.id, n.name, n.address, n.status, n.parent_id as "parentId",
  n.capacity_kbps as "capacityKbps", n.usage_kbps as "usageKbps", n.snmp_version as "snmpVersion",
  n.snmp_port as "snmpPort", n.snmp_secret as "snmpSecret", n.max_utilisation as "maxUtilisation",
  n.max_latency_ms as "maxLatencyMs", n.max_loss as "maxLoss"`;

const isPolled = sql`n.retired_at is null and n.is_polled and n.address <> ''`;

/** The nodes that are measured. */
export async function findPolled(db: Db): Promise<PolledNode[]> {
  const { rows } = await sql<PolledNode>`
    select ${polledColumns} from network_nodes n where ${isPolled} order by n.id`.execute(db);
  return rows;
}

/** Of these nodes those that are still measured, locked in the order of their ids. */
export async function lockPolled(db: Db, ids: readonly number[]): Promise<PolledNode[]> {
  const { rows } = await sql<PolledNode>`
    select ${polledColumns} from network_nodes n
    where n.id = any(${arrayOf('bigint', ids)}) and ${isPolled} order by n.id for no key update`.execute(
    db,
  );
  return rows;
}

export async function getNode(db: Db, id: number): Promise<PolledNode | undefined> {
  const { rows } = await sql<PolledNode>`
    select ${polledColumns} from network_nodes n where n.id = ${id}`.execute(db);
  return rows[0];
}

/** The name of a node, locked if it is about to be changed; undefined without such a node. */
export async function getNodeName(db: Db, id: number, locks = false): Promise<string | undefined> {
  const query = db.selectFrom('network_nodes').select('name').where('id', '=', id);
  return (await (locks ? query.forNoKeyUpdate() : query).executeTakeFirst())?.name;
}

/** The node above each node that has one. */
export async function findParents(db: Db): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ id: number; parentId: number }>`
    select id, parent_id as "parentId" from network_nodes where parent_id is not null`.execute(db);
  return new Map(rows.map(({ id, parentId }) => [id, parentId]));
}

/** Inserts samples; returns the nodes whose minute was not stored before. */
export async function insertSamples(db: Db, samples: readonly Sample[]): Promise<Set<number>> {
  const rows = await insertRows<Sample, { node_id: number }>(
    db,
    'network_samples',
    samples,
    {
      node_id: ['bigint', ({ nodeId }) => nodeId],
      at: ['timestamptz', ({ at }) => at],
      is_up: ['boolean', ({ isUp }) => isUp],
      in_maintenance: ['boolean', ({ inMaintenance }) => inMaintenance],
      latency_us: ['int', ({ latencyUs }) => latencyUs],
      sent: ['int', ({ sent }) => sent],
      received: ['int', ({ received }) => received],
      in_kbps: ['bigint', ({ inKbps }) => inKbps],
      out_kbps: ['bigint', ({ outKbps }) => outKbps],
    },
    sql`on conflict do nothing returning node_id`,
  );
  return new Set(rows.map((row) => row.node_id));
}

/** Adds samples to the sums of their hours and days. */
export async function addRollups(db: Db, rollups: readonly Rollup[]): Promise<void> {
  const sums = [
    'samples',
    'up_samples',
    'maintenance_samples',
    'sent',
    'received',
    'latency_count',
    'latency_sum_us',
    'traffic_count',
    'in_sum_kbps',
    'out_sum_kbps',
  ];
  const most = ['latency_max_us', 'in_max_kbps', 'out_max_kbps'];
  const set = [
    ...sums.map(
      (name) =>
        sql`${sql.ref(name)} = network_rollups.${sql.ref(name)} + excluded.${sql.ref(name)}`,
    ),
    ...most.map(
      (name) =>
        sql`${sql.ref(name)} = greatest(network_rollups.${sql.ref(name)}, excluded.${sql.ref(name)})`,
    ),
  ];
  await insertRows(
    db,
    'network_rollups',
    rollups,
    {
      node_id: ['bigint', ({ nodeId }) => nodeId],
      span: ['text', ({ span }) => span],
      start: ['timestamptz', ({ start }) => start],
      samples: ['int', ({ samples }) => samples],
      up_samples: ['int', ({ upSamples }) => upSamples],
      maintenance_samples: ['int', ({ maintenanceSamples }) => maintenanceSamples],
      sent: ['int', ({ sent }) => sent],
      received: ['int', ({ received }) => received],
      latency_count: ['int', ({ latencyCount }) => latencyCount],
      latency_sum_us: ['bigint', ({ latencySumUs }) => latencySumUs],
      latency_max_us: ['int', ({ latencyMaxUs }) => latencyMaxUs],
      traffic_count: ['int', ({ trafficCount }) => trafficCount],
      in_sum_kbps: ['bigint', ({ inSumKbps }) => inSumKbps],
      in_max_kbps: ['bigint', ({ inMaxKbps }) => inMaxKbps],
      out_sum_kbps: ['bigint', ({ outSumKbps }) => outSumKbps],
      out_max_kbps: ['bigint', ({ outMaxKbps }) => outMaxKbps],
    },
    sql`on conflict (node_id, span, start) do update set ${sql.join(set)}`,
  );
}

export interface State {
  nodeId: number;
  polledAt: Date;
  isReachable: boolean;
  /** When it changed between reachable and not. */
  since: Date;
  latencyUs: number | null;
  lossPercent: number;
  inKbps: number | null;
  outKbps: number | null;
  snmpError: string;
  deviceUptime: number | null;
}

/** The last measurements of nodes. */
export async function findStates(db: Db, ids: readonly number[]): Promise<Map<number, State>> {
  const rows = await db
    .selectFrom(eachId(ids))
    .crossJoinLateral(byKey('network_states', 'node_id', 'k.id').as('s'))
    .select([
      's.node_id as nodeId',
      's.polled_at as polledAt',
      's.is_reachable as isReachable',
      's.since',
      's.latency_us as latencyUs',
      's.loss_percent as lossPercent',
      's.in_kbps as inKbps',
      's.out_kbps as outKbps',
      's.snmp_error as snmpError',
      's.device_uptime as deviceUptime',
    ])
    .execute();
  return new Map(rows.map((row) => [row.nodeId, row]));
}

export async function saveStates(db: Db, states: readonly State[]): Promise<void> {
  const columns = [
    'polled_at',
    'is_reachable',
    'since',
    'latency_us',
    'loss_percent',
    'in_kbps',
    'out_kbps',
    'snmp_error',
    'device_uptime',
  ];
  await insertRows(
    db,
    'network_states',
    states,
    {
      node_id: ['bigint', ({ nodeId }) => nodeId],
      polled_at: ['timestamptz', ({ polledAt }) => polledAt],
      is_reachable: ['boolean', ({ isReachable }) => isReachable],
      since: ['timestamptz', ({ since }) => since],
      latency_us: ['int', ({ latencyUs }) => latencyUs],
      loss_percent: ['int', ({ lossPercent }) => lossPercent],
      in_kbps: ['bigint', ({ inKbps }) => inKbps],
      out_kbps: ['bigint', ({ outKbps }) => outKbps],
      snmp_error: ['text', ({ snmpError }) => snmpError],
      device_uptime: ['bigint', ({ deviceUptime }) => deviceUptime],
    },
    sql`on conflict (node_id) do update set ${sql.join(
      columns.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
    )}`,
  );
}

export interface NodeChange {
  id: number;
  status: NodeStatus;
  usageKbps: number;
}

/** Writes the measured status and usage. The version stays: a form that is open does not become outdated. */
export async function updateNodes(db: Db, changes: readonly NodeChange[]): Promise<void> {
  if (changes.length === 0) return;
  const source = rowsOf(changes, {
    id: ['bigint', ({ id }) => id],
    status: ['text', ({ status }) => status],
    usage_kbps: ['bigint', ({ usageKbps }) => usageKbps],
  });
  await sql`update network_nodes n set status = c.status, usage_kbps = c.usage_kbps
    from (${source}) c where n.id = c.id`.execute(db);
}

const PURGE_BATCH = 20_000;

/** Removes samples before an instant; returns how many. Each batch is committed by itself. */
export async function removeSamples(db: Db, before: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from network_samples where (node_id, at) in (
        select node_id, at from network_samples where at < ${before} order by at limit ${PURGE_BATCH})`.execute(
      db,
    );
    total += Number(numAffectedRows);
    if (numAffectedRows < PURGE_BATCH) return total;
  }
}

/** Removes the sums of hours before an instant; returns how many. */
export async function removeHours(db: Db, before: Date): Promise<number> {
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from network_rollups where (node_id, span, start) in (
        select node_id, span, start from network_rollups
        where span = 'hour' and start < ${before} order by start limit ${PURGE_BATCH})`.execute(db);
    total += Number(numAffectedRows);
    if (numAffectedRows < PURGE_BATCH) return total;
  }
}
