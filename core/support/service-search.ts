import { type Ctx, transact } from '../context.ts';
import { refreshSearchTexts } from './queries.ts';

/** Tickets per transaction, to keep locks short. */
const BATCH = 1000;

/** Rewrites the search texts of all tickets in batches. Idempotent, also when run concurrently. */
export async function refreshTicketSearchTexts(ctx: Ctx): Promise<void> {
  let last: number | undefined = 0;
  while (last !== undefined) {
    const afterId: number = last;
    last = await transact(ctx, (tx) => refreshSearchTexts(tx.db, afterId, BATCH));
  }
}
