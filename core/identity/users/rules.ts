import { type Actor, can } from '../actor.ts';
import {
  type Grant,
  grantable,
  type Permission,
  permissionTable,
  roleHolds,
} from '../permissions.ts';
import { isPrivileged, type Role, roles } from '../roles.ts';

/** Roles that can be given only from the shell of the server (decision 17). */
const shellOnlyRoles = ['master_admin', 'developer', 'ceo'] as const satisfies readonly Role[];

/** The shell and jobs: the operator of the server. */
function isMachine(actor: Actor): boolean {
  return actor.kind === 'shell' || actor.kind === 'system';
}

/** The roles that the actor may assign, in the order of lists (seeds/001 6, decision 17). */
export function assignableRoles(actor: Actor): readonly Role[] {
  if (isMachine(actor)) return roles;
  if (actor.kind !== 'staff' || !isPrivileged(actor.role)) return [];
  const withheld: readonly Role[] =
    actor.role === 'master_admin' ? shellOnlyRoles : [...shellOnlyRoles, 'super_admin'];
  return roles.filter((role) => !withheld.includes(role));
}

/**
 * Whether the actor may act on accounts of the target's role (seeds/001 6): master_admin, shell and jobs on all;
 * super_admin and developer on users who are neither super_admin nor master_admin.
 */
export function mayActOn(actor: Actor, target: { role: Role }): boolean {
  if (isMachine(actor)) return true;
  if (actor.kind !== 'staff' || !isPrivileged(actor.role)) return false;
  if (actor.role === 'master_admin') return true;
  return target.role !== 'super_admin' && target.role !== 'master_admin';
}

/** The permissions that an account holds, by role or grant, and the actor lacks. */
export function lackedOf(
  actor: Actor,
  { role, grants }: { role: Role; grants: readonly string[] },
): Permission[] {
  const all = Object.keys(permissionTable) as (keyof typeof permissionTable)[];
  return all.filter(
    (permission) =>
      (roleHolds(role, permission) || grants.includes(permission)) && !can(actor, permission),
  );
}

export type UserAction =
  | 'edit'
  | 'changeRole'
  | 'suspend'
  | 'reactivate'
  | 'resetPassword'
  | 'resetFactor'
  | 'sessions'
  | 'grant'
  | 'delete';

export interface Refusal {
  kind: 'forbidden' | 'rule';
  code: string;
  message: string;
}

/** Actions that users may not do on their own account (decision 17), with the message. */
const notOnOwnAccount: Partial<Record<UserAction, string>> = {
  changeRole: 'You cannot change your own role.',
  suspend: 'You cannot suspend your own account.',
  resetPassword: 'Change your own password with your current one instead.',
  resetFactor: 'Change your own second factors in your user menu.',
  grant: 'You cannot change what you yourself are granted.',
  delete: 'You cannot delete your own account.',
};

/**
 * Why the actor may not do this to the target; undefined if allowed. Used by the service to refuse and by
 * screens to disable buttons.
 */
export function userActionRefusal(
  actor: Actor,
  action: UserAction,
  target: { id: number; role: Role },
): Refusal | undefined {
  if (!mayActOn(actor, target)) {
    return {
      kind: 'forbidden',
      code: 'user.outOfReach',
      message: "Access Denied: you don't have permission to change this account.",
    };
  }
  const message = notOnOwnAccount[action];
  if (message && actor.kind === 'staff' && actor.userId === target.id) {
    return { kind: 'rule', code: 'user.oneself', message };
  }
  // seeds/001 6: the role select is disabled for all but master_admin when the target is one of these.
  if (
    action === 'changeRole' &&
    actor.kind === 'staff' &&
    actor.role !== 'master_admin' &&
    (target.role === 'super_admin' || target.role === 'developer')
  ) {
    return {
      kind: 'forbidden',
      code: 'user.roleFixed',
      message: 'Only a master administrator changes the role of this account.',
    };
  }
  return undefined;
}

/** The last active master_admin may not be removed, suspended or demoted (decision 17). */
export const LAST_ADMINISTRATOR: Refusal = {
  kind: 'rule',
  code: 'user.lastAdministrator',
  message: 'This is the last active master administrator. Appoint another one first.',
};

/** The grants that the actor may give or remove: those whose permission the actor has. */
export function grantableBy(actor: Actor): readonly Grant[] {
  return grantable.filter((grant) => can(actor, grant));
}
