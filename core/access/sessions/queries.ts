import { isIPv4 } from 'node:net';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { allOf, findPage, inBatches, orderOf, type Sorts } from '../../database/list.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { Page } from '../../kernel/paging.ts';
import type {
  ClosedFilter,
  ClosedSession,
  OpenSession,
  Refusal,
  RefusalFilter,
  RefusalReason,
  SessionFilter,
  SessionKind,
  SessionSums,
  UsageDay,
} from '../schema-sessions.ts';

const sorts: Sorts<'startedAt' | 'username' | 'downloadBytes'> = {
  keys: { startedAt: 's.started_at', username: 'a.username', downloadBytes: 's.download_bytes' },
  unique: 's.id',
  first: { column: 'startedAt', descending: true },
};

/** An address or a prefix as text, '' where there is none. */
const addressText = (column: 's.ip' | 's.ipv6_prefix' | 's.delegated_prefix') =>
  sql<string>`coalesce(${sql.ref(column)}::text, '')`;
/** Without the length of its mask. */
const hostText = sql<string>`coalesce(host(s.ip), '')`;

/** What belongs to an account, a customer or a router; the account of it is `a`. */
function belongingTo(
  alias: 's' | 'f',
  { accountId, customerId, routerId }: Pick<SessionFilter, 'accountId' | 'customerId' | 'routerId'>,
) {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (accountId !== undefined)
    conditions.push(sql`${sql.ref(`${alias}.account_id`)} = ${accountId}`);
  if (customerId !== undefined) conditions.push(sql`a.customer_id = ${customerId}`);
  if (routerId !== undefined) conditions.push(sql`${sql.ref(`${alias}.router_id`)} = ${routerId}`);
  return allOf(conditions);
}

const people = [
  sql<string>`a.username`.as('username'),
  sql<SessionKind>`a.kind`.as('kind'),
  sql<number | null>`a.customer_id`.as('customerId'),
  sql<string>`coalesce(c.customer_id, '')`.as('customerNumber'),
  sql<string>`coalesce(c.name, '')`.as('customerName'),
  sql<string>`r.name`.as('routerName'),
] as const;

function open(db: Db, { id, access, q, ...of }: SessionFilter & { id?: number }) {
  let query = db
    .selectFrom('radius_sessions as s')
    .innerJoin('access_accounts as a', 'a.id', 's.account_id')
    .leftJoin('customers as c', 'c.id', 'a.customer_id')
    .innerJoin('radius_routers as r', 'r.id', 's.router_id')
    .where(belongingTo('s', of));
  if (id !== undefined) query = query.where('s.id', '=', id);
  if (access) query = query.where('a.access', '=', access);
  return q
    ? query.where((either) =>
        either.or([
          either('a.username', 'like', containing(q)),
          either('c.search_text', 'like', containing(q)),
          either(sql<string>`host(s.ip)`, 'like', containing(q)),
          either('s.device', 'like', containing(q)),
        ]),
      )
    : query;
}

const openRows = (query: ReturnType<typeof open>) =>
  query
    .select(people)
    .select([
      's.id',
      's.account_id as accountId',
      's.router_id as routerId',
      's.started_at as startedAt',
      's.device',
      's.seconds',
      's.upload_bytes as uploadBytes',
      's.download_bytes as downloadBytes',
      's.last_at as lastAt',
      'a.access',
      'a.reason',
      hostText.as('ip'),
      addressText('s.ipv6_prefix').as('ipv6Prefix'),
      addressText('s.delegated_prefix').as('delegatedPrefix'),
      sql<boolean>`not exists (select 1 from radius_orders o where o.session_id = s.id)`.as(
        'isAsDecided',
      ),
    ]);

/** Who is online, newest first by default; searched by user name, customer, address and device. */
export function findOpen(
  db: Db,
  filter: SessionFilter & { id?: number },
): Promise<Page<OpenSession>> {
  return findPage(openRows(open(db, filter)), sorts, filter) as Promise<Page<OpenSession>>;
}

/**
 * Who is online with an IPv4 address, at most two: customers by their id, null for somebody with a code. Sessions that have not been
 * reported for ten minutes are left out: their address may be another's.
 */
