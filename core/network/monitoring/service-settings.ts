import type { Ctx } from '../../context.ts';
import { defineSettings } from '../../records/settings.ts';
import { NETWORK_SETTINGS, type NetworkSettings, networkSettings } from '../schema.ts';
import { assertSettings, defaultSettings } from './rules.ts';
import { endAllAlarms } from './service-alarms.ts';

export const storedSettings = defineSettings({
  name: NETWORK_SETTINGS,
  schema: networkSettings,
  defaults: defaultSettings,
  audited: {
    action: 'network.settings',
    entity: 'networkSettings',
    entityId: 'network',
    summary: 'Polling, thresholds and retention of the network',
  },
});

/** Polling, thresholds and retention. */
export function getNetworkSettings(ctx: Ctx): Promise<NetworkSettings> {
  return storedSettings.read(ctx.db);
}

/**
 * Changes the settings; they apply from the next measurement on. When polling is switched off, open alarms end, since
 * nothing would end them.
 * @throws AppError invalid for settings with which a measurement takes longer than a minute.
 */
export async function updateNetworkSettings(
  ctx: Ctx,
  input: NetworkSettings,
): Promise<NetworkSettings> {
  assertSettings(input);
  return storedSettings.change(ctx, input, async (tx, _, after) => {
    if (!after.isPolling) await endAllAlarms(tx);
  });
}
