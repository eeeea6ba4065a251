import { sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';

/** Of these ids, those of users that exist. */
export async function findUserIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