export async function ownersOfAddress(db: Db, address: string): Promise<(number | null)[]> {
  if (!isIPv4(address)) return [];
  const { rows } = await sql<{ id: number | null }>`
    select distinct a.customer_id as id from radius_sessions s join access_accounts a on a.id = s.account_id
    where s.ip = ${address}::inet and s.last_at > now() - interval '10 minutes' limit 2`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** All of a filter in batches, for an export. */
export async function* streamOpen(
  db: Db,
  filter: SessionFilter,
  size: number,
): AsyncGenerator<OpenSession[]> {
  const ids = await open(db, filter)
    .select('s.id')
    .orderBy(sql`${orderOf(sorts, filter.sort)}`)
    .execute();
  yield* inBatches(
    ids.map(({ id }) => id),
    size,
    (part) =>
      openRows(open(db, {}))
        .where(sql<SqlBool>`s.id = any(${arrayOf('bigint', part)})`)
        .execute() as Promise<OpenSession[]>,
  );
}

/** Open sessions in sum and by router; `waiting` are those for which an order waits. */
export async function sumSessions(db: Db): Promise<SessionSums> {
  const { rows } = await sql<{
    id: number;
    name: string;
    sessions: number;
    waiting: number;
    down: number;
    up: number;
  }>`
    select r.id, r.name, count(s.id) as sessions, count(o.session_id) as waiting,
      coalesce(sum(case when s.given = 'r' then a.reduced_download_kbps else a.download_kbps end), 0)::bigint as down,
      coalesce(sum(case when s.given = 'r' then a.reduced_upload_kbps else a.upload_kbps end), 0)::bigint as up
    from radius_routers r left join radius_sessions s on s.router_id = r.id left join access_accounts a on a.id = s.account_id
      left join radius_orders o on o.session_id = s.id
    group by r.id order by r.name_key`.execute(db);
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return {
    sessions: sum((row) => row.sessions),
    asDecided: sum((row) => row.sessions - row.waiting),
    downloadKbps: sum((row) => row.down),
    uploadKbps: sum((row) => row.up),
    routers: rows.map(({ id, name, sessions, waiting }) => ({ id, name, sessions, waiting })),
  };
}

const closedSorts: Sorts<'startedAt' | 'endedAt'> = {
  keys: { startedAt: 's.started_at', endedAt: 's.ended_at' },
  unique: 's.id',
  first: { column: 'endedAt', descending: true },
};

/** Ended sessions; of an address those that had it, between two days (Juba). */
export function findClosed(
  db: Db,
  filter: ClosedFilter & { since?: Date | undefined; before?: Date | undefined },
): Promise<Page<ClosedSession>> {
  const { ip, since, before, q } = filter;
  let query = db
    .selectFrom('radius_closed_sessions as s')
    .innerJoin('access_accounts as a', 'a.id', 's.account_id')
    .leftJoin('customers as c', 'c.id', 'a.customer_id')
    .innerJoin('radius_routers as r', 'r.id', 's.router_id')
    .where(belongingTo('s', filter));
  if (ip)
    query = query.where(
      sql<SqlBool>`(s.ip = ${ip}::inet or s.ipv6_prefix >>= ${ip}::inet or s.delegated_prefix >>= ${ip}::inet)`,
    );
  if (since) query = query.where('s.ended_at', '>=', since);
  if (before) query = query.where('s.started_at', '<', before);
  if (q) query = query.where('a.username', 'like', containing(q));
  const rows = query
    .select(people)
    .select([
      's.id',
      's.account_id as accountId',
      's.router_id as routerId',
      's.started_at as startedAt',
      's.ended_at as endedAt',
      's.device',
      's.seconds',
      's.upload_bytes as uploadBytes',
      's.download_bytes as downloadBytes',
      's.cause',
      hostText.as('ip'),
      addressText('s.ipv6_prefix').as('ipv6Prefix'),
      addressText('s.delegated_prefix').as('delegatedPrefix'),
    ]);
  return findPage(rows, closedSorts, filter) as Promise<Page<ClosedSession>>;
}

/** Upload and download of an account by day (Juba), with its open sessions; days without any are left out. */
export async function usageOf(db: Db, accountId: number, since: IsoDate): Promise<UsageDay[]> {
  const { rows } = await sql<UsageDay>`
    select day, sum(up)::bigint as "uploadBytes", sum(down)::bigint as "downloadBytes" from (
      select day, upload_bytes as up, download_bytes as down from radius_usage
      where account_id = ${accountId} and day >= ${since}
      union all
      select day, upload_bytes - upload_before, download_bytes - download_before from radius_sessions
      where account_id = ${accountId} and day >= ${since}
    ) parts group by day order by day`.execute(db);
  return rows;
}

const refusalSorts: Sorts<'lastAt' | 'count'> = {
  keys: { lastAt: 'f.last_at', count: 'f.count' },
  unique: 'f.id',
  first: { column: 'lastAt', descending: true },
};

/**
 * A code that is bound to another device is refused as if it had too many sessions. Its device does not change, so what the
 * account says now was so at each refusal.
 */
const isOtherDevice = sql<boolean>`(f.reason = 'tooMany' and coalesce(a.is_one_device and a.device <> f.device, false))`;

/** Refused sign-ins, newest first by default; searched by user name and device. */
export function findRefusals(db: Db, filter: RefusalFilter): Promise<Page<Refusal>> {
  const { reason, q } = filter;
  let query = db
    .selectFrom('radius_refusals as f')
    .innerJoin('radius_routers as r', 'r.id', 'f.router_id')
    .leftJoin('access_accounts as a', 'a.id', 'f.account_id')
    .leftJoin('customers as c', 'c.id', 'a.customer_id')
    .where(belongingTo('f', filter));
  if (reason) query = query.where('f.reason', '=', reason === 'otherDevice' ? 'tooMany' : reason);
  if (reason === 'otherDevice') query = query.where(isOtherDevice);
  if (reason === 'tooMany') query = query.where(sql<SqlBool>`not ${isOtherDevice}`);
  if (q)
    query = query.where((either) =>
      either.or([
        either('a.username', 'like', containing(q)),
        either(sql<string>`lower(f.username)`, 'like', containing(q)),
        either('f.device', 'like', containing(q)),
      ]),
    );
  const rows = query.select([
    'f.id',
    'f.hour',
    'f.last_at as lastAt',
    'f.account_id as accountId',
    sql<string>`coalesce(a.username, f.username)`.as('username'),
    'a.customer_id as customerId',
    sql<string>`coalesce(c.customer_id, '')`.as('customerNumber'),
    sql<string>`coalesce(c.name, '')`.as('customerName'),
    'f.router_id as routerId',
    'r.name as routerName',
    'f.device',
    sql<RefusalReason>`case when ${isOtherDevice} then 'otherDevice' else f.reason end`.as(
      'reason',
    ),
    'f.count',
  ]);
  return findPage(rows, refusalSorts, filter) as Promise<Page<Refusal>>;
}

const REMOVED_AT_ONCE = 5000;

/** Closes sessions of which nothing was heard since an instant; returns how many, at most some thousand. */
export async function closeSilent(db: Db, since: Date): Promise<number> {
  const { rows } = await sql`
    select radius_close(s, s.last_at, 'silent') from radius_sessions s where s.id in (
      select id from radius_sessions where last_at < ${since} order by id limit ${REMOVED_AT_ONCE} for update skip locked)`.execute(
    db,
  );
  return rows.length;
}

/** Removes closed sessions, refusals and usage that are older than they are kept; returns how many of the first. */
export async function removeOld(
  db: Db,
  { sessions, usage }: { sessions: Date; usage: IsoDate },
): Promise<number> {
  const removed = await sql`
    delete from radius_closed_sessions where id in (
      select id from radius_closed_sessions where ended_at < ${sessions} order by ended_at limit ${REMOVED_AT_ONCE})`.execute(
    db,
  );
  const refusals = await sql`
    delete from radius_refusals where id in (
      select id from radius_refusals where last_at < ${sessions} order by last_at limit ${REMOVED_AT_ONCE})`.execute(
    db,
  );
  const days = await sql`
    delete from radius_usage where (account_id, day) in (
      select u.account_id, u.day from radius_usage u where u.day < ${usage}
        -- The data of a code that may still be used are counted from its first day on.
        and not exists (select from access_accounts a where a.id = u.account_id and a.data_bytes is not null and a.access = 'on'
            and (a.ends_at is null or a.ends_at > now()))
      order by u.day limit ${REMOVED_AT_ONCE})`.execute(db);
  // Those of which no day is left.
  const months = await sql`
    delete from radius_months where (account_id, month) in (
      select m.account_id, m.month from radius_months m where m.month < date_trunc('month', ${usage}::date)
        and not exists (select from radius_usage u where u.account_id = m.account_id and u.day >= m.month
          and u.day < m.month + interval '1 month')
      order by m.month limit ${REMOVED_AT_ONCE})`.execute(db);
  return Math.max(
    ...[removed, refusals, days, months].map(({ numAffectedRows = 0n }) => Number(numAffectedRows)),
  );
}
