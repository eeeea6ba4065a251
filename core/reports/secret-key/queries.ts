import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Cents } from '../../kernel/money.ts';
import { openStatuses } from '../../mobile-money/rules.ts';

/** The fingerprint of the key that this database is encrypted with; undefined before the first start (decision 83). */
export async function recordedKey(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('secret_key').select('fingerprint').executeTakeFirst();
  return row?.fingerprint;
}

/** Whether the schema has the table: commands that do not migrate may find an older one. */
export async function hasKeyTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('secret_key') is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/** Records the fingerprint where there is none yet. Of two at once, one is recorded. */
export async function insertKey(db: Db, fingerprint: string, at: Date): Promise<void> {
  await db
    .insertInto('secret_key')
    .values({ fingerprint, recorded_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records the fingerprint in place of another one. */
export async function replaceKey(db: Db, fingerprint: string, at: Date): Promise<void> {
  await db
    .insertInto('secret_key')
    .values({ fingerprint, recorded_at: at })
    .onConflict((conflict) =>
      conflict.column('is_one').doUpdateSet({ fingerprint, recorded_at: at }),
    )
    .execute();
}

/** Encrypted texts of one table by the fingerprint of their key, with one of them and what it belongs to. */
export interface StoredTexts {
  kind: 'voucher' | 'wifi' | 'node' | 'account' | 'router';
  fingerprint: string;
  count: number;
  /** The newest, and what its purpose is made of. */
  encrypted: string;
  id: number;
  batchNumber: string;
  lineNo: number;
  saleNumber: string;
}

/** What is stored encrypted. Reads all of it: for the first start after an upgrade, and for `isp doctor`. */
export async function findStoredTexts(db: Db): Promise<StoredTexts[]> {
  const { rows } = await sql<StoredTexts>`
    with texts (kind, id, encrypted) as (
      select 'voucher', id, code_encrypted from vouchers
      union all select 'wifi', id, access_encrypted from wifi_sessions
      union all select 'node', id, snmp_secret from network_nodes where snmp_secret <> ''
      union all select 'account', id, password_encrypted from access_accounts where password_encrypted is not null
      union all select 'router', id, secret_encrypted from radius_routers),
    found as (
      select kind, split_part(encrypted, '.', 2) as fingerprint, count(*) as count, max(id) as id
      from texts group by 1, 2)
    select f.kind, f.fingerprint, f.count, f.id, t.encrypted,
      coalesce(b.batch_number, '') as "batchNumber", coalesce(v.line_no, 0) as "lineNo",
      coalesce(w.sale_number, '') as "saleNumber"
    from found f
    join texts t on t.kind = f.kind and t.id = f.id
    left join vouchers v on f.kind = 'voucher' and v.id = f.id
    left join voucher_batches b on b.id = v.batch_id
    left join wifi_sessions w on f.kind = 'wifi' and w.id = f.id
    order by f.kind, f.fingerprint`.execute(db);
  return rows;
}

/** What cannot be read with a key, and what that means for people; in whole numbers and US cents. */
export interface LostCounts {
  unusedVouchers: number;
  /** What was paid for the unused ones. */
  unusedCents: Cents;
  /** Used, lapsed and voided vouchers: only their codes are not shown any more. */
  otherVouchers: number;
  runningSessions: number;
  nodes: number;
  accounts: number;
  routers: number;
  /** Messages that wait and hold a code. */
  messages: number;
  /** Mobile money that visitors were asked for: they would not be given their codes. */
  purchases: number;
}

/** Counts what other keys than the one with this fingerprint encrypted. */
export async function countLost(db: Db, fingerprint: string, now: Date): Promise<LostCounts> {
  const readable = `v1.${fingerprint}.%`;
  const { rows } = await sql<LostCounts>`
    select
      (select count(*) from vouchers where status = 'unused' and code_encrypted not like ${readable}) as "unusedVouchers",
      (select coalesce(sum(b.price_cents), 0)::bigint from vouchers v join voucher_batches b on b.id = v.batch_id
        where v.status = 'unused' and v.code_encrypted not like ${readable}) as "unusedCents",
      (select count(*) from vouchers where status <> 'unused' and code_encrypted not like ${readable}) as "otherVouchers",
      (select count(*) from wifi_sessions where ended_at is null and expires_at > ${now}
        and access_encrypted not like ${readable}) as "runningSessions",
      (select count(*) from network_nodes where snmp_secret <> '' and snmp_secret not like ${readable}) as nodes,
      (select count(*) from access_accounts where password_encrypted not like ${readable}) as accounts,
      (select count(*) from radius_routers where secret_encrypted not like ${readable}) as routers,
      (select count(*) from messages m where m.status in ('queued', 'claimed')
        and exists (select 1 from jsonb_each(m.fields) f where jsonb_typeof(f.value) = 'object' and f.value ? 'secret'))
        as messages,
      (select count(*) from payment_intents where purpose = 'wifi' and status = any(${[...openStatuses]})) as purchases`.execute(
    db,
  );
  return rows[0]!;
}
