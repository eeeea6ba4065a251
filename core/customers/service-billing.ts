import type { Ctx } from '../context.ts';
import { notFound } from '../kernel/errors.ts';
import * as queries from './queries-billing.ts';
import { recordStatusChanges } from './service-status.ts';

export type {
  BillableCustomer,
  BillableQuery,
  BilledCustomer,
  NumberedCustomer,
} from './queries-billing.ts';

/** What billing reads of a customer, without a lock. Fees in US cents. @throws AppError notFound. */
export async function getBilledCustomer(ctx: Ctx, id: number): Promise<queries.BilledCustomer> {
  return (await queries.getBilledCustomer(ctx.db, id)) ?? notFound('Customer', id);
}

/** Locks the customer's account for the transaction. @throws AppError notFound. */
export async function lockAccount(tx: Ctx, id: number): Promise<queries.BilledCustomer> {
  return (await queries.lockBilledCustomer(tx.db, id)) ?? notFound('Customer', id);
}

/**
 * The same for several, in the order of their ids, so that two who lock some of the same do not wait for each other.
 * Those that are not there are left out.
 */
export function lockAccounts(tx: Ctx, ids: readonly number[]): Promise<queries.BilledCustomer[]> {
  return queries.lockBilledCustomers(tx.db, ids);
}

/** A batch of customers to bill. */
export interface BillableBatch<Customer> {
  customers: Customer[];
  /** The last id of the batch, also where that customer has nothing to bill. */
  upToId: number;
  /** Where the next batch takes up; undefined after the last one. */
  nextAfterId: number | undefined;
}

/** Which customers are billed, and from which id on: a batch is the next `size` ids. */
export type BillableRequest = Omit<queries.BillableQuery, 'upToId'> & { size: number };

/** A batch of customers to bill, locked until the transaction ends (decision 4). */
export function lockBillable(
  tx: Ctx,
  request: BillableRequest,
): Promise<BillableBatch<queries.BillableCustomer>> {
  return batchOf(tx, request, queries.lockBillableCustomers);
}

/** The same batch without locks and with the number that people know, for previews. Fees in US cents. */
export function findBillable(
  ctx: Ctx,
  request: BillableRequest,
): Promise<BillableBatch<queries.NumberedCustomer>> {
  return batchOf(ctx, request, queries.findBillableCustomers);
}

async function batchOf<Customer>(
  ctx: Ctx,
  { size, ...query }: BillableRequest,
  read: (db: Ctx['db'], query: queries.BillableQuery) => Promise<Customer[]>,
): Promise<BillableBatch<Customer>> {
  const { upToId, isLast } = await queries.findBatchEnd(ctx.db, query.afterId, size);
  const customers = await read(ctx.db, { ...query, upToId });
  return { customers, upToId, nextAfterId: isLast ? undefined : upToId };
}

/**
 * Active customers whose service has started by `startedBy` and who have something to bill in `month`, its first day:
 * all of them, and those still without the month's invoice. Source: decision 4.
 */
export function countBillable(
  ctx: Ctx,
  month: queries.BillableQuery['month'],
  startedBy: queries.BillableQuery['startedBy'],
) {
  return queries.countBillable(ctx.db, month, startedBy);
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
