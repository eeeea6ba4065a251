import { sql } from 'kysely';
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
  await sql`insert into settings (name, value, updated_at)
    values (${DEMO}, to_jsonb(${LOADED}::text), ${at}) on conflict (name) do nothing`.execute(db);
}
