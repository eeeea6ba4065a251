import type { Ctx } from '../../context.ts';
import * as queries from './queries-billable.ts';

export type { BillableCustomer } from './queries-billable.ts';

/** A batch of customers to bill. */
export interface BillableBatch {
  customers: queries.BillableCustomer[];
  /** The last id of the batch, even if that customer is not billed. */
  upToId: number;
  /** The id after which the next batch starts; undefined after the last one. */
  nextAfterId: number | undefined;
}

/** Selects the next `size` customer ids after `afterId`. */
export type BillableRequest = Omit<queries.BillableQuery, 'upToId'> & { size: number };

/** A batch of customers to bill, locked until the transaction ends (decision 4). */
export function lockBillable(tx: Ctx, request: BillableRequest): Promise<BillableBatch> {
  return batchOf(tx, request, queries.lockBillableCustomers);
}

/** The same batch without locks, for previews. Fees in US cents. */
export function findBillable(ctx: Ctx, request: BillableRequest): Promise<BillableBatch> {
  return batchOf(ctx, request, queries.findBillableCustomers);
}

async function batchOf(
  ctx: Ctx,
  { size, ...query }: BillableRequest,
  read: typeof queries.findBillableCustomers,
): Promise<BillableBatch> {
  const { upToId, isLast } = await queries.findBatchEnd(ctx.db, query.afterId, size);
  const customers = await read(ctx.db, { ...query, upToId });
  return { customers, upToId, nextAfterId: isLast ? undefined : upToId };
}
