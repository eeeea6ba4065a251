import { sql } from 'kysely';
import { insertRows, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { matchesSearch } from '../../database/like.ts';
import { findPage, type Sorts } from '../../database/list.ts';
import { byKey, eachId } from '../../database/look-up.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Alarm, AlarmFilter, AlarmKind } from '../schema.ts';
import type { EndReason, Watch } from './rules-alarms.ts';

export interface WatchRow extends Watch {
  nodeId: number;
  kind: AlarmKind;
}

export async function findWatches(db: Db, nodeIds: readonly number[]): Promise<WatchRow[]> {
  return db
    .selectFrom(eachId(nodeIds))
    .crossJoinLateral(byKey('network_watches', 'node_id', 'k.id').as('w'))
    .select(['w.node_id as nodeId', 'w.bad', 'w.good', 'w.bad_since as badSince'])
    .select(sql<AlarmKind>`w.kind`.as('kind'))
    .execute();
}

export async function saveWatches(db: Db, rows: readonly WatchRow[]): Promise<void> {
  await insertRows(
    db,
    'network_watches',
    rows,
    {
      node_id: ['bigint', ({ nodeId }) => nodeId],
      kind: ['text', ({ kind }) => kind],
      bad: ['int', ({ bad }) => bad],
      good: ['int', ({ good }) => good],
      bad_since: ['timestamptz', ({ badSince }) => badSince],
    },
    sql`on conflict (node_id, kind) do update
      set bad = excluded.bad, good = excluded.good, bad_since = excluded.bad_since`,
  );
}

export interface OpenAlarm {
  id: number;
  nodeId: number;
  kind: AlarmKind;
}

export async function findOpen(db: Db): Promise<OpenAlarm[]> {
  const { rows } = await sql<OpenAlarm>`
    select id, node_id as "nodeId", kind from network_alarms where ended_at is null`.execute(db);
  return rows;
}

export interface NewAlarm {
  nodeId: number;
  kind: AlarmKind;
  beganAt: Date;
  raisedAt: Date;
  value: number | null;
  threshold: number | null;
}

/** Raises alarms; returns their ids. One that is open already is not raised again. */
export async function insertAlarms(db: Db, alarms: readonly NewAlarm[]): Promise<number[]> {
  const rows = await insertRows<NewAlarm, { id: number }>(
    db,
    'network_alarms',
    alarms,
    {
      node_id: ['bigint', ({ nodeId }) => nodeId],
      kind: ['text', ({ kind }) => kind],
      began_at: ['timestamptz', ({ beganAt }) => beganAt],
      raised_at: ['timestamptz', ({ raisedAt }) => raisedAt],
      value: ['int', ({ value }) => value],
      threshold: ['int', ({ threshold }) => threshold],
    },
    sql`on conflict (node_id, kind) where ended_at is null do nothing returning id`,
  );
  return rows.map(({ id }) => id);
}

export interface Ending {
  id: number;
  reason: EndReason;
}

/** Ends alarms that are open; returns their ids. */
export async function endAlarms(db: Db, endings: readonly Ending[], at: Date): Promise<number[]> {
  if (endings.length === 0) return [];
  const source = rowsOf(endings, {
    id: ['bigint', ({ id }) => id],
    reason: ['text', ({ reason }) => reason],
  });
  const { rows } = await sql<{ id: number }>`
    update network_alarms a set ended_at = greatest(a.raised_at, ${at}::timestamptz), end_reason = e.reason
    from (${source}) e where a.id = e.id and a.ended_at is null returning a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Open alarms of what is no longer measured, and why they end: of nodes that are not, and of the utilisation of those
 * without SNMP, without interfaces that are counted, or without a capacity.
 */
export async function findLeftOpen(db: Db): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select a.id, case when n.retired_at is null then 'unpolled' else 'retired' end as reason
    from network_alarms a join network_nodes n on n.id = a.node_id
    where a.ended_at is null and (n.retired_at is not null or not n.is_polled or n.address = ''
      or (a.kind = 'utilisation' and (n.snmp_version = 'none' or n.capacity_kbps = 0 or not exists (
        select from network_interfaces i where i.node_id = n.id and i.is_counted))))`.execute(db);
  return rows;
}

/** Forgets all counts, so that they begin anew. */
export async function removeWatches(db: Db): Promise<void> {
  await sql`delete from network_watches`.execute(db);
}

const sorts: Sorts<'raisedAt' | 'nodeName' | 'kind'> = {
  keys: { raisedAt: 'a.raised_at', nodeName: 'n.search_text', kind: 'a.kind' },
  unique: 'a.id',
  first: { column: 'raisedAt', descending: true },
};

export function findAlarms(
  db: Db,
  { nodeId, kind, state, ...filter }: AlarmFilter,
): Promise<Page<Alarm>> {
  let query = db
    .selectFrom('network_alarms as a')
    .innerJoin('network_nodes as n', 'n.id', 'a.node_id')
    .select([
      'a.id',
      'a.node_id as nodeId',
      'n.name as nodeName',
      sql<Alarm['location']>`n.location`.as('location'),
      sql<AlarmKind>`a.kind`.as('kind'),
      'a.began_at as beganAt',
      'a.raised_at as raisedAt',
      'a.ended_at as endedAt',
      'a.end_reason as endReason',
      'a.value',
      'a.threshold',
    ]);
  if (nodeId !== undefined) query = query.where('a.node_id', '=', nodeId);
  if (kind) query = query.where('a.kind', '=', kind);
  if (state) query = query.where('a.ended_at', state === 'open' ? 'is' : 'is not', null);
  if (filter.q) query = query.where(matchesSearch(sql`n.search_text`, filter.q));
  return findPage(query, sorts, filter);
}
