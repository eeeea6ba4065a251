import type { Db } from '../../database/connect.ts';
import { NETWORK_SETTINGS } from '../fragments.ts';
import type { NetworkSettings } from '../schema.ts';
import { defaultSettings } from './rules.ts';

/** The settings, with the defaults for those that nobody has changed. */
export async function getSettings(db: Db): Promise<NetworkSettings> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', NETWORK_SETTINGS)
    .executeTakeFirst();
  return { ...defaultSettings, ...(row?.value as Partial<NetworkSettings> | undefined) };
}

export async function saveSettings(db: Db, settings: NetworkSettings, at: Date): Promise<void> {
  const values = { value: JSON.stringify(settings), updated_at: at };
  await db
    .insertInto('settings')
    .values({ name: NETWORK_SETTINGS, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}
