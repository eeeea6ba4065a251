import { sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { CustomerRecord } from './rules-record.ts';

export type Removable = Pick<CustomerRecord, 'id' | 'customerId' | 'name' | 'status' | 'version'>;

/** Locks customers in the order of their ids, also against new records that name them. */
export async function lockForRemoval(db: Db, ids: readonly number[]): Promise<Removable[]> {
  const { rows } = await sql<Removable>`
    select id, customer_id as "customerId", name, status, version - undone_steps as version from customers
    where id = any(${arrayOf('bigint', ids)}) order by id for update`.execute(db);
  return rows;
}

export async function removeCustomers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from customers where id = any(${arrayOf('bigint', ids)})`.execute(db);
}

/** Makes customers Inactive and marks them as left by the undo of an import. */
export async function leaveInactive(
  db: Db,
  ids: readonly number[],
  runId: number,
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update customers set status = 'Inactive', suspended_by_rule = false, updated_at = ${at},
      version = version + 1, undone_run_id = ${runId}
    where id = any(${arrayOf('bigint', ids)})`.execute(db);
}
