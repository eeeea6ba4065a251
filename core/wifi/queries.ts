import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { beginningWith } from '../database/like.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
  sumCents,
} from '../database/list.ts';
import { byKey } from '../database/look-up.ts';
import { defineRecord } from '../database/record.ts';
import type { IsoDate } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import type { Page } from '../kernel/paging.ts';
import { searchReadings } from '../kernel/search.ts';
import type { ReadSession, StoredSession } from './rules.ts';
import type { WifiSessionFilter, WifiSessionSums, WifiStatsFilter } from './schema.ts';

export const sessions = defineRecord<'wifi_sessions', StoredSession>(
  'wifi_sessions',
  {
    id: 'id bigint',
    saleNumber: 'sale_number text',
    intentId: 'intent_id bigint',
    packageId: 'package_id text',
    packageName: 'package_name text',
    durationMinutes: 'duration_minutes int',
    dataMB: 'data_mb int',
    speedMbps: 'speed_mbps int',
    phoneNumber: 'phone text',
    provider: 'provider text',
    moneyAccount: 'money_account text',
    currency: 'currency text',
    amount: 'amount_cents bigint',
    usd: 'usd_cents bigint',
    exchangeRate: 'rate_cents bigint',
    soldDate: 'sold_on date',
    startTime: 'started_at timestamptz',
    expiryTime: 'expires_at timestamptz',
    endedAt: 'ended_at timestamptz',
    hotspotId: 'hotspot_id text',
  },
  { versioned: false },
);

/** What is read of the payment request of a session `w`. */
const ofRequest = sql`
  (select i.driver = 'simulated' from ${byKey('payment_intents', 'id', 'w.intent_id')} i) as "isSimulated",
  exists (select from ${byKey('payment_refunds', 'intent_id', 'w.intent_id')} r) as "isRefunded"`;

const columns = sql<ReadSession>`${sessions.listText('w')}, ${ofRequest}`;

/** A session with what is read of its payment request. */
export async function getSession(db: Db, id: number): Promise<ReadSession | undefined> {
  const { rows } = await sql<ReadSession>`select ${columns}
    from ${byKey('wifi_sessions', 'id', sql`${id}`)} w`.execute(db);
  return rows[0];
}

/** The session of a payment request, with its encrypted access code. */
export async function getSessionOfIntent(
  db: Db,
  intentId: number,
): Promise<(StoredSession & { accessEncrypted: string }) | undefined> {
  const { rows } = await sql<StoredSession & { accessEncrypted: string }>`
    select ${sessions.listText('w')}, w.access_encrypted as "accessEncrypted"
    from ${byKey('wifi_sessions', 'intent_id', sql`${intentId}`)} w`.execute(db);
  return rows[0];
}

