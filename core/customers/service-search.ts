import { type Ctx, transact } from '../context.ts';
import * as queries from './queries-search.ts';

/** Customers per transaction, to keep locks short. */
const BATCH = 1000;

/** Rewrites the search texts of all customers in batches. Idempotent, also when run concurrently. */
export async function refreshCustomerSearchTexts(ctx: Ctx): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const afterId: number = last;
    last = await transact(ctx, (tx) => queries.refreshSearchTexts(tx.db, afterId, BATCH));
  }
}

/** At most `limit` matching customers, an exact id first, then by name (seeds/000 2). */
export function searchCustomers(
  ctx: Ctx,
  q: string,
  limit: number,
): Promise<queries.FoundCustomer[]> {
  return queries.searchCustomers(ctx.db, q, limit);
}
