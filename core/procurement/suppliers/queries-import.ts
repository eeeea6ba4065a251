import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { suppliers } from './queries.ts';
import type { SupplierRecord } from './rules.ts';

/** All suppliers, locked unless it is for a preview. */
export async function findAll(db: Db, dryRun: boolean): Promise<SupplierRecord[]> {
  const query = db.selectFrom('suppliers').select(suppliers.list()).orderBy('id');
  return (dryRun ? query : query.forNoKeyUpdate()).execute();
}

/** Suppliers with their versions, locked against every record that is about to name them. */
export async function lockForUndo(db: Db, ids: readonly number[]): Promise<SupplierRecord[]> {
  return db
    .selectFrom('suppliers')
    .select(suppliers.list())
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function removeSuppliers(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from suppliers where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
