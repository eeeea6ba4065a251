import { type SqlBool, sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { isUnresolved, nextDue } from './queries.ts';

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
