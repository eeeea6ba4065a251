import type { Ctx } from '../context.ts';
import { skipFacts } from '../records/outbox.ts';
import { saveRestoredDay } from './automatic/queries-types.ts';
import { lockCampaignsOf, moveMessages, stillToBeSent } from './queries-states.ts';
import { CONSUMER, RESTORED, SECURITY_CONSUMER } from './rules-status.ts';
import { removeLeases } from './sending/queries.ts';

/**
 * What restored data still had to send may have been sent since the backup: it becomes unknown, and a person decides.
 * Facts and days of that time make no automatic messages (decision 38). Called on the restored database before it is used.
 */
export async function settleRestoredMessages(tx: Ctx): Promise<void> {
  const open = stillToBeSent();
  await lockCampaignsOf(tx.db, [open]);
  await moveMessages(tx.db, tx.now, open, { to: 'unknown', error: RESTORED });
  await removeLeases(tx.db);
  for (const consumer of [CONSUMER, SECURITY_CONSUMER]) await skipFacts(tx, consumer);
  await saveRestoredDay(tx.db, tx.today, tx.now);
}
