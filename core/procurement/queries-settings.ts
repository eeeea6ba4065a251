import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { cents } from '../kernel/money.ts';
import { FREE_ORDER_ROLES, type ProcurementSettings } from './schema.ts';

/** The row of `settings`. */
const SETTINGS = 'procurement';

/**
 * An administrator approves up to 10,000 USD; a bill's price must be the order's; those who approve orders make one up to 500
 * USD without a requisition (decision 88).
 */
export const defaultSettings: ProcurementSettings = {
  adminLimitUsd: cents(1_000_000),
  priceTolerancePoints: 0,
  freeOrderRoles: [...FREE_ORDER_ROLES],
  freeOrderLimitUsd: cents(50_000),
};

export async function getSettings(db: Db): Promise<ProcurementSettings> {
  const stored = (await readSetting(db, SETTINGS)) as Partial<ProcurementSettings> | undefined;
  return { ...defaultSettings, ...stored };
}

export function saveSettings(db: Db, settings: ProcurementSettings, at: Date): Promise<void> {
  return saveSetting(db, SETTINGS, settings, at);
}
