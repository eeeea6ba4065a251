import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

const DEMO = 'demo';

/** 'loading' while the demo company is being loaded, 'loaded' afterwards; undefined in a database of one's own. */
export type DemoState = 'loading' | 'loaded';

export async function getDemoState(db: Db): Promise<DemoState | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', DEMO)
    .executeTakeFirst();
  return row?.value === 'loading' || row?.value === 'loaded' ? row.value : undefined;
}

export async function upsertDemoState(db: Db, state: DemoState, at: Date): Promise<void> {
  await sql`insert into settings (name, value, updated_at) values (${DEMO}, to_jsonb(${state}::text), ${at})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`.execute(
    db,
  );
}
