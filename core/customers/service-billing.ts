import type { Ctx } from '../context.ts';
import { notFound } from '../kernel/errors.ts';
import { customers } from './queries.ts';
import * as queries from './queries-billing.ts';
import type { CustomerRecord } from './rules-record.ts';
import { recordStatusChanges } from './service-status.ts';

/** A customer as it is stored, without a lock. Fees in US cents. @throws AppError notFound. */
export async function getCustomerRecord(ctx: Ctx, id: number): Promise<CustomerRecord> {
  return (await customers.get(ctx.db, id)) ?? notFound('Customer', id);
}

/** Locks the customer's account for the transaction. @throws AppError notFound. */
export async function lockAccount(tx: Ctx, id: number): Promise<CustomerRecord> {
  return (await customers.lock(tx.db, id)) ?? notFound('Customer', id);
}

/**
 * The same for several, in the order of their ids, so that two who lock some of the same do not wait for each other.
 * Those that are not there are left out.
 */
export function lockAccounts(tx: Ctx, ids: readonly number[]): Promise<CustomerRecord[]> {
  return customers.lockMany(tx.db, ids);
}

/** An invoice bears their connection fee: it is billed once (decision 4). */
export function markConnectionFee(tx: Ctx, ids: readonly number[]): Promise<void> {
  return queries.updateConnectionFeeBilled(tx.db, ids);
}

/** No invoice bears it any longer; an imported customer's counts as billed all the same (decision 4). */
export function freeConnectionFee(tx: Ctx, id: number): Promise<void> {
  return queries.updateConnectionFeeFree(tx.db, id);
}

/** The 15-day rule suspends: Active ones only, marked as its own (decision 3). Answers whom it suspended. */
export async function suspendByRule(tx: Ctx, ids: readonly number[]): Promise<number[]> {
  const suspended = await queries.updateSuspendedByRule(tx.db, ids, tx.now);
  const changes = suspended.map(
    (customerId) => ({ customerId, from: 'Active', to: 'Suspended' }) as const,
  );
  await recordStatusChanges(tx, changes, 'rule');
  return suspended;
}

/** The 15-day rule restores exactly those that it suspended (decision 3). Answers whom it restored. */
export async function restoreByRule(tx: Ctx, ids: readonly number[]): Promise<number[]> {
  const restored = await queries.updateRestoredByRule(tx.db, ids, tx.now);
  const changes = restored.map(
    (customerId) => ({ customerId, from: 'Suspended', to: 'Active' }) as const,
  );
  await recordStatusChanges(tx, changes, 'rule');
  return restored;
}

/** The Mbps of all Active customers together. Source: decision 10. */
export function soldBandwidth(ctx: Ctx): Promise<number> {
  return queries.sumSoldBandwidth(ctx.db);
}
