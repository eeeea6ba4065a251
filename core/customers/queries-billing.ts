import { sql } from 'kysely';
import { arrayOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';

export async function updateConnectionFeeBilled(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('customers')
    .set({ connection_fee_billed: true })
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
}

/** A fee that was billed before the customer came, in no invoice of ours, stays billed. */
export async function updateConnectionFeeFree(db: Db, id: number): Promise<void> {
  await db
    .updateTable('customers')
    .set((eb) => ({ connection_fee_billed: eb.ref('connection_fee_billed_before') }))
    .where('id', '=', id)
    .execute();
}

/** Suspends Active ones; answers whom. */
export async function updateSuspendedByRule(
  db: Db,
  ids: readonly number[],
  at: Date,
): Promise<number[]> {
  const rows = await db
    .updateTable('customers')
    .set((eb) => ({
      status: 'Suspended',
      suspended_by_rule: true,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .where('status', '=', 'Active')
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Restores exactly those that the rule suspended; answers whom. */
export async function updateRestoredByRule(
  db: Db,
  ids: readonly number[],
  at: Date,
): Promise<number[]> {
  const rows = await db
    .updateTable('customers')
    .set((eb) => ({
      status: 'Active',
      suspended_by_rule: false,
      updated_at: at,
      version: eb('version', '+', 1),
    }))
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .where('status', '=', 'Suspended')
    .where('suspended_by_rule', '=', true)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Mbps sold to Active customers. */
export async function sumSoldBandwidth(db: Db): Promise<number> {
  const { mbps } = await db
    .selectFrom('customers')
    .select(sql<number>`coalesce(sum(bandwidth), 0)::bigint`.as('mbps'))
    .where('status', '=', 'Active')
    .executeTakeFirstOrThrow();
  return mbps;
}
