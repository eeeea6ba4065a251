import { type Ctx, transact } from '../context.ts';
import { AppError, breaksRule, invalidField, notFound } from '../kernel/errors.ts';
import { type Page, sortOf } from '../kernel/paging.ts';
import { assertVersion } from '../kernel/versions.ts';
import { audit } from '../records/audit.ts';
import { can } from './actor.ts';
import { grantable } from './permissions.ts';
import { deleteSessionsOf, getAccount } from './queries-session.ts';
import * as queries from './queries-users.ts';
import { privilegedRoles, type Role, roleLabels } from './roles.ts';
import {
  assignableRoles,
  grantableBy,
  LAST_ADMINISTRATOR,
  type Refusal,
  type UserAction,
  userActionRefusal,
} from './rules.ts';
import { temporaryPassword, temporaryPasswordEnd } from './rules-passwords.ts';
import {
  type GrantsInput,
  identityKey,
  isUsername,
  type ResetPasswordInput,
  type SuspendInput,
  user as schema,
  USERNAME_RULE,
  type User,
  type UserFilter,
  type UserInput,
  type UserUpdate,
} from './schema.ts';
import { assertStrongEnough, hashPassword, verifyPassword } from './service-passwords.ts';
import { countAttempt, forgetAttempts } from './service-throttle.ts';

/** Full rows for those who manage users, names for everyone else (decision 17). */
export function listUsers(ctx: Ctx, filter: UserFilter): Promise<Page<User>> {
  const sort = sortOf(filter.sort, { column: 'fullName', descending: false });
  return can(ctx.actor, 'user.manage')
    ? queries.findUsers(ctx.db, filter, sort)
    : queries.findUserNames(ctx.db, filter, sort.column === 'fullName' && sort.descending);
}

/** The four cards (seeds/001 2). Administrators are the privileged roles. */
export function getUserStats(ctx: Ctx): Promise<queries.UserCounts> {
  return queries.countUsers(ctx.db, privilegedRoles);
}

/** Appends a line about an account to the audit log. */
function auditUser(
  tx: Ctx,
  action: string,
  change: { before?: queries.UserRow; after?: queries.UserRow },
): Promise<void> {
  return audit(tx, { action, schema, ...about((change.after ?? change.before)!), ...change });
}

function about(user: queries.UserRow) {
  return { entity: 'user', entityId: user.id, summary: summaryOf(user) };
}

function summaryOf(user: queries.UserRow): string {
  return `${user.username} (${roleLabels[user.role]})`;
}

function refuse(refusal: Refusal): never {
  throw new AppError(refusal.kind, refusal.code, refusal.message);
}

function assertMay(ctx: Ctx, action: UserAction, target: queries.UserRow): void {
  const refusal = userActionRefusal(ctx.actor, action, target);
  if (refusal) refuse(refusal);
}

function assertAssignable(ctx: Ctx, role: Role): void {
  if (assignableRoles(ctx.actor).includes(role)) return;
  const message = `Access Denied: you can't give the role ${roleLabels[role]}.`;
  throw new AppError('forbidden', 'user.roleNotAssignable', message, { fields: { role: message } });
}

/** Locks the account, with the administrators whose number matters. @throws AppError notFound. */
async function lockUser(tx: Ctx, id: number): Promise<queries.UserRow & { isLast: boolean }> {
  const { user, otherAdministrators } = await queries.lockUserAndAdministrators(tx.db, id);
  if (!user) notFound('User', id);
  const isLast = user.role === 'master_admin' && user.isActive && otherAdministrators === 0;
  return { ...user, isLast };
}

/**
 * Creates a staff account with a temporary password, to be changed at a first sign-in within
 * `TEMPORARY_PASSWORD_DAYS` unless it is said otherwise (seeds/001 4).
 * @throws AppError forbidden for a role that the actor may not give; rule for a weak password; conflict
 *   for a username, an e-mail address or, among active users, a full name that is taken.
 */
