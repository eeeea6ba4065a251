import type { Ctx } from '../../context.ts';
import type { StaffActor } from '../actor.ts';
import { users } from '../users/queries.ts';

/** No session has this id: the actor works for a user who is not signed in. */
const NO_SESSION = 0;

/**
 * A staff member with the present role and grants, for work that goes on without a session, such as an import after its
 * process was killed; undefined for an unknown or suspended account.
 */
export async function findStaffActor(
  ctx: Pick<Ctx, 'db'>,
  userId: number,
): Promise<StaffActor | undefined> {
  const user = await users.get(ctx.db, userId);
  if (!user?.isActive) return undefined;
  const { username, fullName, role, grants, mustChangePassword } = user;
  return {
    kind: 'staff',
    userId,
    username,
    fullName,
    role,
    grants,
    mustChangePassword,
    sessionId: NO_SESSION,
  };
}
