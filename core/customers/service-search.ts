import { type Ctx, transact } from '../context.ts';
import * as queries from './queries-search.ts';

/** Customers a transaction: nobody who edits one waits longer than that. */
const BATCH = 1000;

/** Writes the search texts of all customers anew, batch by batch. Run twice or at once in two places it does the same. */
export async function refreshCustomerSearchTexts(ctx: Ctx): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const afterId: number = last;
    last = await transact(ctx, (tx) => queries.refreshSearchTexts(tx.db, afterId, BATCH));
  }
}

/** At most `limit` customers that match, the one whose id is the search first, then by name (seeds/000 2). */
export function searchCustomers(
  ctx: Ctx,
  q: string,
  limit: number,
): Promise<queries.FoundCustomer[]> {
  return queries.searchCustomers(ctx.db, q, limit);
}
