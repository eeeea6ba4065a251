import type { Db } from '../../database/connect.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';
import { NETWORK_SETTINGS } from '../fragments.ts';
import type { NetworkSettings } from '../schema.ts';
import { defaultSettings } from './rules.ts';

/** The settings, with the defaults for those that nobody has changed. */
export async function getSettings(db: Db): Promise<NetworkSettings> {
  const value = await readSetting(db, NETWORK_SETTINGS);
  return { ...defaultSettings, ...(value as Partial<NetworkSettings> | undefined) };
}

export async function saveSettings(db: Db, settings: NetworkSettings, at: Date): Promise<void> {
  await saveSetting(db, NETWORK_SETTINGS, settings, at);
}
