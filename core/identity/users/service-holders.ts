import type { Ctx } from '../../context.ts';
import { type Permission, roleHolds } from '../permissions.ts';
import { isPrivileged, roles } from '../roles.ts';
import { findHolderEmails, hasActiveHolder } from './queries.ts';
import * as queries from './queries-holders.ts';

/**
 * Whether an active account other than `exceptIds` holds the permission; null is nobody. Without one, a person may decide
 * on what they made themselves (decision 34).
 */
export function hasOtherHolder(
  ctx: Ctx,
  permission: Permission,
  ...exceptIds: readonly (number | null)[]
): Promise<boolean> {
  const holders = roles.filter((role) => roleHolds(role, permission));
  const others = exceptIds.filter((id) => id !== null);
  return hasActiveHolder(ctx.db, holders, permission, others);
}

/**
 * The ids of active users with the permission, at most `count`: enough to tell for many records whether one of them has no
 * part in a record, if at most `count` - 1 users have a part in each.
 */
export function someHolders(ctx: Ctx, permission: Permission, count: number): Promise<number[]> {
  const holders = roles.filter((role) => roleHolds(role, permission));
  return queries.findActiveHolders(ctx.db, holders, permission, count);
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

export type { ActiveUser } from './queries-holders.ts';

/** All active users, by name. */
export function activeUsers({ db }: Pick<Ctx, 'db'>): Promise<queries.ActiveUser[]> {
  return queries.findActiveUsers(db);
}

/** Whether a user holds a permission, by role or by a grant. */
export function userHolds(
  { role, grants }: Pick<queries.ActiveUser, 'role' | 'grants'>,
  permission: Permission,
): boolean {
  return roleHolds(role, permission) || grants.includes(permission);
}

/** The active users with an e-mail address who hold a permission, by name. */
export async function recipientsWith(
  ctx: Pick<Ctx, 'db'>,
  permission: Permission,
): Promise<{ userId: number; fullName: string; email: string }[]> {
  const holders = (await activeUsers(ctx)).filter((user) => userHolds(user, permission));
  const found = await queries.findRecipients(
    ctx.db,
    holders.map(({ id }) => id),
  );
  return found
    .filter(({ email }) => email !== '')
    .map(({ id, fullName, email }) => ({ userId: id, fullName, email }));
}

/** Of these e-mail addresses, those that belong to no active user who holds the permission. */
export async function emailsWithout(
  { db }: Pick<Ctx, 'db'>,
  permission: Permission,
  emails: readonly string[],
): Promise<string[]> {
  const lower = (text: string) => text.toLowerCase();
  const holders = roles.filter((role) => roleHolds(role, permission));
  const held = new Set(await findHolderEmails(db, holders, permission, emails.map(lower)));
  return emails.filter((email) => !held.has(lower(email)));
}
