import { sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { NamedSession } from '../../ports/radius.ts';
import type { Limits } from './queries.ts';

/** The end of a session whose account was deleted, with what its packet is made of. */
export interface DueEnding extends NamedSession {
  id: number;
  routerId: number;
  address: string;
  port: number;
  secretEncrypted: string;
  tries: number;
  madeAt: Date;
}

/** Takes endings that are due, the oldest first. */
export async function takeEndings(
  db: Db,
  { now, until, limit, perRouter, busy }: Limits,
): Promise<DueEnding[]> {
  const { rows } = await sql<DueEnding>`
    with due as (
      select id, row_number() over (partition by router_id order by next_at, id) as place, next_at
      from radius_endings where next_at <= ${now} and router_id <> all(${arrayOf('bigint', busy)})
    ), taken as (
      select e.id from radius_endings e
      where e.id in (select id from due where place <= ${perRouter} order by next_at, id limit ${limit}) and e.next_at <= ${now}
      order by e.id for update skip locked
    ), claimed as (
      update radius_endings e set next_at = ${until} from taken t where e.id = t.id returning e.*
    )
    select c.id, r.id as "routerId", case when r.coa_address = '' then r.address else r.coa_address end as address,
      r.coa_port as port, r.secret_encrypted as "secretEncrypted", c.username as "userName", c.session_id as "sessionId",
      coalesce(host(c.ip), '') as ip, c.tries, c.made_at as "madeAt"
    from claimed c join radius_routers r on r.id = c.router_id order by c.id`.execute(db);
  return rows;
}

export async function removeEndings(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from radius_endings where id = any(${arrayOf('bigint', ids)})`.execute(db);
}

export async function postponeEndings(
  db: Db,
  endings: readonly { id: number; nextAt: Date; error: string }[],
): Promise<void> {
  if (endings.length === 0) return;
  const source = rowsOf(endings, {
    id: ['bigint', ({ id }) => id],
    next_at: ['timestamptz', ({ nextAt }) => nextAt],
    error: ['text', ({ error }) => error],
  });
  await sql`
    update radius_endings e set next_at = n.next_at, error = n.error, tries = e.tries + 1
    from (${source}) as n where e.id = n.id`.execute(db);
}
