import { type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { isUnresolved, nextDue } from './queries.ts';
import { defaultSettings } from './rules-targets.ts';
import type { SupportSettings } from './schema.ts';

/** Figures of unresolved tickets. */
export function countUnresolved(db: Db, userId: number | null, now: Date) {
  return db
    .selectFrom('tickets as t')
    .select((eb) => [
      eb.fn.countAll<number>().as('open'),
      eb.fn.countAll<number>().filterWhere('t.status', '=', 'in_progress').as('inProgress'),
      eb.fn.countAll<number>().filterWhere('t.priority', 'in', ['high', 'critical']).as('urgent'),
      eb.fn.countAll<number>().filterWhere(sql<SqlBool>`${nextDue} < ${now}`).as('overdue'),
      eb.fn.countAll<number>().filterWhere('t.assigned_to', '=', userId).as('mine'),
    ])
    .where(isUnresolved)
    .executeTakeFirstOrThrow();
}

/** Tickets resolved since `week`, and hours from creation to resolution of those since `month`; merged ones are left out. */
export async function countResolved(
  db: Db,
  week: Date,
  month: Date,
): Promise<{ resolvedThisWeek: number; averageHours: number | null }> {
  const { rows } = await sql<{ resolvedThisWeek: number; averageHours: number | null }>`
    select count(*) filter (where resolved_at >= ${week}) as "resolvedThisWeek",
      (avg(extract(epoch from resolved_at - created_at)) filter (where resolved_at >= ${month}) / 3600)::float8 as "averageHours"
    from tickets where resolved_at >= ${week < month ? week : month} and merged_into_id is null`.execute(
    db,
  );
  return rows[0]!;
}

/** The row of `settings`. */
const SETTINGS = 'support';

/** Targets and working hours, with the defaults as long as nobody has changed them. */
export async function getSettings(db: Db): Promise<SupportSettings> {
  const value = await readSetting(db, SETTINGS);
  return { ...defaultSettings, ...(value as Partial<SupportSettings> | undefined) };
}

export async function saveSettings(db: Db, settings: SupportSettings, at: Date): Promise<void> {
  await saveSetting(db, SETTINGS, settings, at);
}
