import { sql } from 'kysely';
import type { CustomerStatus } from '../../customers/schema.ts';
import type { PackageName } from '../../customers/schema-packages.ts';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { DesiredAccess } from '../rules.ts';
import type { AccessProfile } from '../schema.ts';

/** What decides about an account, and what was decided. */
export interface Decidable extends DesiredAccess {
  id: number;
  isBlocked: boolean;
  status: CustomerStatus;
  packageType: PackageName;
  bandwidth: number;
}

/** Locks accounts in the order of their ids, with what decides about them. */
export async function lockDecidable(db: Db, ids: readonly number[]): Promise<Decidable[]> {
  const { rows } = await sql<Decidable>`
    select a.id, a.is_blocked as "isBlocked", a.access, a.reason, a.download_kbps as "downloadKbps", a.upload_kbps as "uploadKbps",
      a.fair_use_bytes as "fairUseBytes", a.reduced_download_kbps as "reducedDownloadKbps",
      a.reduced_upload_kbps as "reducedUploadKbps", c.status, c.package_type as "packageType", c.bandwidth
    from access_accounts a join customers c on c.id = a.customer_id
    where a.id = any(${arrayOf('bigint', ids)})
    order by a.id for no key update of a`.execute(db);
  return rows;
}

/** Writes other answers, each with the next number. */
export async function writeDecisions(
  db: Db,
  decided: readonly ({ id: number } & DesiredAccess)[],
  at: Date,
): Promise<void> {
  if (decided.length === 0) return;
  const source = rowsOf(decided, {
    id: ['bigint', ({ id }) => id],
    access: ['text', ({ access }) => access],
    reason: ['text', ({ reason }) => reason],
    download_kbps: ['int', ({ downloadKbps }) => downloadKbps],
    upload_kbps: ['int', ({ uploadKbps }) => uploadKbps],
    fair_use_bytes: ['bigint', ({ fairUseBytes }) => fairUseBytes],
    reduced_download_kbps: ['int', ({ reducedDownloadKbps }) => reducedDownloadKbps],
    reduced_upload_kbps: ['int', ({ reducedUploadKbps }) => reducedUploadKbps],
  });
  await sql`
    update access_accounts t set access = n.access, reason = n.reason, download_kbps = n.download_kbps,
      upload_kbps = n.upload_kbps, fair_use_bytes = n.fair_use_bytes, reduced_download_kbps = n.reduced_download_kbps,
      reduced_upload_kbps = n.reduced_upload_kbps, decision = t.decision + 1, decided_at = ${at}
    from (${source}) as n where t.id = n.id`.execute(db);
}

/**
 * Takes accounts that wait for a decision, oldest first; those that another process takes are passed over. About codes
 * `closeCodes` has decided.
 */
export async function takeStale(db: Db, limit: number): Promise<{ id: number; isCode: boolean }[]> {
  const { rows } = await sql<{ id: number; isCode: boolean }>`
    delete from access_stale where account_id in (
      select account_id from access_stale order by since, account_id limit ${limit} for update skip locked)
    returning account_id as id,
      exists (select from access_accounts a where a.id = account_id and a.kind = 'code') as "isCode"`.execute(
    db,
  );
  return rows;
}

/** Marks all accounts, or those of one package, or some. */
export async function markStale(
  db: Db,
  at: Date,
  { packageType, accountIds }: { packageType?: PackageName; accountIds?: readonly number[] } = {},
): Promise<void> {
  await sql`
    insert into access_stale (account_id, since)
    select a.id, ${at}::timestamptz from access_accounts a join customers c on c.id = a.customer_id
    where (${packageType ?? null}::text is null or c.package_type = ${packageType ?? null})
      ${accountIds ? sql`and a.id = any(${arrayOf('bigint', accountIds)})` : sql``}
    order by a.id
    on conflict (account_id) do update set since = excluded.since`.execute(db);
}

/** The stored profiles; packages without a row have the default. */
export async function findProfiles(db: Db): Promise<AccessProfile[]> {
  const rows = await db
    .selectFrom('access_profiles')
    .select([
      'package_type as packageType',
      'upload_percent as uploadPercent',
      'fair_use_gb as fairUseGb',
      'reduced_mbps as reducedMbps',
    ])
    .orderBy('package_type')
    .execute();
  return rows as AccessProfile[];
}

export async function writeProfile(db: Db, profile: AccessProfile, at: Date): Promise<void> {
  const { packageType, uploadPercent, fairUseGb, reducedMbps } = profile;
  await sql`
    insert into access_profiles as p (package_type, upload_percent, fair_use_gb, reduced_mbps, updated_at)
    values (${packageType}, ${uploadPercent}, ${fairUseGb}, ${reducedMbps}, ${at})
    on conflict (package_type) do update set upload_percent = excluded.upload_percent, fair_use_gb = excluded.fair_use_gb,
      reduced_mbps = excluded.reduced_mbps, updated_at = excluded.updated_at, version = p.version + 1`.execute(
    db,
  );
}

/** Withdraws all orders that are still waiting. */
export async function withdrawOrders(db: Db): Promise<void> {
  await db.deleteFrom('radius_orders').execute();
}
