import { type RawBuilder, sql } from 'kysely';
import type { Location } from '../../company/schema-places.ts';
import type { Db } from '../../database/connect.ts';
import { sumCents } from '../../database/list.ts';
import type { Cents } from '../../kernel/money.ts';
import { isPollingOn } from '../../network/fragments.ts';
import type { NodeStatus, NodeType, Technology } from '../../network/schema.ts';
import type { CustomerGroup, LocationGroup, NodeRow } from './rules-figures.ts';

/** All nodes that are not retired. */
export async function findNodes(db: Db): Promise<Omit<NodeRow, 'samples' | 'up'>[]> {
  const rows = await db
    .selectFrom('network_nodes as n')
    .select((eb) => [
      'n.id',
      'n.name',
      eb.ref('n.location').$castTo<Location>().as('location'),
      eb.ref('n.type').$castTo<NodeType>().as('type'),
      eb.ref('n.technologies').$castTo<Technology[]>().as('technologies'),
      eb.ref('n.status').$castTo<NodeStatus>().as('status'),
      'n.capacity_kbps as capacityKbps',
      'n.usage_kbps as usageKbps',
      'n.typed_uptime as typedUptime',
      'n.parent_id as parentId',
      sql<boolean>`n.address <> '' and n.is_polled`.as('isPolled'),
    ])
    .where('n.retired_at', 'is', null)
    .orderBy('n.search_text')
    .orderBy('n.id')
    .execute();
  return rows;
}

/** The measurements of the days since an instant, up to another one if it is given, by node. */
export async function findUptimes(
  db: Db,
  since: Date,
  until?: Date,
): Promise<{ nodeId: number; samples: number; up: number }[]> {
  return db
    .selectFrom('network_rollups')
    .select([
      'node_id as nodeId',
      sql<number>`sum(samples)::bigint`.as('samples'),
      sql<number>`sum(up_samples)::bigint`.as('up'),
    ])
    .where('span', '=', 'day')
    .where('start', '>=', since)
    .$if(until !== undefined, (query) => query.where('start', '<', until!))
    .groupBy('node_id')
    .execute();
}

/** The highest traffic of each day since an instant, in or out, in kbps, by node; days without traffic are left out. */
export async function findDailyPeaks(
  db: Db,
  since: Date,
  until: Date,
): Promise<{ nodeId: number; days: number[]; kbps: number[] }[]> {
  const day = sql`(extract(epoch from start - ${since}::timestamptz) / 86400)::int`;
  const { rows } = await sql<{ nodeId: number; days: number[]; kbps: number[] }>`
    select node_id as "nodeId", json_agg(${day} order by start) as days,
      json_agg(greatest(in_max_kbps, out_max_kbps) order by start) as kbps
    from network_rollups
    where span = 'day' and start >= ${since} and start < ${until} and traffic_count > 0
      and greatest(in_max_kbps, out_max_kbps) is not null
    group by node_id`.execute(db);
  return rows;
}

const figures = sql`count(*) filter (where status <> 'Inactive') as connected,
  count(*) as customers, count(*) filter (where status = 'Active') as active,
  coalesce(sum(bandwidth) filter (where status = 'Active'), 0)::bigint as mbps`;

/** Customers by node; those without a node under null. */
export async function findCustomersByNode(db: Db): Promise<CustomerGroup<number | null>[]> {
  const { rows } = await sql<CustomerGroup<number | null>>`
    select node_id as key, ${figures} from customers group by node_id`.execute(db);
  return rows;
}

/** From the sums that the database keeps; of 100,000 customers, counting took 30 ms. */
export async function findCustomersByLocation(db: Db): Promise<LocationGroup[]> {
  const sum = (column: string, condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${condition}), 0)::bigint`;
  const isActive = sql`status = 'Active'`;
  const { rows } = await sql<LocationGroup>`
    select location as key, ${sum('customers', sql`status <> 'Inactive'`)} as connected,
      sum(customers)::bigint as customers, ${sum('customers', isActive)} as active,
      ${sum('bandwidth', isActive)} as mbps, ${sumCents('fee_cents', isActive)} as "feesUsd"
    from customer_counts group by location having sum(customers) <> 0`.execute(db);
  return rows;
}

/** With the monthly fees of the Active ones. */
export async function findCustomersByPackage(
  db: Db,
): Promise<(CustomerGroup<string> & { feesUsd: Cents })[]> {
  const fees = sumCents('monthly_fee_cents', sql`status = 'Active'`);
  const { rows } = await sql<CustomerGroup<string> & { feesUsd: Cents }>`
    select package_type as key, ${figures}, ${fees} as "feesUsd" from customers group by package_type`.execute(
    db,
  );
  return rows;
}

export function getMonitoring(db: Db): Promise<{ isPolling: boolean; openAlarms: number }> {
  return db
    .selectNoFrom([
      isPollingOn.as('isPolling'),
      sql<number>`(select count(*) from network_alarms where ended_at is null)`.as('openAlarms'),
    ])
    .executeTakeFirstOrThrow();
}
