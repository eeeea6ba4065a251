import { type Ctx, transact } from '../../context.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { type Role, roleLabels } from '../roles.ts';
import { user as schema } from '../schema.ts';
import { lockUserAndAdministrators, type UserRecord } from './queries.ts';
import {
  assignableRoles,
  LAST_ADMINISTRATOR,
  type Refusal,
  type UserAction,
  userActionRefusal,
} from './rules.ts';

function refuse(refusal: Refusal): never {
  throw new AppError(refusal.kind, refusal.code, refusal.message);
}

export interface LockedUser {
  before: UserRecord;
  /** @throws AppError as `userActionRefusal`. */
  assertMay(action: UserAction): void;
  /** @throws AppError rule if the account is the last active master_admin. */
  assertNotLast(): void;
}

/**
 * Runs `work` on a locked account in a transaction, if the actor may do `action` on it. All active master_admins are
 * locked too, to check for the last one.
 * @throws AppError notFound; forbidden or rule by `userActionRefusal`.
 */
export function withLockedUser<T>(
  ctx: Ctx,
  id: number,
  action: UserAction,
  work: (tx: Ctx, user: LockedUser) => Promise<T>,
): Promise<T> {
  return transact(ctx, async (tx) => {
    const { user: before, otherAdministrators } = await lockUserAndAdministrators(tx.db, id);
    if (!before) notFound('User', id);
    const isLast = before.role === 'master_admin' && before.isActive && otherAdministrators === 0;
    const assertMay = (wanted: UserAction) => {
      const refusal = userActionRefusal(tx.actor, wanted, before);
      if (refusal) refuse(refusal);
    };
    const assertNotLast = () => {
      if (isLast) refuse(LAST_ADMINISTRATOR);
    };
    assertMay(action);
    return work(tx, { before, assertMay, assertNotLast });
  });
}

/** @throws AppError forbidden for a role that the actor may not give. */
export function assertAssignable(ctx: Ctx, role: Role): void {
  if (assignableRoles(ctx.actor).includes(role)) return;
  const message = `Access Denied: you can't give the role ${roleLabels[role]}.`;
  throw new AppError('forbidden', 'user.roleNotAssignable', message, { fields: { role: message } });
}

/** Writes the audit line of a change of an account. */
export function auditUser(
  tx: Ctx,
  action: string,
  change: { before?: UserRecord; after?: UserRecord },
): Promise<void> {
  const user = (change.after ?? change.before)!;
  return audit(tx, { action, schema, ...auditFields(user), ...change });
}

/** The fields common to all audit lines about an account. */
export function auditFields(user: UserRecord) {
  const summary = `${user.username} (${roleLabels[user.role]})`;
  return { entity: 'user', entityId: user.id, summary };
}
