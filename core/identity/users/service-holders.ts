import type { Ctx } from '../../context.ts';
import { type Permission, roleHolds } from '../permissions.ts';
import { isPrivileged, roles } from '../roles.ts';
import { hasActiveHolder } from './queries.ts';
import * as queries from './queries-holders.ts';

/**
 * Whether an active account other than `exceptId` holds the permission. Without one, a person may decide on what they
 * made themselves (decision 34).
 */
export function hasOtherHolder(
  ctx: Ctx,
  permission: Permission,
  exceptId: number | null,
): Promise<boolean> {
  const holders = roles.filter((role) => roleHolds(role, permission));
  return hasActiveHolder(ctx.db, holders, permission, exceptId);
}

/**
 * Those of the permissions that an active user other than the caller holds (decision 34): nobody decides on what they
 * made while such a user exists; and whether such a user has a privileged role. For the shell and jobs every active user is
 * another one.
 */
export async function othersWith<P extends Permission>(
  ctx: Ctx,
  permissions: readonly P[],
): Promise<{ permissions: Set<P>; isPrivileged: boolean }> {
  const { actor } = ctx;
  const others = await queries.findRolesOfOthers(
    ctx.db,
    actor.kind === 'staff' ? actor.userId : null,
  );
  const held = permissions.filter((permission) =>
    others.some((role) => roleHolds(role, permission)),
  );
  return { permissions: new Set(held), isPrivileged: others.some(isPrivileged) };
}
