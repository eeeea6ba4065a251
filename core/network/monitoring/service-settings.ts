import { type Ctx, transact } from '../../context.ts';
import { audit } from '../../records/audit.ts';
import { type NetworkSettings, networkSettings } from '../schema.ts';
import * as queries from './queries-settings.ts';
import { assertSettings } from './rules.ts';
import { endAllAlarms } from './service-alarms.ts';

/** Polling, thresholds and retention. */
export function getNetworkSettings(ctx: Ctx): Promise<NetworkSettings> {
  return queries.getSettings(ctx.db);
}

/**
 * Changes the settings; they apply from the next measurement on. When polling is switched off, open alarms end, since
 * nothing would end them.
 * @throws AppError invalid for settings with which a measurement takes longer than a minute.
 */
export async function updateNetworkSettings(
  ctx: Ctx,
  after: NetworkSettings,
): Promise<NetworkSettings> {
  assertSettings(after);
  return transact(ctx, async (tx) => {
    const before = await queries.getSettings(tx.db);
    await queries.saveSettings(tx.db, after, tx.now);
    if (!after.isPolling) await endAllAlarms(tx);
    await audit(tx, {
      action: 'network.settings',
      entity: 'networkSettings',
      entityId: 'network',
      summary: 'Polling, thresholds and retention of the network',
      schema: networkSettings,
      before,
      after,
    });
    return after;
  });
}
