import type { Ctx } from '../../context.ts';
import { breaksRule, invalidField } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { actorName } from '../actor.ts';
import { identityKey, isUsername, USERNAME_RULE, type User, type UserUpdate } from '../schema.ts';
import { deleteSessionsOf, getAccount } from '../sessions/queries.ts';
import { assertCurrentPassword, clearAttempts } from '../sessions/service-throttle.ts';
import { updateUser as writeUser } from './queries.ts';
import { assertAssignable, auditUser, type LockedUser, withLockedUser } from './service-access.ts';
import { tellUser } from './service-tell.ts';

/** The message at the password field when users change their own e-mail address. */
const NEEDS_PASSWORD = 'Enter your current password to change your own e-mail address.';

function isOwnAccount({ actor }: Ctx, id: number): boolean {
  return actor.kind === 'staff' && actor.userId === id;
}

/**
 * Whether users who change their own e-mail address sent their correct password, so that nobody can change it on an
 * unattended screen. Throttled like sign-ins. False if no password was sent or none is needed.
 * @throws AppError rule for a wrong password; tooMany.
 */
async function isPasswordConfirmed(ctx: Ctx, id: number, input: UserUpdate): Promise<boolean> {
  if (!isOwnAccount(ctx, id) || input.email === undefined || !input.currentPassword) return false;
  const account = await getAccount(ctx.db, id);
  if (!account || account.email === input.email) return false;
  await assertCurrentPassword(ctx, account, input.currentPassword);
  await clearAttempts(ctx, account.usernameKey);
  return true;
}

/**
 * Refuses what nobody may change on a locked account, before it is changed or another person is asked.
 * @throws AppError as `updateUser`, apart from the own e-mail address and names that are taken.
 */
export function assertMayUpdate(
  tx: Ctx,
  { before, assertMay, assertNotLast }: LockedUser,
  { version, role = before.role, username = before.username }: UserUpdate,
): void {
  assertVersion('user', before.version, version);
  if (role !== before.role) {
    assertMay('changeRole');
    assertAssignable(tx, role);
    assertNotLast();
  }
  if (username !== before.username && !isUsername(username)) {
    invalidField('username', USERNAME_RULE);
  }
}

/**
 * Changes name, username, e-mail address or role. A change of role ends the user's sessions (decision 14) and removes
 * all grants. Users need their password to change their own e-mail address; the old address is told of another one. Calls come through `reports/approvals`, where
 * another person may have to accept another role.
 * @throws AppError notFound; forbidden or rule by `userActionRefusal`; conflict for a stale version or a
 *   name that is taken; rule for demoting the last active master_admin, and for the own e-mail address without the
 *   correct password; invalid for a new username that is not ASCII; tooMany.
 */
export async function updateUser(ctx: Ctx, id: number, input: UserUpdate): Promise<User> {
  const isVerified = await isPasswordConfirmed(ctx, id, input);
  return withLockedUser(ctx, id, 'edit', async (tx, locked) => {
    const { before } = locked;
    assertMayUpdate(tx, locked, input);
    const {
      username = before.username,
      email = before.email,
      fullName,
      role = before.role,
    } = input;
    const changesRole = role !== before.role;
    if (isOwnAccount(tx, id) && email !== before.email && !isVerified) {
      breaksRule('user.passwordNeeded', NEEDS_PASSWORD, { currentPassword: NEEDS_PASSWORD });
    }
    const grants = changesRole ? [] : before.grants;
    const after = await writeUser(tx.db, before, { username, email, fullName, role, grants });
    if (changesRole) await deleteSessionsOf(tx.db, id);
    await auditUser(tx, 'user.update', { before, after });
    // To the address from before: whoever changed it may be somebody else.
    if (identityKey(after.email) !== identityKey(before.email))
      await tellUser(tx, id, 'emailChanged', { by: actorName(tx.actor), email: before.email });
    return after;
  });
}
