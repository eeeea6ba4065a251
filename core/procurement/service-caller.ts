import type { Ctx } from '../context.ts';
import { actorName, can } from '../identity/actor.ts';
import { isPrivileged, roleLabels } from '../identity/roles.ts';
import { type ActiveUser, othersWith, userHolds } from '../identity/users/service-holders.ts';
import { type Caller, judgedPermissions } from './rules.ts';
import { storedSettings } from './service-settings.ts';

/** The user who acts, as the action tables judge; the shell and jobs act as privileged users. */
export async function callerOf(ctx: Ctx): Promise<Caller> {
  const { actor } = ctx;
  const isStaff = actor.kind === 'staff';
  const isAny = !isStaff || isPrivileged(actor.role);
  const { adminLimitUsd } = await storedSettings.read(ctx.db);
  const held = judgedPermissions.filter((permission) => can(actor, permission));
  const others = await othersWith(ctx, held);
  return {
    userId: isStaff ? actor.userId : null,
    name: actorName(actor),
    roleLabel: isStaff ? roleLabels[actor.role] : actorName(actor),
    isPrivileged: isAny,
    permissions: new Set(held),
    others: others.permissions,
    limitUsd: isAny ? null : adminLimitUsd,
    othersLimitUsd: others.isPrivileged ? null : adminLimitUsd,
  };
}

/** Each of the active users as `callerOf` would describe them; `users` are all of them. */
export async function callersOf(ctx: Ctx, users: readonly ActiveUser[]): Promise<Caller[]> {
  const { adminLimitUsd } = await storedSettings.read(ctx.db);
  const held = users.map(
    (user) => new Set(judgedPermissions.filter((permission) => userHolds(user, permission))),
  );
  return users.map(({ id, fullName, role }, at) => {
    const isOther = (index: number) => index !== at;
    const isAny = isPrivileged(role);
    const isOtherAny = users.some((user, index) => isOther(index) && isPrivileged(user.role));
    return {
      userId: id,
      name: fullName,
      roleLabel: roleLabels[role],
      isPrivileged: isAny,
      permissions: held[at]!,
      others: new Set(
        judgedPermissions.filter((permission) =>
          held.some((permissions, index) => isOther(index) && permissions.has(permission)),
        ),
      ),
      limitUsd: isAny ? null : adminLimitUsd,
      othersLimitUsd: isOtherAny ? null : adminLimitUsd,
    };
  });
}

/** The author of a record. */
export function authorOf({ actor }: Ctx): { by: string; byId: number | null } {
  return { by: actorName(actor), byId: actor.kind === 'staff' ? actor.userId : null };
}
