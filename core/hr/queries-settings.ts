import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import type { HrSettings } from './schema.ts';

/** The row of `settings`. */
const SETTINGS = 'hr';

/**
 * Leave counts every day, as in seeds/001 5; nothing is carried over; 22 days of 8 hours are a month; overtime is paid like
 * other hours. */
export const defaultSettings: HrSettings = {
  countWeekends: true,
  countHolidays: true,
  carryOverDays: 0,
  monthHours: 176,
  overtimePercent: 100,
};

export async function getSettings(db: Db): Promise<HrSettings> {
  const stored = (await readSetting(db, SETTINGS)) as Partial<HrSettings> | undefined;
  return { ...defaultSettings, ...stored };
}

export function saveSettings(db: Db, settings: HrSettings, at: Date): Promise<void> {
  return saveSetting(db, SETTINGS, settings, at);
}
