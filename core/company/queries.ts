import type { Db } from '../database/connect.ts';

const DEMO = 'demo';
const LOADED = 'loaded';

export async function getDemoMark(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DEMO)
    .executeTakeFirst();
  return row?.value === LOADED;
}

export async function insertDemoMark(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: DEMO, value: JSON.stringify(LOADED), updated_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