export async function createUser(ctx: Ctx, input: UserInput): Promise<User> {
  assertAssignable(ctx, input.role);
  const { username, email, fullName, role, mustChangePassword = true } = input;
  const names = { username, email, fullName, company: ctx.config.company.name };
  assertStrongEnough(input.password, names, 'password');
  const passwordHash = await hashPassword(input.password);
  return transact(ctx, async (tx) => {
    const user = await queries.insertUser(tx.db, {
      username,
      email,
      fullName,
      role,
      passwordHash,
      mustChangePassword,
      temporaryUntil: mustChangePassword ? temporaryPasswordEnd(tx.now) : null,
      createdAt: tx.now,
    });
    await auditUser(tx, 'user.create', { after: user });
    return user;
  });
}

/** What stands at the box of the password with a new e-mail address of one's own. */
const NEEDS_PASSWORD = 'Enter your current password to change your own e-mail address.';

/**
 * Whether the password that came with the change of one's own e-mail address is right: a screen left open must give
 * nobody the address. Throttled as a sign-in is. Without a password, or for the account of another, there is nothing to
 * prove.
 * @throws AppError rule for a wrong password; tooMany.
 */
async function provesPassword(ctx: Ctx, id: number, input: UserUpdate): Promise<boolean> {
  const isOwn = ctx.actor.kind === 'staff' && ctx.actor.userId === id;
  if (!isOwn || input.email === undefined || !input.currentPassword) return false;
  const account = await getAccount(ctx.db, id);
  if (!account || account.email === input.email) return false;
  await countAttempt(ctx, account.usernameKey, id);
  if (!(await verifyPassword(account.passwordHash, input.currentPassword))) {
    const message = 'The current password is not correct.';
    breaksRule('password.wrong', message, { currentPassword: message });
  }
  await forgetAttempts(ctx, account.usernameKey);
  return true;
}

/**
 * Changes name, username, e-mail address or role. A change of role ends the user's sessions (decision 14) and what was
 * granted beyond the old role. One's own e-mail address is changed with one's password alone.
 * @throws AppError notFound; forbidden or rule by `userActionRefusal`; conflict for a stale version or a
 *   name that is taken; rule for demoting the last active master_admin, and for one's own e-mail address without the
 *   right password; invalid for a new username of other letters than ASCII; tooMany.
 */
export async function updateUser(ctx: Ctx, id: number, input: UserUpdate): Promise<User> {
  const isProved = await provesPassword(ctx, id, input);
  return transact(ctx, async (tx) => {
    const before = await lockUser(tx, id);
    assertMay(tx, 'edit', before);
    assertVersion('user', before.version, input.version);
    const {
      username = before.username,
      email = before.email,
      fullName = before.fullName,
      role = before.role,
    } = input;
    const changesRole = role !== before.role;
    if (changesRole) {
      assertMay(tx, 'changeRole', before);
      assertAssignable(tx, role);
      if (before.isLast) refuse(LAST_ADMINISTRATOR);
    }
    if (username !== before.username && !isUsername(username)) {
      invalidField('username', USERNAME_RULE);
    }
    const isOwn = tx.actor.kind === 'staff' && tx.actor.userId === id;
    if (isOwn && email !== before.email && !isProved) {
      breaksRule('user.passwordNeeded', NEEDS_PASSWORD, { currentPassword: NEEDS_PASSWORD });
    }
    const isRenamed = fullName !== before.fullName;
    const changesIdentity = username !== before.username || email !== before.email || isRenamed;
    if (!changesRole && !changesIdentity) return before;
    const after = await queries.updateUser(tx.db, id, {
      ...(changesIdentity && { identity: { username, email, fullName }, isRenamed }),
      ...(changesRole && { role, grants: [] }),
    });
    if (changesRole) await deleteSessionsOf(tx.db, id);
    await auditUser(tx, 'user.update', { before, after });
    return after;
  });
}

/**
 * Suspends an account and ends its sessions, or reactivates it. Saying what already is changes nothing.
 * @throws AppError notFound; forbidden; rule for oneself or the last active master_admin; conflict for reactivating
 *   somebody whose full name another active user has meanwhile.
 */
