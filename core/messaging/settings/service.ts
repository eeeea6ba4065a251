import { type Ctx, transact } from '../../context.ts';
import { audit } from '../../records/audit.ts';
import * as queries from '../campaigns/queries-stats.ts';
import { type MessageSettings, messageSettings } from '../schema.ts';

/** Quiet hours, limits and the price of a part. */
export function getMessageSettings(ctx: Ctx): Promise<MessageSettings> {
  return queries.getSettings(ctx.db);
}

/** Changes the settings; they apply to the next messages that are sent. */
export async function updateMessageSettings(
  ctx: Ctx,
  after: MessageSettings,
): Promise<MessageSettings> {
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    await queries.saveSettings(tx.db, after, tx.now);
    await audit(tx, {
      action: 'messages.settings',
      entity: 'messageSettings',
      entityId: 'messages',
      summary: 'Quiet hours, limits and price of messages',
      schema: messageSettings,
      before,
      after,
    });
    return after;
  });
}
