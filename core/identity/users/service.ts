import { type Ctx, transact } from '../../context.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import { actorName, can } from '../actor.ts';
import { temporaryPassword, temporaryPasswordEnd } from '../passwords/rules.ts';
import { hashPassword } from '../passwords/service.ts';
import { assertNewPassword, keepOldPassword } from '../passwords/service-new.ts';
import { grantable } from '../permissions.ts';
import { privilegedRoles } from '../roles.ts';
import {
  type GrantsInput,
  identityKey,
  type ResetPasswordInput,
  type SuspendInput,
  type User,
  type UserFilter,
  type UserInput,
} from '../schema.ts';
import { identityConstraints } from '../schema-constraints.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { forgetDevicesOf } from '../sessions/queries-devices.ts';
import { clearAttempts } from '../sessions/service-throttle.ts';
import * as queries from './queries.ts';
import { users } from './queries.ts';
import { grantableBy } from './rules.ts';
import { assertAssignable, auditFields, auditUser, withLockedUser } from './service-access.ts';
import { tellUser } from './service-tell.ts';

/** Full rows for those who manage users, names for everyone else (decision 17). */
export function listUsers(ctx: Ctx, filter: UserFilter): Promise<Page<User>> {
  return can(ctx.actor, 'user.manage')
    ? queries.findUsers(ctx.db, filter)
    : queries.findUserNames(ctx.db, filter);
}

/** The four cards (seeds/001 2). Administrators are the privileged roles. */
export function getUserStats(ctx: Ctx): Promise<queries.UserCounts> {
  return queries.countUsers(ctx.db, privilegedRoles);
}

/**
 * Creates a staff account with a password that by default is temporary: to be changed at the first sign-in within
 * `TEMPORARY_PASSWORD_DAYS` (seeds/001 4).
 * @throws AppError forbidden for a role that the actor may not assign; rule for a weak password; conflict
 *   for a username, an e-mail address or, among active users, a full name that is taken.
 */
export async function createUser(ctx: Ctx, input: UserInput): Promise<User> {
  return createUserWith(ctx, input, await hashForNewUser(ctx, input));
}

/**
 * What is stored of the password of a new account. Hashing is slow: not while rows are locked.
 * @throws AppError forbidden for a role that the actor may not assign; rule for a weak password.
 */
export async function hashForNewUser(ctx: Ctx, input: UserInput): Promise<string> {
  assertAssignable(ctx, input.role);
  await assertNewPassword(ctx, input.password, input, 'password');
  return hashPassword(input.password);
}

/**
 * Refuses names that another account has, before another person is asked to accept them: the database decides when they are
 * written. `exceptId` is the account that has them now.
 * @throws AppError conflict as `createUser`.
 */
export async function assertNamesFree(
  { db }: Pick<Ctx, 'db'>,
  names: Partial<Pick<UserInput, 'username' | 'email' | 'fullName'>>,
  exceptId: number | null = null,
): Promise<void> {
  const taken = await queries.findTaken(db, names, exceptId);
  if (taken === undefined) return;
  const { kind, code, message, field } = identityConstraints[taken];
  throw new AppError(kind, code, message, { fields: { [field]: message } });
}

/** Creates an account by what is stored of its password, which `hashForNewUser` has checked: see `createUser`. */
export function createUserWith(
  ctx: Ctx,
  { username, email, fullName, role, mustChangePassword = true }: UserInput,
  passwordHash: string,
): Promise<User> {
  assertAssignable(ctx, role);
  return transact(ctx, async (tx) => {
    const temporaryUntil = mustChangePassword ? temporaryPasswordEnd(tx.now) : null;
    const password = { mustChangePassword, temporaryUntil };
    const made = { username, email, fullName, role, ...password, createdAt: tx.now };
    const user = await queries.insertUser(tx.db, made, passwordHash);
    await auditUser(tx, 'user.create', { after: user });
    return user;
  });
}

/**
 * Suspends an account and ends its sessions, or reactivates it. Setting the current state changes nothing.
 * @throws AppError notFound; forbidden; rule for the own account or the last active master_admin; conflict for
 *   reactivating a user whose full name another active user now has.
 */
export function suspendUser(ctx: Ctx, id: number, { isActive }: SuspendInput): Promise<User> {
  const action = isActive ? 'reactivate' : 'suspend';
  return withLockedUser(ctx, id, action, async (tx, { before, assertNotLast }) => {
    if (before.isActive === isActive) return before;
    assertNotLast();
    const after = await queries.updateUser(tx.db, before, { isActive });
    if (!isActive) await deleteSessionsOf(tx.db, id);
    await auditUser(tx, `user.${action}`, { before, after });
    return after;
  });
}