export async function suspendUser(ctx: Ctx, id: number, { isActive }: SuspendInput): Promise<User> {
  return transact(ctx, async (tx) => {
    const before = await lockUser(tx, id);
    assertMay(tx, isActive ? 'reactivate' : 'suspend', before);
    if (before.isActive === isActive) return before;
    if (before.isLast) refuse(LAST_ADMINISTRATOR);
    const after = await queries.updateUser(tx.db, id, { isActive });
    if (!isActive) await deleteSessionsOf(tx.db, id);
    await auditUser(tx, isActive ? 'user.reactivate' : 'user.suspend', { before, after });
    return after;
  });
}

/**
 * Gives an account a temporary password, a random one unless one is named, that must be changed at the
 * next sign-in, within `TEMPORARY_PASSWORD_DAYS`; ends its sessions and forgets its failed sign-ins. The answer is the only place where
 * the password is ever written.
 * @throws AppError notFound; forbidden; rule for oneself or a weak password.
 */
export async function resetUserPassword(
  ctx: Ctx,
  id: number,
  input: ResetPasswordInput,
): Promise<{ temporaryPassword: string }> {
  const password = input.password || temporaryPassword(ctx.random);
  // Hashing takes a while: it is done before any row is locked.
  const hash = await hashPassword(password);
  return transact(ctx, async (tx) => {
    const before = await lockUser(tx, id);
    assertMay(tx, 'resetPassword', before);
    assertStrongEnough(password, { ...before, company: tx.config.company.name }, 'password');
    const after = await queries.updateUser(tx.db, id, {
      temporaryPassword: { hash, until: temporaryPasswordEnd(tx.now) },
    });
    await deleteSessionsOf(tx.db, id);
    await forgetAttempts(tx, identityKey(after.username));
    const facts = { mustChangePassword: true };
    await audit(tx, { action: 'user.resetPassword', facts, ...about(after) });
    return { temporaryPassword: password };
  });
}

/**
 * Sets what an account may do beyond its role: the specification's "two named accounts" (seeds/000 6).
 * Nobody gives or takes back what they may not do themselves, nor grants oneself anything.
 * @throws AppError invalid for what cannot be granted; notFound; forbidden; rule for oneself.
 */
export async function grantUser(ctx: Ctx, id: number, input: GrantsInput): Promise<User> {
  const unknown = input.grants.find((grant) => !grantable.some((known) => known === grant));
  if (unknown !== undefined) {
    invalidField('grants', `Only these can be granted: ${grantable.join(', ')}.`);
  }
  const grants = grantable.filter((grant) => input.grants.includes(grant));
  return transact(ctx, async (tx) => {
    const before = await lockUser(tx, id);
    assertMay(tx, 'grant', before);
    const changed = grantable.filter(
      (grant) => grants.includes(grant) !== before.grants.includes(grant),
    );
    if (changed.length === 0) return before;
    const withheld = changed.find((grant) => !grantableBy(tx.actor).includes(grant));
    if (withheld) {
      const message = `Access Denied: you can't grant ${withheld} without holding it.`;
      throw new AppError('forbidden', 'user.grantWithheld', message);
    }
    const after = await queries.updateUser(tx.db, id, { grants });
    await auditUser(tx, 'user.grant', { before, after });
    return after;
  });
}

/**
 * Deletes an account for good, with its sessions; its name remains on what the user did (decision 17).
 * @throws AppError notFound; forbidden; rule for oneself or the last active master_admin.
 */
export async function deleteUser(ctx: Ctx, id: number): Promise<{ message: string }> {
  return transact(ctx, async (tx) => {
    const before = await lockUser(tx, id);
    assertMay(tx, 'delete', before);
    if (before.isLast) refuse(LAST_ADMINISTRATOR);
    await queries.deleteUser(tx.db, id);
    await auditUser(tx, 'user.delete', { before });
    return { message: `The account of ${before.fullName} was deleted.` };
  });
}
