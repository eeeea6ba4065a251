import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { SessionLimits } from './queries.ts';

/** The device of a user with this token; undefined for one in which the user has not signed in before. */
export function getDevice(
  db: Db,
  userId: number,
  tokenHash: Buffer,
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('user_devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/**
 * Records a sign-in in a device. Returns its id, and whether the user has signed in before, but never in this one.
 */
export async function upsertDevice(
  db: Db,
  device: { userId: number; tokenHash: Buffer; userAgent: string; at: Date },
): Promise<{ id: number; isAnother: boolean }> {
  const row = await db
    .insertInto('user_devices')
    .values({
      user_id: device.userId,
      token_hash: device.tokenHash,
      user_agent: device.userAgent,
      first_at: device.at,
      last_at: device.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'token_hash']).doUpdateSet((eb) => ({
        user_agent: eb.ref('excluded.user_agent'),
        last_at: eb.ref('excluded.last_at'),
      })),
    )
    .returning((eb) => [
      'id',
      // The statement sees the devices as they were before it.
      eb
        .and([
          sql<boolean>`user_devices.xmax = 0`,
          eb.exists(
            eb
              .selectFrom('user_devices as d')
              .select('d.id')
              .where('d.user_id', '=', device.userId),
          ),
        ])
        .as('isAnother'),
    ])
    .executeTakeFirstOrThrow();
  return { id: row.id, isAnother: Boolean(row.isAnother) };
}

/** A hash that is of no token: its device is not known any more, and says that the user has signed in before. */
const forgotten = sql<Buffer>`int8send(id)`;

/** Forgets the devices of a user: the next sign-in is in another one than before, wherever it is. */
export async function forgetDevicesOf(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('user_devices')
    .set({ token_hash: forgotten })
    .where('user_id', '=', userId)
    .execute();
}

/** Forgets devices without a sign-in since; of each user the last row is kept. */
export async function forgetDevicesBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from user_devices d where d.last_at < ${before} and exists (
    select from user_devices e where e.user_id = d.user_id and (e.last_at, e.id) > (d.last_at, d.id))`.execute(
    db,
  );
  await db
    .updateTable('user_devices')
    .set({ token_hash: forgotten })
    .where('last_at', '<', before)
    .execute();
}

export interface ListedSession {
  id: number;
  userAgent: string;
  ip: string;
  createdAt: Date;
  lastActivityAt: Date;
}

/** The sessions of a user that have not ended, the last used first. */
export function findSessions(
  db: Db,
  userId: number,
  limits: SessionLimits,
): Promise<ListedSession[]> {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'user_agent as userAgent',
      'ip',
      'created_at as createdAt',
      'last_activity_at as lastActivityAt',
    ])
    .where('user_id', '=', userId)
    .where('last_activity_at', '>', limits.activeSince)
    .where('created_at', '>', limits.createdSince)
    .orderBy('last_activity_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one session of a user. */
export async function deleteSessionOf(db: Db, userId: number, id: number): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Ends the sessions of a user, but one. */
export async function deleteOtherSessions(
  db: Db,
  userId: number,
  exceptId: number,
): Promise<number> {
  const result = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Records that the session has shown the password or a second factor; undefined if it has ended. */
export async function updateConfirmed(db: Db, id: number, at: Date): Promise<boolean> {
  const result = await db
    .updateTable('sessions')
    .set({ confirmed_at: sql`greatest(confirmed_at, ${at})` })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
