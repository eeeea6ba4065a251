import { type Ctx, transact } from '../../context.ts';
import { AppError, conflicts } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { temporaryPassword, temporaryPasswordEnd } from '../passwords/rules.ts';
import { hashPassword } from '../passwords/service.ts';
import { type AdministratorInput, user as schema, type User } from '../schema.ts';
import * as queries from './queries.ts';

/**
 * Creates the first master_admin with a random temporary password, returned once (decision 13: there is no
 * default account). Of two concurrent calls one is refused.
 * @throws AppError forbidden except from shell and jobs; conflict if a master_admin exists or
 *   the username or e-mail address is taken.
 */
export async function initAdministrator(
  ctx: Ctx,
  input: AdministratorInput,
): Promise<{ user: User; temporaryPassword: string }> {
  if (ctx.actor.kind !== 'shell' && ctx.actor.kind !== 'system') {
    throw new AppError('forbidden', 'administrator.shellOnly', 'Access Denied: use isp init.');
  }
  const password = temporaryPassword(ctx.random);
  const passwordHash = await hashPassword(password);
  const user = await transact(ctx, async (tx) => {
    await queries.lockUsers(tx.db);
    const present = await queries.getAdministrator(tx.db);
    if (present) {
      conflicts(
        'administrator.exists',
        `There is a master administrator already: ${present.username}. isp users reset-password gives a new password.`,
      );
    }
    const account = {
      ...input,
      role: 'master_admin' as const,
      mustChangePassword: true,
      temporaryUntil: temporaryPasswordEnd(tx.now),
      createdAt: tx.now,
    };
    const made = await queries.insertUser(tx.db, account, passwordHash);
    await audit(tx, {
      action: 'user.create',
      entity: 'user',
      entityId: made.id,
      summary: `${made.username} (first administrator)`,
      schema,
      after: made,
    });
    return made;
  });
  return { user, temporaryPassword: password };
}
