import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { TillSettings } from './schema.ts';

/** The row of `settings`. */
const SETTINGS = 'till';

/** Cash can be taken without a till until the company requires one. */
const defaultSettings: TillSettings = { isRequired: false };

export async function getSettings(db: Db): Promise<TillSettings> {
  const stored = (await readSetting(db, SETTINGS)) as Partial<TillSettings> | undefined;
  return { ...defaultSettings, ...stored };
}

export function saveSettings(db: Db, settings: TillSettings, at: Date): Promise<void> {
  return saveSetting(db, SETTINGS, settings, at);
}
