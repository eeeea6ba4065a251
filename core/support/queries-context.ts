import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { byKey } from '../database/look-up.ts';
import { isPollingOn } from '../network/fragments.ts';
import type { TicketDetail } from './schema.ts';

export interface UserName {
  id: number;
  fullName: string;
  isActive: boolean;
}

/** A user who may be assigned, locked against deletion until the transaction ends. */
export function lockUser(db: Db, id: number): Promise<UserName | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'is_active as isActive'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

/** The node of a customer, who is locked against deletion; undefined if there is no such customer. */
export function lockCustomer(
  db: Db,
  id: number,
): Promise<{ id: number; nodeId: number | null } | undefined> {
  return db
    .selectFrom('customers')
    .select(['id', 'node_id as nodeId'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

/** The disputes of invoices that a ticket is about, the latest first. */
export function findDisputes(db: Db, ticketId: number): Promise<TicketDetail['disputes']> {
  return db
    .selectFrom(byKey('invoice_disputes', 'ticket_id', sql`${ticketId}`).as('d'))
    .crossJoinLateral(byKey('invoices', 'id', 'd.invoice_id').as('i'))
    .select(['d.invoice_id as invoiceId', 'i.invoice_number as invoiceNumber'])
    .select(['d.since', 'd.outcome'])
    .orderBy('d.id', 'desc')
    .$castTo<TicketDetail['disputes'][number]>()
    .execute();
}

/** Whether there is this node, which is locked against deletion. */
export async function lockNode(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('network_nodes')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasAlarm(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('network_alarms')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

type CustomerContext = Omit<NonNullable<TicketDetail['customer']>, 'balanceUsd'>;

export function getCustomerContext(db: Db, id: number): Promise<CustomerContext | undefined> {
  return db
    .selectFrom('customers')
    .select([
      'status',
      'package_type as packageType',
      'bandwidth',
      'email',
      sql<string>`coalesce(access_type, '')`.as('accessType'),
      'ip_address as ipAddress',
      'mac_address as macAddress',
      'device_serial as deviceSerial',
      'port',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The node of a ticket. What was measured is only given while the node is measured: older values say nothing of now. */
export async function getNodeContext(
  db: Db,
  id: number,
): Promise<NonNullable<TicketDetail['node']> | undefined> {
  const row = await db
    .selectFrom('network_nodes as n')
    .leftJoin('network_states as s', (join) =>
      join
        .onRef('s.node_id', '=', 'n.id')
        .on('n.is_polled', '=', true)
        .on('n.address', '<>', '')
        .on('n.retired_at', 'is', null)
        .on(isPollingOn, '=', true),
    )
    .select(['n.status', 's.is_reachable as isReachable', 's.latency_us as latencyUs', 's.since'])
    .where('n.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { latencyUs, ...node } = row;
  return { ...node, latencyMs: latencyUs === null ? null : latencyUs / 1000 };
}

export interface AlarmContext {
  id: number;
  nodeId: number;
  nodeName: string;
  location: string;
  kind: 'down' | 'utilisation' | 'latency' | 'loss';
  beganAt: Date;
  raisedAt: Date;
  endedAt: Date | null;
  endReason: string;
  value: number | null;
  threshold: number | null;
  /** The node of the alarm is the parent of others. */
  isParent: boolean;
}

/** Alarms with their nodes. `lock` keeps them from being ended until the transaction ends. */
export async function findAlarms(
  db: Db,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<AlarmContext[]> {
  if (ids.length === 0) return [];
  const found = db
    .selectFrom('network_alarms as a')
    .innerJoin('network_nodes as n', 'n.id', 'a.node_id')
    .select([
      'a.id',
      'a.node_id as nodeId',
      'n.name as nodeName',
      'n.location',
      'a.kind',
      'a.began_at as beganAt',
      'a.raised_at as raisedAt',
      'a.ended_at as endedAt',
      'a.end_reason as endReason',
      'a.value',
      'a.threshold',
      sql<boolean>`exists (select from network_nodes d where d.parent_id = n.id)`.as('isParent'),
    ])
    .where('a.id', 'in', ids)
    .orderBy('a.id');
  const rows = await (lock ? found.forShare('a') : found).execute();
  return rows as AlarmContext[];
}

export interface Affected {
  count: number;
  names: string[];
}

/** The customers of a node and of all nodes below it who are not Inactive: their number and the first names. */
export async function findAffected(db: Db, nodeId: number, names: number): Promise<Affected> {
  const { rows } = await sql<Affected>`
    with recursive below (id) as (
      select ${nodeId}::bigint
      union select n.id from below b cross join lateral ${byKey('network_nodes', 'parent_id', 'b.id')} n),
    affected as (
      select c.customer_id || ' ' || c.name as name, c.search_text
      from below b cross join lateral ${byKey('customers', 'node_id', 'b.id')} c where c.status <> 'Inactive')
    select (select count(*) from affected)::int as count,
      coalesce((select array_agg(f.name) from (select name from affected order by search_text, name limit ${names}) f), '{}') as names`.execute(
    db,
  );
  return rows[0]!;
}
