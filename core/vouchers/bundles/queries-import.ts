import type { Db } from '../../database/connect.ts';
import { type BundleRecord, bundles } from './queries.ts';

/** All bundles, locked unless it is for a preview. */
export function findAll(db: Db, dryRun: boolean): Promise<BundleRecord[]> {
  const query = db.selectFrom('voucher_bundles').select(bundles.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}
