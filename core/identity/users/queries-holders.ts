import { type SqlBool, sql } from 'kysely';
import { arrayOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import type { Role } from '../roles.ts';

/** The roles of active users but this one. */
export async function findRolesOfOthers(db: Db, userId: number | null): Promise<Role[]> {
  let query = db.selectFrom('users').select('role').distinct().where('is_active', '=', true);
  if (userId !== null) query = query.where('id', '!=', userId);
  const rows = await query.execute();
  return rows.map(({ role }) => role as Role);
}

/** The first `count` active users who have one of the roles, or were granted the permission. */
export async function findActiveHolders(
  db: Db,
  roles: readonly Role[],
  permission: string,
  count: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where((eb) =>
      eb.or([eb('role', 'in', roles), sql<SqlBool>`${permission}::text = any(grants)`]),
    )
    .orderBy('id')
    .limit(count)
    .execute();
  return rows.map(({ id }) => id);
}

/** An active user, for the question who may do something. */
export interface ActiveUser {
  id: number;
  fullName: string;
  role: Role;
  grants: string[];
}

/** All active users, by name. */
export async function findActiveUsers(db: Db): Promise<ActiveUser[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'role', 'grants'])
    .where('is_active', '=', true)
    .orderBy('search_text')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, role: row.role as Role }));
}

/** The addresses of active users. */
export async function findRecipients(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; fullName: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'full_name as fullName', 'email'])
    .where('is_active', '=', true)
    .where(sql<SqlBool>`id = any(${arrayOf('bigint', ids)})`)
    .execute();
}
