import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import type { RefusalReason, UnusableReason, UnusableReport } from '../schema-sessions.ts';

export interface RouterHealth {
  name: string;
  sessions: number;
  waiting: number;
  /** Of sessions whose accounts were deleted. */
  endings: number;
}

/** Open sessions and orders that wait, by router. */
export async function findRouterHealth(db: Db): Promise<RouterHealth[]> {
  const { rows } = await sql<RouterHealth>`
    select r.name, (select count(*) from radius_sessions s where s.router_id = r.id) as sessions,
      (select count(*) from radius_orders o where o.router_id = r.id) as waiting,
      (select count(*) from radius_endings e where e.router_id = r.id) as endings
    from radius_routers r order by r.name_key`.execute(db);
  return rows;
}

/** Refused sign-ins by reason, of the hours since an instant. */
export async function countRefusals(
  db: Db,
  since: Date,
): Promise<{ reason: RefusalReason; count: number }[]> {
  const { rows } = await sql<{ reason: RefusalReason; count: number }>`
    select reason, sum(count)::bigint as count from radius_refusals where last_at >= ${since} group by reason`.execute(
    db,
  );
  return rows;
}

/** Reports that could not be stored, by reason, of one day (Juba). */
export async function countUnusable(
  db: Db,
  day: IsoDate,
): Promise<{ reason: UnusableReason; count: number }[]> {
  const { rows } = await sql<{ reason: UnusableReason; count: number }>`
    select reason, sum(count)::bigint as count from radius_unusable where day = ${day} group by reason`.execute(
    db,
  );
  return rows;
}

/** Reports that could not be stored, newest day first; the name of the router as the configuration of FreeRADIUS has it. */
export async function findUnusable(db: Db, limit: number): Promise<UnusableReport[]> {
  const { rows } = await sql<UnusableReport>`
    select u.day, r.id as "routerId", coalesce(r.name, u.router) as "routerName", u.reason, u.count
    from radius_unusable u left join radius_routers r on 'router_' || r.id = u.router
    order by u.day desc, u.count desc, u.router, u.reason limit ${limit}`.execute(db);
  return rows;
}

/** Removes those of days before one. */
export async function removeUnusable(db: Db, before: IsoDate): Promise<void> {
  await sql`delete from radius_unusable where day < ${before}`.execute(db);
}
