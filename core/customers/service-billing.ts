import type { RawBuilder } from 'kysely';
import type { Ctx } from '../context.ts';
import { notFound } from '../kernel/errors.ts';
import { customers } from './queries.ts';
import * as queries from './queries-billing.ts';
import type { CustomerRecord } from './rules-record.ts';
import type { CustomerStatus } from './schema.ts';
import { recordStatusChanges } from './service-status.ts';

/** A customer record without a lock; fees in US cents. @throws AppError notFound. */
export async function getCustomerRecord(ctx: Ctx, id: number): Promise<CustomerRecord> {
  return (await customers.get(ctx.db, id)) ?? notFound('Customer', id);
}

/** Locks the customer's account for the transaction. @throws AppError notFound. */
export async function lockAccount(tx: Ctx, id: number): Promise<CustomerRecord> {
  return (await customers.lock(tx.db, id)) ?? notFound('Customer', id);
}

/** As `lockAccount`, of the customer that a document names: its id as an expression. Undefined without one. */
export function lockAccountOf(
  tx: Ctx,
  id: RawBuilder<number>,
): Promise<CustomerRecord | undefined> {
  return customers.lock(tx.db, id);
}

/** The same for several, in the order of their ids to avoid deadlocks. Missing ones are left out. */
export function lockAccounts(tx: Ctx, ids: readonly number[]): Promise<CustomerRecord[]> {
  return customers.lockMany(tx.db, ids);
}

/** As `lockAccounts`, for thousands of which no more is needed than whether the 15-day rule has suspended them. */
export function lockAccountMarks(
  tx: Ctx,
  ids: readonly number[],
): Promise<Pick<CustomerRecord, 'id' | 'suspendedByRule'>[]> {
  return queries.lockMarks(tx.db, ids);
}

/** Marks the connection fee as billed in an invoice: it is billed once (decision 4). */
export function markConnectionFee(tx: Ctx, ids: readonly number[]): Promise<void> {
  return queries.updateConnectionFeeBilled(tx.db, ids);
}

/** Marks the connection fee as not billed; an imported customer's stays billed (decision 4). */
export function freeConnectionFee(tx: Ctx, id: number): Promise<void> {
  return queries.updateConnectionFeeFree(tx.db, id);
}

/** Suspends Active customers for the 15-day rule and marks them (decision 3). Returns those suspended. */
export function suspendByRule(tx: Ctx, ids: readonly number[]): Promise<number[]> {
  return changeByRule(tx, ids, 'Active', 'Suspended');
}

/** Restores the customers that the 15-day rule suspended (decision 3). Returns those restored. */
export function restoreByRule(tx: Ctx, ids: readonly number[]): Promise<number[]> {
  return changeByRule(tx, ids, 'Suspended', 'Active');
}

async function changeByRule(
  tx: Ctx,
  ids: readonly number[],
  from: CustomerStatus,
  to: CustomerStatus,
): Promise<number[]> {
  const changed = await queries.updateSuspendedByRule(tx.db, ids, to === 'Suspended', tx.now);
  const changes = changed.map((customerId) => ({ customerId, from, to }));
  await recordStatusChanges(tx, changes, 'rule');
  return changed;
}

/** The total Mbps of all Active customers. Source: decision 10. */
export function soldBandwidth(ctx: Ctx): Promise<number> {
  return queries.sumSoldBandwidth(ctx.db);
}
