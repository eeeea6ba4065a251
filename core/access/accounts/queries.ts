import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { containing } from '../../database/like.ts';
import { findPage, inBatches, orderOf, type Sorts } from '../../database/list.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import type { AccountFilter, notEnforcedFilter } from '../schema.ts';
import type { AccountRecord, ListedAccount } from './rules-record.ts';

export const accounts = defineRecord<'access_accounts', AccountRecord>('access_accounts', {
  id: 'id bigint',
  customerId: 'customer_id bigint',
  kind: 'kind text',
  username: 'username text',
  fixedIp: 'fixed_ip text',
  pool: 'pool text',
  sessionsAtOnce: 'sessions_at_once int',
  isBlocked: 'is_blocked boolean',
  notes: 'notes text',
  access: 'access text',
  reason: 'reason text',
  downloadKbps: 'download_kbps int',
  uploadKbps: 'upload_kbps int',
  fairUseBytes: 'fair_use_bytes bigint',
  reducedDownloadKbps: 'reduced_download_kbps int',
  reducedUploadKbps: 'reduced_upload_kbps int',
  decision: 'decision bigint',
  decidedAt: 'decided_at timestamptz',
  createdAt: 'created_at timestamptz',
  version: 'version bigint',
});

/** An encrypted password with the hash that MS-CHAP compares, as '\\x' and hexadecimal digits. */
export interface StoredPassword {
  encrypted: string;
  ntHash: string;
}

