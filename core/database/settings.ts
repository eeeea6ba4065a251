import type { Db } from './connect.ts';

/** The stored value of a setting, as JSON; undefined if nothing is stored. */
export async function readSetting(db: Db, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

/** Stores the value of a setting that has none; false where it has one. Of two at once, one stores it. */
export async function claimSetting(
  db: Db,
  name: string,
  value: unknown,
  at: Date,
): Promise<boolean> {
  const stored = await db
    .insertInto('settings')
    .values({ name, value: JSON.stringify(value), updated_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n;
}

/** Stores the value of a setting as JSON, in place of an earlier one. */
export async function saveSetting(db: Db, name: string, value: unknown, at: Date): Promise<void> {
  const values = { value: JSON.stringify(value), updated_at: at };
  await db
    .insertInto('settings')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}
