import { sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { CodeReason, CodeSource } from '../schema-codes.ts';

/** A code as it is stored, without the code itself. */
export interface StoredCode {
  sourceId: number;
  label: string;
  /** '\\x' and hexadecimal digits. */
  hash: string;
  endsAt: Date | null;
  validSeconds: number | null;
  lapsesOn: IsoDate | null;
  dataBytes: number | null;
  kbps: number | null;
  isOneDevice: boolean;
}

/** Inserts codes; those that have an account already are left as they are. Answers how many were new. */
export async function insertCodes(
  db: Db,
  source: CodeSource,
  codes: readonly StoredCode[],
  at: Date,
): Promise<number> {
  const made = await insertRows<StoredCode, { id: number }>(
    db,
    'access_accounts',
    codes,
    {
      kind: ['text', () => 'code'],
      source: ['text', () => source],
      source_id: ['bigint', ({ sourceId }) => sourceId],
      username: ['text', ({ label }) => label],
      code_hash: ['bytea', ({ hash }) => hash],
      ends_at: ['timestamptz', ({ endsAt }) => endsAt],
      valid_seconds: ['int', ({ validSeconds }) => validSeconds],
      lapses_on: ['date', ({ lapsesOn }) => lapsesOn],
      data_bytes: ['bigint', ({ dataBytes }) => dataBytes],
      download_kbps: ['int', ({ kbps }) => kbps],
      upload_kbps: ['int', ({ kbps }) => kbps],
      is_one_device: ['boolean', ({ isOneDevice }) => isOneDevice],
      access: ['text', () => 'on'],
      decided_at: ['timestamptz', () => at],
      created_at: ['timestamptz', () => at],
      updated_at: ['timestamptz', () => at],
    },
    sql`on conflict on constraint access_accounts_source do nothing returning id`,
  );
  return made.length;
}

/** Those of the records of a source that have no account. */
export async function findWithout(
  db: Db,
  source: CodeSource,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from (select unnest(${arrayOf('bigint', ids)}) as id) k
    where not exists (select from access_accounts a where a.source = ${source} and a.source_id = k.id)
    order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Closes codes, each with the next decision, and marks those that are online. */
export async function closeCodes(
  db: Db,
  source: CodeSource,
  ids: readonly number[],
  { reason, at }: { reason: CodeReason; at: Date },
): Promise<void> {
  await sql`
    with closed as (
      update access_accounts t set access = 'off', reason = ${reason}, decision = t.decision + 1, decided_at = ${at},
        updated_at = ${at}
      from (select id from access_accounts where source = ${source} and source_id = any(${arrayOf('bigint', ids)})
        and access = 'on' order by id for no key update) n
      where t.id = n.id returning t.id
    )
    insert into access_stale (account_id, since)
    select c.id, ${at}::timestamptz from closed c
    where exists (select from radius_sessions s where s.account_id = c.id) order by c.id
    on conflict (account_id) do update set since = excluded.since`.execute(db);
}

/** Locks the accounts of records, so that no sign-in starts their time meanwhile. */
export async function lockCodes(db: Db, source: CodeSource, ids: readonly number[]): Promise<void> {
  await sql`
    select from access_accounts where source = ${source} and source_id = any(${arrayOf('bigint', ids)})
    order by id for no key update`.execute(db);
}

/** Those of the records whose first sign-in waits to be taken over. */
export async function findWaiting(
  db: Db,
  source: CodeSource,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.source_id as id from access_accounts a join access_first_sign_ins f on f.account_id = a.id
    where a.source = ${source} and a.source_id = any(${arrayOf('bigint', ids)})`.execute(db);
  return rows.map(({ id }) => id);
}

export async function setCodeEnd(
  db: Db,
  source: CodeSource,
  id: number,
  endsAt: Date,
): Promise<void> {
  await db
    .updateTable('access_accounts')
    .set({ ends_at: endsAt })
    .where('source', '=', source)
    .where('source_id', '=', id)
    .execute();
}

export interface FirstSignIn {
  /** The voucher or WiFi session. */
  id: number;
  accountId: number;
}

/** First sign-ins that wait to be taken over, by account after `after`. */
export async function findFirstSignIns(
  db: Db,
  source: CodeSource,
  { after, limit }: { after: number; limit: number },
): Promise<FirstSignIn[]> {
  const { rows } = await sql<FirstSignIn>`
    select a.source_id as id, f.account_id as "accountId"
    from access_first_sign_ins f join access_accounts a on a.id = f.account_id
    where a.source = ${source} and f.account_id > ${after} order by f.account_id limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Takes first sign-ins of records; another process that waits for the same ones gets none. */
export async function takeFirstSignIns(
  db: Db,
  source: CodeSource,
  ids: readonly number[],
): Promise<{ id: number; at: Date }[]> {
  const { rows } = await sql<{ id: number; at: Date }>`
    delete from access_first_sign_ins f using access_accounts a
    where a.id = f.account_id and a.source = ${source} and a.source_id = any(${arrayOf('bigint', ids)})
    returning a.source_id as id, f.at`.execute(db);
  return rows;
}
