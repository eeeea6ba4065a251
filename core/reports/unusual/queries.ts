import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { RefusalKind } from '../../identity/refusals/rules.ts';
import type { Role } from '../../identity/roles.ts';
import {
  type FirstGrant,
  type LateReversal,
  moneyActions,
  type NewDevice,
  type NightWork,
  nightsIn,
  type RateChange,
  type Refusals,
  type ShortCount,
  type Span,
  type SpreadRefusals,
  thresholds,
  type WholeExport,
  wholeExports,
} from './rules.ts';

/*
 * Every statement reads a few days of a few actions by the index audit_log_action, or the new devices of these days, and looks
 * up the rest by key.
 */

/** The most findings of a rule: more of one kind are one matter for a person. */
const MOST = 50;
/** Counts of tills that are looked at, of one person. */
const COUNTS = 60;

/** Lines of the audit log of one action, or of several, in a stretch of time. */
const lines = (actions: readonly string[], { since, until }: Span) =>
  sql`a.action in (${sql.join(actions.map((action) => sql.lit(action)))}) and a.at >= ${since} and a.at < ${until}`;

const by = sql`a.actor_name as who, a.actor_username as username, a.at`;
const dayOf = sql`(a.at at time zone 'Africa/Juba')::date`;

export async function findNewDevices(
  db: Db,
  { since, until }: Span,
  privileged: readonly Role[],
): Promise<NewDevice[]> {
  const { rows } = await sql<NewDevice>`
    select u.full_name as who, u.username, d.first_at as at, u.id as "userId", d.user_agent as "userAgent"
    from user_devices d join users u on u.id = d.user_id
    where d.first_at >= ${since} and d.first_at < ${until} and u.role in (${sql.join(privileged)})
      and exists (select from user_devices e where e.user_id = d.user_id and e.id < d.id)
    order by d.first_at desc limit ${MOST}`.execute(db);
  return rows;
}

/** The refusals of each account, kind and day. */
export async function findRefusals(db: Db, span: Span): Promise<Refusals[]> {
  const { rows } = await sql<Refusals & { kind: RefusalKind }>`
    select coalesce(u.full_name, case c.entity_id when 'unknown' then 'unknown names' else 'a deleted account' end) as who,
      u.username, c.at, c.entity_id as "entityId", c.kind, c.tries
    from (
      select a.entity_id, a.after->>'kind' as kind, max(a.at) as at, sum((a.after->>'tries')::bigint)::bigint as tries
      from audit_log a where ${lines(['refusal.count'], span)}
      group by a.entity_id, a.after->>'kind', ${dayOf}
      order by tries desc limit ${MOST}) c
    left join users u on u.id::text = c.entity_id
    order by c.at desc`.execute(db);
  return rows;
}

/** Wrong passwords by address and day, with how many accounts they were of; not those in a device that its account knows. */
export async function findSpreadRefusals(db: Db, span: Span): Promise<SpreadRefusals[]> {
  const { rows } = await sql<SpreadRefusals>`
    select a.origin as who, null::text as username, max(a.at) as at, count(distinct a.entity_id)::int as names,
      sum((a.after->>'tries')::bigint)::bigint as tries
    from audit_log a
    where ${lines(['refusal.count'], span)} and a.after->>'kind' = 'password' and a.origin <> ''
      and a.after->>'isKnownDevice' = 'false'
    group by a.origin, ${dayOf}
    order by names desc limit ${MOST}`.execute(db);
  return rows;
}

/** Payments whose cash had gone into a till that was counted before they were reversed. */
export async function findLateReversals(db: Db, span: Span): Promise<LateReversal[]> {
  const { rows } = await sql<LateReversal>`
    select ${by}, p.id as "paymentId", p.receipt_number as receipt, p.amount_cents as "amountUsd", t.till_number as "tillNumber"
    from audit_log a
    cross join lateral (
      select m.till_id from cash_movements m
      where m.source = 'payment' and m.source_id = a.entity_id::bigint and m.kind = 'payment' limit 1) m
    join tills t on t.id = m.till_id and t.counted_at < a.at
    join payments p on p.id = a.entity_id::bigint
    where ${lines(['payment.reverse'], span)} and a.entity = 'payment'
    order by a.at desc limit ${MOST}`.execute(db);
  return rows;
}

