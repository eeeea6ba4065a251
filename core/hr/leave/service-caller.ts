import type { Ctx } from '../../context.ts';
import { actorName, can } from '../../identity/actor.ts';
import { roleLabels } from '../../identity/roles.ts';
import { hasOtherHolder } from '../../identity/users/service-holders.ts';
import { isConcerned, type LeaveCaller, type LeaveState } from './rules-actions.ts';

/** The user who acts, as the rules of leave judge them. */
export function callerOf({ actor }: Ctx): LeaveCaller {
  const isStaff = actor.kind === 'staff';
  return {
    userId: isStaff ? actor.userId : null,
    name: actorName(actor),
    roleLabel: isStaff ? roleLabels[actor.role] : actorName(actor),
    mayDecide: can(actor, 'leave.approve'),
    mayWrite: can(actor, 'hr.write'),
  };
}

/**
 * Answers for each request whether an active user who neither asked nor takes the leave may decide on it. Reads it only
 * for requests that concern the caller, and once for each pair of people.
 */
export function othersOf(ctx: Ctx, caller: LeaveCaller): (state: LeaveState) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>();
  return (state) => {
    if (!isConcerned(caller, state)) return Promise.resolve(true);
    const { userId, requestedById } = state;
    const key = `${userId} ${requestedById}`;
    const answer = known.get(key) ?? hasOtherHolder(ctx, 'leave.approve', userId, requestedById);
    known.set(key, answer);
    return answer;
  };
}
