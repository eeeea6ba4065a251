import type { Ctx } from '../../context.ts';
import { tellUser } from '../users/service-tell.ts';
import * as queries from './queries.ts';
import { STEP_SECONDS } from './service-codes.ts';

/**
 * Restored data hold codes as unused that were used since the backup. So all recovery codes end, for which users make new ones,
 * and codes of apps up to the next time step count as used. Who had codes is told once messages are sent again. Called on the restored
 * database before it is used, after the notices of the backup were settled (decision 128).
 */
export async function endRestoredCodes(tx: Ctx): Promise<void> {
  for (const userId of await queries.deleteAllCodes(tx.db))
    await tellUser(tx, userId, 'codesEnded');
  // An app may be one step early.
  await queries.useSteps(tx.db, Math.floor(tx.now.getTime() / 1_000 / STEP_SECONDS) + 1);
}
