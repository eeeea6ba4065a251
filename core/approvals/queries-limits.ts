import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { defaultLimits } from './rules-limits.ts';
import type { ApprovalLimits } from './schema-limits.ts';

/** The row of `settings`. */
const SETTINGS = 'approvalLimits';

export async function getLimits(db: Db): Promise<ApprovalLimits> {
  const stored = (await readSetting(db, SETTINGS)) as Partial<ApprovalLimits> | undefined;
  return { ...defaultLimits, ...stored };
}

export function saveLimits(db: Db, limits: ApprovalLimits, at: Date): Promise<void> {
  return saveSetting(db, SETTINGS, limits, at);
}
