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
  /** @throws AppError rule where the account is the last active master_admin. */
  assertNotLast(): void;
}

/**
 * Runs `work` on a locked account in a transaction, if the actor may do `action` to it. The administrators whose number
 * matters are locked with it.
 * @throws AppError notFound; forbidden or rule by `userActionRefusal`.
 */
export function onUser<T>(
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

/** Appends a line about a change of an account to the audit log. */
export function auditUser(
  tx: Ctx,
  action: string,
  change: { before?: UserRecord; after?: UserRecord },
): Promise<void> {
  return audit(tx, { action, schema, ...aboutUser((change.after ?? change.before)!), ...change });
}

/** What every line of the audit log about an account holds. */
export function aboutUser(user: UserRecord) {
  const summary = `${user.username} (${roleLabels[user.role]})`;
  return { entity: 'user', entityId: user.id, summary };
}