/** Takes `count` ids, which rise, before the rows are written. */
export async function takeIds(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('access_accounts', 'id')) as id from generate_series(1, ${count}::int)`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
}

/** The encrypted password; undefined for an account without one. */
export async function findPassword(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('access_accounts')
    .select('password_encrypted')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.password_encrypted ?? undefined;
}

/** Writes a new password and raises the version. */
export async function writePassword(
  db: Db,
  id: number,
  { encrypted, ntHash }: StoredPassword,
  at: Date,
): Promise<void> {
  await sql`update access_accounts set password_encrypted = ${encrypted}, nt_hash = ${ntHash}::bytea,
    updated_at = ${at}, version = version + 1 where id = ${id}`.execute(db);
}

/** Wrong tries with an old password do not hold up the new one. */
export async function forgetTries(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('radius_refusals')
    .set({ window_count: 0 })
    .where('account_id', '=', accountId)
    .where('window_count', '>', 0)
    .execute();
}

const sorts: Sorts<'username' | 'customerName' | 'createdAt'> = {
  keys: {
    username: 'a.username',
    customerName: 'c.search_text',
    createdAt: 'a.created_at',
  },
  unique: 'a.id',
  first: { column: 'username', descending: false },
  complete: ['username'],
};

const isOnline = sql<SqlBool>`exists (select 1 from radius_sessions s where s.account_id = a.id)`;

function found(db: Db, { customerId, kind, access, online, q }: AccountFilter) {
  let query = db
    .selectFrom('access_accounts as a')
    .innerJoin('customers as c', 'c.id', 'a.customer_id');
  if (customerId !== undefined) query = query.where('a.customer_id', '=', customerId);
  if (kind) query = query.where('a.kind', '=', kind);
  if (access) query = query.where('a.access', '=', access);
  if (online === true) query = query.where(isOnline);
  if (online === false) query = query.where(sql<SqlBool>`not ${isOnline}`);
  return q
    ? query.where((either) =>
        either.or([
          either('a.username', 'like', containing(q)),
          either('c.search_text', 'like', containing(q)),
        ]),
      )
    : query;
}

/** Sums of the month that began on `since`, from ended days and open sessions. */
function listed(query: ReturnType<typeof found>, since: string) {
  const used = (direction: 'upload' | 'download') => {
    const bytes = sql.ref(`${direction}_bytes`);
    const before = sql.ref(`${direction}_before`);
    return sql<number>`(
      coalesce((select sum(${bytes}) from radius_usage u where u.account_id = a.id and u.day >= ${since}::date), 0)
      + coalesce((select sum(${bytes} - ${before}) from radius_sessions s where s.account_id = a.id and s.day >= ${since}::date), 0)
    )::bigint`;
  };
  return query
    .select(accounts.list('a'))
    .select([
      'c.customer_id as customerNumber',
      'c.name as customerName',
      sql<number>`(select count(*) from radius_sessions s where s.account_id = a.id)`.as(
        'sessions',
      ),
      used('upload').as('uploadBytes'),
      used('download').as('downloadBytes'),
    ]);
}

export function findAccounts(
  db: Db,
  filter: AccountFilter,
  since: string,
): Promise<Page<ListedAccount>> {
  return findPage(listed(found(db, filter), since), sorts, filter) as Promise<Page<ListedAccount>>;
}

export function getAccount(db: Db, id: number, since: string): Promise<ListedAccount | undefined> {
  const one = found(db, {}).where('a.id', '=', id);
  return listed(one, since).executeTakeFirst() as Promise<ListedAccount | undefined>;
}

/** All accounts of a filter in batches, for an export. */
export async function* streamAccounts(
  db: Db,
  filter: AccountFilter,
  since: string,
  size: number,
): AsyncGenerator<ListedAccount[]> {
  const ids = await found(db, filter)
    .select('a.id')
    .orderBy(sql`${orderOf(sorts, filter.sort)}`)
    .execute();
  yield* inBatches(
    ids.map(({ id }) => id),
    size,
    (part) =>
      listed(found(db, {}), since)
        .where(sql<SqlBool>`a.id = any(${arrayOf('bigint', part)})`)
        .execute() as Promise<ListedAccount[]>,
  );
}

/** Customers with an address and no account, of whom no router asks anything. */
export function findNotEnforced(db: Db, filter: z.output<typeof notEnforcedFilter>) {
  let query = db
    .selectFrom('customers as c')
    .where('c.ip_address', '<>', '')
    .where('c.status', '<>', 'Inactive')
    .where(sql<SqlBool>`not exists (select 1 from access_accounts a where a.customer_id = c.id)`);
  if (filter.q) query = query.where('c.search_text', 'like', containing(filter.q));
  return findPage(
    query.select([
      'c.id as customerId',
      'c.customer_id as customerNumber',
      'c.name as customerName',
      'c.ip_address as ipAddress',
    ]),
    notEnforcedSorts,
    filter,
  );
}

const notEnforcedSorts: Sorts<'customerName'> = {
  keys: { customerName: 'c.search_text' },
  unique: 'c.id',
  first: { column: 'customerName', descending: false },
};

/** Whose accounts these names are, by name; names without an account are missing. */
export async function findOwners(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('access_accounts')
    .select(['username', 'customer_id as customerId'])
    .where(sql<SqlBool>`username = any(${arrayOf('text', names)})`)
    .where('customer_id', 'is not', null)
    .$narrowType<{ customerId: number }>()
    .execute();
  return new Map(rows.map(({ username, customerId }) => [username, customerId]));
}

/** The user names that are a name, or begin with it and a hyphen. */
export async function findNamesLike(db: Db, name: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('access_accounts')
    .select('username')
    .where(sql<SqlBool>`(username = ${name} or starts_with(username, ${`${name}-`}))`)
    .execute();
  return new Set(rows.map(({ username }) => username));
}

/** Those of the customers that exist and have no account. */
export function findWithoutAccount(
  db: Db,
  customerIds: readonly number[],
): Promise<{ id: number; customerNumber: string }[]> {
  return db
    .selectFrom('customers as c')
    .select(['c.id', 'c.customer_id as customerNumber'])
    .where(sql<SqlBool>`c.id = any(${arrayOf('bigint', customerIds)})`)
    .where(sql<SqlBool>`not exists (select 1 from access_accounts a where a.customer_id = c.id)`)
    .orderBy('c.id')
    .execute();
}

export async function removeAccounts(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from access_accounts where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
