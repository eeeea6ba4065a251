import type { Db } from '../../database/connect.ts';
import type { Role } from '../roles.ts';

/** The roles of active users but this one. */
export async function findRolesOfOthers(db: Db, userId: number | null): Promise<Role[]> {
  let query = db.selectFrom('users').select('role').distinct().where('is_active', '=', true);
  if (userId !== null) query = query.where('id', '!=', userId);
  const rows = await query.execute();
  return rows.map(({ role }) => role as Role);
}
