import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { type BundleRecord, bundles } from './queries.ts';

/** All bundles, locked unless it is for a preview. */
export function findAll(db: Db, dryRun: boolean): Promise<BundleRecord[]> {
  const query = db.selectFrom('voucher_bundles').select(bundles.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}

/** Bundles with their versions, locked against every sale that is about to name them. */
export function lockForUndo(db: Db, ids: readonly number[]): Promise<BundleRecord[]> {
  return db
    .selectFrom('voucher_bundles')
    .select(bundles.list())
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function removeBundles(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from voucher_bundles where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
