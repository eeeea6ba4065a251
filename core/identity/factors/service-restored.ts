import type { Ctx } from '../../context.ts';
import * as queries from './queries.ts';
import { STEP_SECONDS } from './service-codes.ts';

/**
 * Restored data hold codes as unused that were used since the backup. So all recovery codes end, for which users make new ones,
 * and codes of apps up to the next time step count as used. Called on the restored database before it is used (decision 128).
 */
export async function endRestoredCodes(tx: Ctx): Promise<void> {
  await queries.deleteAllCodes(tx.db);
  // An app may be one step early.
  await queries.useSteps(tx.db, Math.floor(tx.now.getTime() / 1_000 / STEP_SECONDS) + 1);
}
