import { sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import type { CustomerRecord } from './rules-record.ts';

export async function updateConnectionFeeBilled(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('customers')
    .set({ connection_fee_billed: true })
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
}

/** A fee that was billed before the import, in no invoice of ours, stays billed. */
export async function updateConnectionFeeFree(db: Db, id: number): Promise<void> {
  await db
    .updateTable('customers')
    .set((eb) => ({ connection_fee_billed: eb.ref('connection_fee_billed_before') }))
    .where('id', '=', id)
    .execute();
}

/** Suspends Active customers, or restores only those that the rule suspended; returns those changed. */
export async function updateSuspendedByRule(
  db: Db,
  ids: readonly number[],
  suspended: boolean,
  at: Date,
): Promise<number[]> {
  const rows = await db
    .updateTable('customers')
    .set((eb) => ({
      status: suspended ? 'Suspended' : 'Active',
      suspended_by_rule: suspended,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .where('status', '=', suspended ? 'Active' : 'Suspended')
    .$if(!suspended, (query) => query.where('suspended_by_rule', '=', true))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The total Mbps of Active customers. */
export async function sumSoldBandwidth(db: Db): Promise<number> {
  const { mbps } = await db
    .selectFrom('customers')
    .select(sql<number>`coalesce(sum(bandwidth), 0)::bigint`.as('mbps'))
    .where('status', '=', 'Active')
    .executeTakeFirstOrThrow();
  return mbps;
}

/** Locks customers as `lockMany` does; answers of each only whether the 15-day rule has suspended it. */
export async function lockMarks(
  db: Db,
  ids: readonly number[],
): Promise<Pick<CustomerRecord, 'id' | 'suspendedByRule'>[]> {
  const { rows } = await sql<Pick<CustomerRecord, 'id' | 'suspendedByRule'>>`
    select id, suspended_by_rule as "suspendedByRule" from customers
    where id = any(${arrayOf('bigint', ids)}) order by id for no key update`.execute(db);
  return rows;
}
