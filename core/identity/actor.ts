import { AppError } from '../kernel/errors.ts';
import type { May } from '../kernel/guarded.ts';
import {
  CONFIRMED_MINUTES,
  isWithoutRole,
  type Permission,
  permissionWords,
  roleHolds,
  type SecondStep,
} from './permissions.ts';
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
      /** What the session must show or set up first; undefined when its sign-in is complete (decision 128). */
      secondStep?: SecondStep;
      /** When the session last showed the password or a second factor; undefined for actors without a session. */
      confirmedAt?: Date;
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

const INCOMPLETE = {
  code: 'Enter the code of your second factor to continue.',
  setUp: 'Set up a second factor to continue.',
} as const satisfies Record<SecondStep, string>;

/** @throws AppError forbidden factor.required for a session whose sign-in is not complete (decision 128). */
export function refuseIncomplete(actor: Actor): void {
  if (actor.kind !== 'staff' || actor.secondStep === undefined) return;
  throw new AppError('forbidden', 'factor.required', INCOMPLETE[actor.secondStep]);
}

/**
 * Refuses a session that has shown neither the password nor a second factor within the last minutes. The shell and jobs have
 * no session to leave unattended.
 * @throws AppError forbidden session.confirm.
 */
export function assertConfirmed(actor: Actor, now: Date): void {
  if (actor.kind !== 'staff' || actor.confirmedAt === undefined) return;
  if (now.getTime() - actor.confirmedAt.getTime() <= CONFIRMED_MINUTES * 60_000) return;
  throw new AppError(
    'forbidden',
    'session.confirm',
    'Enter your password or a second factor again to do this.',
  );
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
  if (permission !== 'session' && permission !== 'public') refuseIncomplete(actor);
  if (
    actor.kind === 'staff' &&
    actor.mustChangePassword &&
    (permission === 'signedIn' || !isWithoutRole(permission))
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
