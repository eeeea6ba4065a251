import type { Db } from '../database/connect.ts';
import { readSetting } from '../database/settings.ts';

const DEMO = 'demo';
const LOADED = 'loaded';

export async function getDemoMark(db: Db): Promise<boolean> {
  const value = await readSetting(db, DEMO);
  return value === LOADED;
}

export async function insertDemoMark(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: DEMO, value: JSON.stringify(LOADED), updated_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
