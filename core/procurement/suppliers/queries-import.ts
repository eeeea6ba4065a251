import type { Db } from '../../database/connect.ts';
import { suppliers } from './queries.ts';
import type { SupplierRecord } from './rules.ts';

/** All suppliers, locked unless it is for a preview. */
export async function findAll(db: Db, dryRun: boolean): Promise<SupplierRecord[]> {
  const query = db.selectFrom('suppliers').select(suppliers.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}