/** A temporary password, given or random, and what is stored of it. Hashing is slow: not while rows are locked. */
export async function newTemporaryPassword(
  ctx: Ctx,
  input: ResetPasswordInput,
): Promise<{ password: string; hash: string }> {
  const password = input.password || temporaryPassword(ctx.random);
  return { password, hash: await hashPassword(password) };
}

/**
 * Refuses a password that is weak for an account. It is not compared with earlier ones, which takes time while the account is
 * locked: it must be changed anyway. @throws AppError rule.
 */
export function assertTemporary(tx: Ctx, before: queries.UserRecord, password: string) {
  const { username, email, fullName } = before;
  return assertNewPassword(tx, password, { username, email, fullName }, 'password');
}

/**
 * Gives an account a temporary password, by what is stored of it: see `resetUserPassword`. `password` is checked where the caller
 * has it.
 * @throws AppError notFound; forbidden; rule for the own account or a weak password.
 */
export function setTemporaryPassword(
  ctx: Ctx,
  id: number,
  { hash, password }: { hash: string; password?: string },
): Promise<void> {
  return withLockedUser(ctx, id, 'resetPassword', async (tx, { before }) => {
    if (password !== undefined) await assertTemporary(tx, before, password);
    await keepOldPassword(tx, id);
    await queries.updateTemporaryPassword(tx.db, id, hash, temporaryPasswordEnd(tx.now));
    await deleteSessionsOf(tx.db, id);
    await forgetDevicesOf(tx.db, id);
    await clearAttempts(tx, identityKey(before.username));
    const facts = { mustChangePassword: true };
    await audit(tx, { action: 'user.resetPassword', facts, ...auditFields(before) });
    await tellUser(tx, id, 'passwordReset', { by: actorName(tx.actor) });
  });
}

/**
 * Sets a temporary password, by default a random one, that must be changed at the next sign-in within
 * `TEMPORARY_PASSWORD_DAYS`; ends the sessions, forgets the devices and clears the failed sign-ins. The password is returned once and only
 * its hash is stored. Calls come through `reports/approvals`, where another person may have to accept it.
 * @throws AppError notFound; forbidden; rule for the own account or a weak password.
 */
export async function resetUserPassword(
  ctx: Ctx,
  id: number,
  input: ResetPasswordInput,
): Promise<{ temporaryPassword: string }> {
  const made = await newTemporaryPassword(ctx, input);
  await setTemporaryPassword(ctx, id, made);
  return { temporaryPassword: made.password };
}

/**
 * Sets the grants of an account beyond its role: the specification's "two named accounts" (seeds/000 6).
 * Users can change only grants of permissions that they have, and not on their own account.
 * @throws AppError invalid for a permission that cannot be granted; notFound; forbidden; rule for the own account.
 */
export async function grantUser(ctx: Ctx, id: number, input: GrantsInput): Promise<User> {
  const unknown = input.grants.find((grant) => !grantable.some((known) => known === grant));
  if (unknown !== undefined) {
    invalidField('grants', `Only these can be granted: ${grantable.join(', ')}.`);
  }
  const grants = grantable.filter((grant) => input.grants.includes(grant));
  return withLockedUser(ctx, id, 'grant', async (tx, { before }) => {
    const changed = grantable.filter(
      (grant) => grants.includes(grant) !== before.grants.includes(grant),
    );
    if (changed.length === 0) return before;
    const withheld = changed.find((grant) => !grantableBy(tx.actor).includes(grant));
    if (withheld) {
      const message = `Access Denied: you can't grant ${withheld} without holding it.`;
      throw new AppError('forbidden', 'user.grantWithheld', message);
    }
    const after = await queries.updateUser(tx.db, before, { grants });
    await auditUser(tx, 'user.grant', { before, after });
    return after;
  });
}

/**
 * Permanently deletes an account with its sessions; its name is kept in audit lines and documents (decision 17).
 * @throws AppError notFound; forbidden; rule for the own account or the last active master_admin.
 */
export function deleteUser(ctx: Ctx, id: number): Promise<{ message: string }> {
  return withLockedUser(ctx, id, 'delete', async (tx, { before, assertNotLast }) => {
    assertNotLast();
    await users.remove(tx.db, id);
    await auditUser(tx, 'user.delete', { before });
    return { message: `The account of ${before.fullName} was deleted.` };
  });
}
