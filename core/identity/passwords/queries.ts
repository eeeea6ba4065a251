import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

/** The hashes of a user's last passwords that were replaced, the newest first. */
export async function findOldPasswords(db: Db, userId: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('old_passwords')
    .select('password_hash as hash')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Keeps the hash of a user's present password, and of older ones only the newest `kept`. */
export async function insertOldPassword(
  db: Db,
  userId: number,
  at: Date,
  kept: number,
): Promise<void> {
  await db
    .insertInto('old_passwords')
    .columns(['user_id', 'password_hash', 'replaced_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['id', 'password_hash', sql<Date>`${at}::timestamptz`.as('at')])
        .where('id', '=', userId),
    )
    .execute();
  const newest = db
    .selectFrom('old_passwords')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(kept);
  await db
    .deleteFrom('old_passwords')
    .where('user_id', '=', userId)
    .where('id', 'not in', newest)
    .execute();
}
