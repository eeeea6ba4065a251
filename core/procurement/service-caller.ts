import type { Ctx } from '../context.ts';
import { actorName, can } from '../identity/actor.ts';
import { isPrivileged, roleLabels } from '../identity/roles.ts';
import { othersWith } from '../identity/users/service-holders.ts';
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

/** The author of a record. */
export function authorOf({ actor }: Ctx): { by: string; byId: number | null } {
  return { by: actorName(actor), byId: actor.kind === 'staff' ? actor.userId : null };
}
