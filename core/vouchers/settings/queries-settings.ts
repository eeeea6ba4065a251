import type { Db } from '../../database/connect.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';
import type { VoucherSettings } from '../schema.ts';

/** The row of `settings`. */
const SETTINGS = 'vouchers';

/** Decision 43. */
const defaultSettings: VoucherSettings = { lapseDays: 365 };

export async function getSettings(db: Db): Promise<VoucherSettings> {
  const stored = (await readSetting(db, SETTINGS)) as Partial<VoucherSettings> | undefined;
  return { ...defaultSettings, ...stored };
}

export function saveSettings(db: Db, settings: VoucherSettings, at: Date): Promise<void> {
  return saveSetting(db, SETTINGS, settings, at);
}
