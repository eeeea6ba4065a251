import { sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { RouterKind } from '../schema-routers.ts';
import type { OrderFacts } from './rules.ts';

/** An order that is due, with what its packet is made of. */
export interface DueOrder extends OrderFacts {
  sessionId: number;
  accountId: number;
  decision: number;
  routerId: number;
  routerName: string;
  routerKind: RouterKind;
  /** Where the router takes orders. */
  address: string;
  port: number;
  secretEncrypted: string;
  /** '' of a code: routers know it by what was typed, which is kept nowhere. */
  userName: string;
  acctSessionId: string;
  ip: string;
}

/**
 * Makes and withdraws orders for open sessions; not `enforced` for those alone that are in the garden. Returns how many
 * sessions differ. Of all accounts, or of some.
 */
export async function compareSessions(
  db: Db,
  now: Date,
  enforced: boolean,
  accountIds?: readonly number[],
): Promise<number> {
  const only = accountIds ? arrayOf('bigint', accountIds) : sql`null::bigint[]`;
  const { rows } = await sql<{ count: number }>`
    select radius_compare(${enforced}, ${now}::timestamptz, ${only}) as count`.execute(db);
  return Number(rows[0]!.count);
}

export interface Limits {
  now: Date;
  /** Until then no other process takes what was taken. */
  until: Date;
  limit: number;
  perRouter: number;
  /** Routers of which nothing is taken. */
  busy: readonly number[];
}

/** Takes orders that are due, first those of customers who may be on, then the oldest. */
export async function takeDue(
  db: Db,
  { now, until, limit, perRouter, busy }: Limits,
): Promise<DueOrder[]> {
  const { rows } = await sql<DueOrder>`
    with due as (
      select session_id, row_number() over (partition by router_id order by given in ('g', 'x'), next_at, session_id) as place, next_at,
        given in ('g', 'x') as is_suspension
      from radius_orders where next_at <= ${now} and router_id <> all(${arrayOf('bigint', busy)})
    ), taken as (
      select o.session_id from radius_orders o
      where o.session_id in (select session_id from due where place <= ${perRouter} order by is_suspension, next_at, session_id limit ${limit})
        and o.next_at <= ${now}
      order by o.session_id for update skip locked
    ), claimed as (
      update radius_orders o set next_at = ${until} from taken t where o.session_id = t.session_id returning o.*
    )
    select c.session_id as "sessionId", s.account_id as "accountId", c.kind, c.decision, c.given, c.tries,
      r.id as "routerId", r.name as "routerName", r.kind as "routerKind",
      case when r.coa_address = '' then r.address else r.coa_address end as address, r.coa_port as port,
      r.secret_encrypted as "secretEncrypted", 
      case when a.kind = 'code' then '' else s.username end as "userName", s.session_id as "acctSessionId",
      coalesce(host(s.ip), '') as ip, a.download_kbps as "downloadKbps", a.upload_kbps as "uploadKbps",
      a.reduced_download_kbps as "reducedDownloadKbps", a.reduced_upload_kbps as "reducedUploadKbps"
    from claimed c join radius_sessions s on s.id = c.session_id join access_accounts a on a.id = s.account_id
      join radius_routers r on r.id = c.router_id
    order by c.session_id`.execute(db);
  return rows;
}

/** A session has what an order said: the order is done, unless a newer one has taken its place. */
export async function markGiven(
  db: Db,
  done: readonly Pick<DueOrder, 'sessionId' | 'decision' | 'given'>[],
): Promise<void> {
  if (done.length === 0) return;
  const source = rowsOf(done, {
    session_id: ['bigint', ({ sessionId }) => sessionId],
    decision: ['bigint', ({ decision }) => decision],
    given: ['text', ({ given }) => given],
  });
  await sql`
    update radius_sessions s set decision = n.decision, given = n.given from (${source}) as n
    where s.id = n.session_id`.execute(db);
  await sql`
    delete from radius_orders o using (${source}) as n
    where o.session_id = n.session_id and o.decision = n.decision and o.given = n.given`.execute(
    db,
  );
}

/** Closes sessions that their routers do not know. */
export async function closeUnknown(db: Db, sessionIds: readonly number[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await sql`
    select radius_close(s, s.last_at, 'unknown to router') from radius_sessions s
    where s.id = any(${arrayOf('bigint', sessionIds)})`.execute(db);
}

export interface Postponed {
  sessionId: number;
  decision: number;
  given: DueOrder['given'];
  kind: 'change' | 'end';
  nextAt: Date;
  isPromised: boolean;
  error: string;
}

/** When orders are sent again; a newer order of the session is left alone. */
export async function postpone(db: Db, orders: readonly Postponed[]): Promise<void> {
  if (orders.length === 0) return;
  const source = rowsOf(orders, {
    session_id: ['bigint', ({ sessionId }) => sessionId],
    decision: ['bigint', ({ decision }) => decision],
    given: ['text', ({ given }) => given],
    kind: ['text', ({ kind }) => kind],
    next_at: ['timestamptz', ({ nextAt }) => nextAt],
    is_promised: ['boolean', ({ isPromised }) => isPromised],
    error: ['text', ({ error }) => error],
  });
  await sql`
    update radius_orders o set kind = n.kind, next_at = n.next_at, is_promised = n.is_promised, error = n.error,
      tries = o.tries + 1
    from (${source}) as n
    where o.session_id = n.session_id and o.decision = n.decision and o.given = n.given`.execute(
    db,
  );
}

/** An order to end one session, whatever it has; the router does so, and its device may sign in again. */
export async function orderEnd(db: Db, sessionId: number, now: Date): Promise<void> {
  await sql`
    insert into radius_orders as o (session_id, router_id, kind, decision, given, made_at, next_at, is_by_hand)
    select s.id, s.router_id, 'end', s.decision, s.given, ${now}, ${now}, true from radius_sessions s where s.id = ${sessionId}
    on conflict (session_id) do update set kind = 'end', next_at = excluded.next_at, tries = 0, is_promised = false,
      is_by_hand = true`.execute(db);
}