/** The number of a session and its encrypted access code. */
export async function getAccess(
  db: Db,
  id: number,
): Promise<{ saleNumber: string; accessEncrypted: string } | undefined> {
  return db
    .selectFrom('wifi_sessions')
    .select(['sale_number as saleNumber', 'access_encrypted as accessEncrypted'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function hasAccessHash(db: Db, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('wifi_sessions')
    .select('id')
    .where('access_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** At most `limit` sessions that run, after the id `after`. */
export async function findActive(
  db: Db,
  now: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('wifi_sessions')
    .select('id')
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks sessions with their encrypted access codes; one that is being changed is left for later. */
export async function lockSessions(
  db: Db,
  ids: readonly number[],
): Promise<(StoredSession & { accessEncrypted: string })[]> {
  const { rows } = await sql<StoredSession & { accessEncrypted: string }>`
    select ${sessions.listText('w')}, w.access_encrypted as "accessEncrypted"
    from wifi_sessions w where w.id = any(${arrayOf('bigint', ids)})
    order by w.id for no key update skip locked`.execute(db);
  return rows;
}

const sorts: Sorts<'soldDate' | 'packageName' | 'phoneNumber' | 'expiryTime' | 'amountUsd'> = {
  keys: {
    soldDate: 'w.sold_on',
    packageName: 'w.package_name',
    phoneNumber: 'w.phone',
    expiryTime: 'w.expires_at',
    amountUsd: 'w.usd_cents',
  },
  unique: 'w.id',
  first: { column: 'soldDate', descending: true },
};

/** Sales whose number or phone begins as the text; a phone in any form. */
function matching(q: string): RawBuilder<SqlBool> {
  const phones = [
    ...new Set(
      searchReadings(q).flatMap(([first = '', ...more]) =>
        more.length === 0 && /^0\d{5,9}$/.test(first) ? [`+211${first.slice(1)}`] : [],
      ),
    ),
  ];
  const found = [
    sql`select id from wifi_sessions where sale_number like ${beginningWith(q.trim().toUpperCase())}`,
    ...phones.map(
      (phone) => sql`select id from wifi_sessions where phone like ${beginningWith(phone)}`,
    ),
  ];
  return sql<SqlBool>`w.id in (${sql.join(found, sql` union `)})`;
}

function conditionsOf(filter: WifiSessionFilter, now: Date): RawBuilder<SqlBool>[] {
  const { status = 'all', packageId, from, to, q } = filter;
  const all: RawBuilder<SqlBool>[] = [];
  if (status === 'ended') all.push(sql`w.ended_at is not null`);
  if (status === 'active') all.push(sql`w.ended_at is null and w.expires_at > ${now}`);
  if (status === 'expired') all.push(sql`w.ended_at is null and w.expires_at <= ${now}`);
  if (packageId) all.push(sql`w.package_id = ${packageId}`);
  if (from) all.push(sql`w.sold_on >= ${from}`);
  if (to) all.push(sql`w.sold_on <= ${to}`);
  if (q) all.push(matching(q));
  return all;
}

function found(db: Db, filter: WifiSessionFilter, now: Date) {
  return db
    .selectFrom('wifi_sessions as w')
    .selectAll('w')
    .where(allOf(conditionsOf(filter, now)));
}

const list: DetailedList<ReadSession, keyof typeof sorts.keys> = {
  table: 'wifi_sessions',
  alias: 'w',
  columns,
  sorts,
};

/** One page of the filtered sales, newest first by default. */
export function findSessions(
  db: Db,
  filter: WifiSessionFilter,
  now: Date,
): Promise<Page<ReadSession>> {
  return findDetailed(db, list, found(db, filter, now), filter);
}

/** All filtered sales, `size` at a time. */
export function streamSessions(
  db: Db,
  filter: WifiSessionFilter,
  now: Date,
  size: number,
): AsyncGenerator<ReadSession[]> {
  return streamDetailed(db, list, found(db, filter, now), { sort: filter.sort, size });
}

/** Sums over all filtered sales. */
export async function sumSessions(
  db: Db,
  filter: WifiSessionFilter,
  now: Date,
): Promise<WifiSessionSums> {
  const sums = sql`count(*)::int as count, ${sumCents('w.usd_cents')} as usd,
    ${sumCents('w.amount_cents', sql`w.currency = 'USD'`)} as "inUsd",
    ${sumCents('w.amount_cents', sql`w.currency = 'SSP'`)} as "inSsp"`;
  const { rows } = await sql<WifiSessionSums>`
    select a.count as sessions, r.count as refunded, a.usd as "amountUsd", a."inUsd" as "receivedUsd",
      a."inSsp" as "receivedSsp", r.usd as "refundedUsd", r."inSsp" as "refundedSsp"
    from (select ${sums} from (${found(db, filter, now)}) w) a,
      (select ${sums} from (${found(db, filter, now)}) w
        where w.intent_id in (select intent_id from payment_refunds)) r`.execute(db);
  return rows[0]!;
}

export interface PackageSales {
  packageId: string;
  packageName: string;
  sales: number;
  revenueUsd: Cents;
}

/** Sales of a range of days by package, most revenue first, refunded ones left out. */
export async function sumByPackage(db: Db, { from, to }: WifiStatsFilter): Promise<PackageSales[]> {
  const { rows } = await sql<PackageSales>`
    select w.package_id as "packageId", max(w.package_name) as "packageName", count(*)::int as sales,
      ${sumCents('w.usd_cents')} as "revenueUsd"
    from wifi_sessions w left join payment_refunds r on r.intent_id = w.intent_id
    where r.id is null and ${inRange('w.sold_on', from, to)}
    group by w.package_id order by "revenueUsd" desc, w.package_id`.execute(db);
  return rows;
}

export async function countActive(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from wifi_sessions
    where expires_at > ${now} and ended_at is null`.execute(db);
  return rows[0]!.count;
}

/** Requests of visitors in a range of days that ended without money, and those that wait for a person. */
export async function countProblems(
  db: Db,
  { from, to }: WifiStatsFilter,
): Promise<{ failed: number; inReview: number }> {
  const day = sql`(created_at at time zone 'Africa/Juba')::date`;
  const { rows } = await sql<{ failed: number; inReview: number }>`
    select (count(*) filter (where status <> 'review'))::int as failed,
      (count(*) filter (where status = 'review'))::int as "inReview"
    from payment_intents where status in ('failed', 'expired', 'review') and purpose = 'wifi'
      and ${inRange(day, from, to)}`.execute(db);
  return rows[0]!;
}

function inRange(
  column: string | RawBuilder<unknown>,
  from: IsoDate | undefined,
  to: IsoDate | undefined,
): RawBuilder<SqlBool> {
  const day = typeof column === 'string' ? sql.ref(column) : column;
  const conditions = [
    ...(from ? [sql`${day} >= ${from}`] : []),
    ...(to ? [sql`${day} <= ${to}`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
