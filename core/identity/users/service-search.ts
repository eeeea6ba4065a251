import { type Ctx, transact } from '../../context.ts';
import * as queries from './queries.ts';

/** Writes the search texts of all users anew. */
export function refreshUserSearchTexts(ctx: Ctx): Promise<void> {
  return transact(ctx, (tx) => queries.refreshUserSearchTexts(tx.db));
}
