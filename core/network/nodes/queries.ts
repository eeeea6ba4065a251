import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, inBatches, orderOf, type Sorts } from '../../database/list.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import { foldForSearch, otherSpellings, searchTextOf } from '../../kernel/search.ts';
import { searchKey } from '../../kernel/text.ts';
import { isPollingOn } from '../fragments.ts';
import type { NodeFilter } from '../schema.ts';
import type { NodeFields } from './rules.ts';
import type { ListedRow, NodeRecord } from './rules-record.ts';

/** Folded name, location and address; the name first, so that it also sorts by name. */
function nodeSearchText({
  name,
  location,
  address,
}: Pick<NodeFields, 'name' | 'location' | 'address'>): string {
  return searchTextOf(foldForSearch(name), foldForSearch(location), address, otherSpellings(name));
}

export const nodes = defineRecord<'network_nodes', NodeRecord>(
  'network_nodes',
  {
    id: 'id bigint',
    name: 'name text',
    location: 'location text',
    type: 'type text',
    technologies: 'technologies text[]',
    status: 'status text',
    retiredAt: 'retired_at timestamptz',
    capacityKbps: 'capacity_kbps bigint',
    usageKbps: 'usage_kbps bigint',
    typedUptime: 'typed_uptime int',
    lastMaintenance: 'last_maintenance timestamptz',
    parentId: 'parent_id bigint',
    notes: 'notes text',
    address: 'address text',
    isPolled: 'is_polled boolean',
    snmpVersion: 'snmp_version text',
    snmpPort: 'snmp_port int',
    snmpSecret: 'snmp_secret text',
    maxUtilisation: 'max_utilisation int',
    maxLatencyMs: 'max_latency_ms int',
    maxLoss: 'max_loss int',
    createdAt: 'created_at timestamptz',
    version: 'version bigint',
  },
  {
    derived: {
      name_key: ['text', ({ name }) => searchKey(name)],
      search_text: ['text', nodeSearchText],
    },
  },
);

const sorts: Sorts<
  'name' | 'location' | 'type' | 'status' | 'capacity' | 'currentUsage' | 'lastMaintenance'
> = {
  keys: {
    name: 'n.search_text',
    location: 'n.location',
    type: 'n.type',
    status: 'n.status',
    capacity: 'n.capacity_kbps',
    currentUsage: 'n.usage_kbps',
    lastMaintenance: 'n.last_maintenance',
  },
  unique: 'n.id',
  first: { column: 'name', descending: false },
  nullable: ['lastMaintenance'],
};

function found(db: Db, { status, location, type, parentId, q }: NodeFilter) {
  let query = db.selectFrom('network_nodes as n');
  if (status === 'retired') query = query.where('n.retired_at', 'is not', null);
  else if (status !== 'all') query = query.where('n.retired_at', 'is', null);
  if (status && status !== 'all' && status !== 'retired')
    query = query.where('n.status', '=', status);
  if (location) query = query.where('n.location', '=', location);
  if (type) query = query.where('n.type', '=', type);
  if (parentId !== undefined) query = query.where('n.parent_id', '=', parentId);
  return q ? query.where(matchesSearch(sql`n.search_text`, q)) : query;
}

/** Nodes with the name of the parent, the last measurement, and the daily roll-ups since an instant. */
function withMeasurements(query: ReturnType<typeof found>, since: Date) {
  const days = (column: 'samples' | 'up_samples') => sql<number>`coalesce(
    (select sum(${sql.ref(`r.${column}`)}) from network_rollups r
     where r.node_id = n.id and r.span = 'day' and r.start >= ${since}), 0)::bigint`;
  return query
    .leftJoin('network_nodes as p', 'p.id', 'n.parent_id')
    .leftJoin('network_states as s', 's.node_id', 'n.id')
    .select(nodes.list('n'))
    .select([
      sql<string>`coalesce(p.name, '')`.as('parentName'),
      's.latency_us as latencyUs',
      's.loss_percent as lossPercent',
      's.is_reachable as isReachable',
      's.polled_at as polledAt',
      sql<string>`coalesce(s.snmp_error, '')`.as('snmpError'),
      days('samples').as('samples'),
      days('up_samples').as('up'),
      sql<number>`(select count(*) from network_alarms a where a.node_id = n.id and a.ended_at is null)`.as(
        'openAlarms',
      ),
      isPollingOn.as('isPolling'),
    ]);
}

export function findNodes(db: Db, filter: NodeFilter, since: Date): Promise<Page<ListedRow>> {
  return findPage(withMeasurements(found(db, filter), since), sorts, filter);
}

export function getNode(db: Db, id: number, since: Date): Promise<ListedRow | undefined> {
  const one = db.selectFrom('network_nodes as n').where('n.id', '=', id);
  return withMeasurements(one, since).executeTakeFirst();
}

/** The whole filtered, sorted list, `size` nodes at a time. */
export async function* streamNodes(
  db: Db,
  filter: NodeFilter,
  since: Date,
  size: number,
): AsyncGenerator<ListedRow[]> {
  const order = sql`${orderOf(sorts, filter.sort)}`;
  const matches = await found(db, filter).select('n.id').orderBy(order).execute();
  yield* inBatches(
    matches.map(({ id }) => id),
    size,
    (part) => {
      const some = db
        .selectFrom('network_nodes as n')
        .where(sql<boolean>`n.id = any(${arrayOf('bigint', part)})`);
      return withMeasurements(some, since).execute();
    },
  );
}

export async function getIsPolling(db: Db): Promise<boolean> {
  const { isPolling } = await db
    .selectNoFrom(isPollingOn.as('isPolling'))
    .executeTakeFirstOrThrow();
  return isPolling;
}
