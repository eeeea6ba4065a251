import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { MOST_TRIES, type RefusalKind } from './rules.ts';

/** Whose refusals are counted together. */
export interface RefusalKey {
  userId: number;
  kind: RefusalKind;
  deviceId: number;
}

export interface CountedRefusals extends RefusalKey {
  tries: number;
  since: Date;
  lastAt: Date;
  ip: string;
}

/** Counts one more, in the count that began after `after`, or in a new one: false where an older one is there. */
export async function addRefusal(
  db: Db,
  { userId, kind, deviceId }: RefusalKey,
  { at, after, ip }: { at: Date; after: Date; ip: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into refused_tries as r (user_id, kind, device_id, tries, since, last_at, ip)
    values (${userId}, ${kind}, ${deviceId}, 1, ${at}, ${at}, ${ip})
    on conflict (user_id, kind, device_id) do update
      set tries = least(r.tries + 1, ${MOST_TRIES}), last_at = greatest(r.last_at, excluded.last_at), ip = excluded.ip
      where r.since > ${after}
    returning tries`.execute(db);
  return rows.length === 1;
}

/**
 * Takes the counts that began at `until` or before, at most `limit`, of one key or of all. Those that another transaction
 * takes are left to it.
 */
export async function takeRefusals(
  db: Db,
  until: Date,
  { key, limit }: { key?: RefusalKey; limit: number },
): Promise<CountedRefusals[]> {
  const ofKey = key
    ? sql<SqlBool>`user_id = ${key.userId} and kind = ${key.kind} and device_id = ${key.deviceId}`
    : sql<SqlBool>`true`;
  const { rows } = await sql<CountedRefusals>`
    delete from refused_tries where (user_id, kind, device_id) in (
      select user_id, kind, device_id from refused_tries where since <= ${until} and ${ofKey}
      order by since, user_id, kind, device_id limit ${limit} for update skip locked)
    returning user_id as "userId", kind, device_id as "deviceId", tries, since, last_at as "lastAt", ip`.execute(
    db,
  );
  return rows;
}
