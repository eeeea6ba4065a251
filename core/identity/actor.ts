import { AppError } from '../kernel/errors.ts';
import type { May } from '../kernel/guarded.ts';
import { type Permission, permissionWords, roleHolds } from './permissions.ts';
import { type Role, roleLabels } from './roles.ts';

/** The user, job or visitor of a call (decision 15). */
export type Actor =
  | {
      kind: 'staff';
      userId: number;
      username: string;
      fullName: string;
      role: Role;
      grants: readonly string[];
      mustChangePassword: boolean;
      sessionId: number;
      without?: Without;
    }
  | { kind: 'shell'; osUser: string }
  | { kind: 'system'; job: string; without?: Without }
  | { kind: 'visitor' };

/** Permissions that an actor does not use, because what it makes goes to people who lack them. */
type Without = readonly Permission[];

export type StaffActor = Extract<Actor, { kind: 'staff' }>;

/** The name stored in audit lines and documents. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'staff':
      return actor.fullName;
    case 'shell':
      return `${actor.osUser} (shell)`;
    case 'system':
      return actor.job;
    case 'visitor':
      return 'visitor';
  }
}

/** The username of a staff member; null for the shell, jobs and visitors, who have none. */
export function actorUsername(actor: Actor): string | null {
  return actor.kind === 'staff' ? actor.username : null;
}

/** A key per caller, for idempotency keys and limits: 'staff:7', 'shell'. */
export function actorKey(actor: Actor): string {
  return actor.kind === 'staff' ? `staff:${actor.userId}` : actor.kind;
}

/** Whether the actor has the permission. Used by `invoke`, the navigation, the screens and the tests. */
export function can(actor: Actor, permission: Permission): boolean {
  if (permission === 'public') return true;
  if ('without' in actor && actor.without?.includes(permission)) return false;
  if (actor.kind === 'shell' || actor.kind === 'system') return true;
  if (actor.kind === 'visitor') return false;
  if (permission === 'session' || permission === 'signedIn') return true;
  return roleHolds(actor.role, permission) || actor.grants.includes(permission);
}

/** The permissions of an actor, for guarded fields (kernel/guarded.ts). */
export function mayOf(actor: Actor): May {
  return (permission) => can(actor, permission as Permission);
}

/** 'Access Denied: your role (Manager) may not make invoices by hand.' */
function denied(actor: Actor, permissions: readonly Permission[]): AppError {
  const who = actor.kind === 'staff' ? `your role (${roleLabels[actor.role]})` : 'you';
  return new AppError(
    'forbidden',
    'permission.denied',
    `Access Denied: ${who} may not ${permissionWords(...permissions)}.`,
  );
}

/**
 * As `authorise`, for a call that needs one of several permissions depending on its body: a caller without any of
 * them is refused before the body is read. The service checks the exact permission.
 * @throws AppError forbidden ('Access Denied').
 */
export function authoriseAny(actor: Actor, permissions: readonly Permission[]): void {
  if (!permissions.some((permission) => can(actor, permission))) throw denied(actor, permissions);
}

/**
 * `refusals` are the words of an operation that has its own.
 * @throws AppError unauthenticated for a visitor, forbidden otherwise ('Access Denied').
 */
export function authorise(
  actor: Actor,
  permission: Permission,
  refusals?: { denied: string; signedOut: string },
): void {
  if (
    actor.kind === 'staff' &&
    actor.mustChangePassword &&
    permission !== 'session' &&
    permission !== 'public'
  ) {
    throw new AppError(
      'forbidden',
      'password.changeRequired',
      'You must change your password before continuing.',
    );
  }
  if (can(actor, permission)) return;
  if (actor.kind === 'visitor') {
    const message = refusals?.signedOut ?? 'Sign in to continue.';
    throw new AppError('unauthenticated', 'session.missing', message);
  }
  if (refusals) throw new AppError('forbidden', 'permission.denied', refusals.denied);
  throw denied(actor, [permission]);
}
