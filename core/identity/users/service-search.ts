import { type Ctx, transact } from '../../context.ts';
import * as queries from './queries.ts';

/** Recomputes the search texts of all users. */
export function refreshUserSearchTexts(ctx: Ctx): Promise<void> {
  return transact(ctx, (tx) => queries.refreshUserSearchTexts(tx.db));
}