/** Permissions that were granted to a user who never had them granted before. */
export async function findFirstGrants(db: Db, span: Span): Promise<FirstGrant[]> {
  const { rows } = await sql<FirstGrant>`
    select ${by}, a.entity_id::bigint as "userId", coalesce(u.full_name, a.summary) as target, g.permission
    from audit_log a
    cross join lateral jsonb_array_elements_text(a.after->'grants') g(permission)
    left join users u on u.id = a.entity_id::bigint
    where ${lines(['user.grant'], span)} and a.entity = 'user' and not a.before->'grants' @> to_jsonb(g.permission)
      and not exists (
        select from audit_log e
        where e.entity = 'user' and e.entity_id = a.entity_id and e.id < a.id and e.action = 'user.grant'
          and e.after->'grants' @> to_jsonb(g.permission))
    order by a.at desc limit ${MOST}`.execute(db);
  return rows;
}

/** New exchange rates, each with the one of the same purpose before it. */
export async function findRateChanges(db: Db, span: Span): Promise<RateChange[]> {
  const { rows } = await sql<RateChange>`
    select ${by}, r.id as "rateId", r.purpose, r.rate_cents as rate, p.rate_cents as previous
    from audit_log a
    join currency_rates r on r.id = a.entity_id::bigint
    left join lateral (
      select p.rate_cents from currency_rates p
      where p.purpose = r.purpose and p.valid_from <= r.valid_from and p.id < r.id
      order by p.valid_from desc, p.id desc limit 1) p on true
    where ${lines(['rate.update'], span)} and a.entity = 'currencyRate'
    order by a.at desc limit ${MOST}`.execute(db);
  return rows;
}

/** Tills that were counted short, each with how often its user's were within the last days. */
export async function findShortCounts(db: Db, span: Span): Promise<ShortCount[]> {
  const isShort = (till: string) => {
    const of = (name: string) => sql.ref(`${till}.${name}`);
    return sql`(${of('counted_usd_cents')} < ${of('expected_usd_cents')} or ${of('counted_ssp_cents')} < ${of('expected_ssp_cents')})`;
  };
  const { rows } = await sql<ShortCount>`
    select ${by}, t.id as "tillId", t.till_number as "tillNumber", t.user_name as holder, s.times
    from audit_log a
    join tills t on t.id = a.entity_id::bigint and ${isShort('t')}
    cross join lateral (
      select count(*)::int as times from (
        select * from tills o where o.user_id = t.user_id and o.id <= t.id order by o.id desc limit ${COUNTS}) o
      where o.counted_at > t.counted_at - make_interval(days => ${thresholds.shortDays}::int) and ${isShort('o')}) s
    where ${lines(['till.count'], span)} and a.entity = 'till'
    order by a.at desc limit ${MOST}`.execute(db);
  return rows;
}

/** Whole exports and downloads of backups by each person and day. */
export async function findWholeExports(db: Db, span: Span): Promise<WholeExport[]> {
  const operation = sql`case a.action when 'backup.download' then 'downloadBackup' else a.entity_id end`;
  const { rows } = await sql<WholeExport>`
    select a.actor_name as who, max(a.actor_username) as username, max(a.at) as at,
      array_agg(distinct ${operation} order by ${operation}) as operations
    from audit_log a
    where ${lines(['export.all', 'backup.download'], span)} and a.actor_kind = 'staff'
      and ${operation} in (${sql.join(Object.keys(wholeExports))})
    group by a.actor_id, a.actor_name, ${dayOf}
    order by 3 desc limit ${MOST}`.execute(db);
  return rows;
}

/** Who moved money in the nights that begin in a stretch of time, and how often. */
export async function findNightWork(db: Db, span: Span): Promise<NightWork[]> {
  const found: NightWork[] = [];
  for (const night of nightsIn(span)) {
    const { rows } = await sql<NightWork>`
      select a.actor_name as who, max(a.actor_username) as username, max(a.at) as at, min(a.at) as since, count(*)::int as times
      from audit_log a where ${lines(moneyActions, night)} and a.actor_kind = 'staff'
      group by a.actor_id, a.actor_name order by 3 desc limit ${MOST}`.execute(db);
    found.push(...rows);
  }
  return found;
}
