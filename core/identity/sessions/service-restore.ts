import type { Ctx } from '../../context.ts';
import { can } from '../actor.ts';
import * as queries from './queries.ts';
import { actorOf } from './service.ts';

export type { KeptSession } from './queries.ts';

/** The caller's session; undefined for the shell, jobs and visitors, or when it has ended. */
export async function currentSession(ctx: Ctx): Promise<queries.KeptSession | undefined> {
  if (ctx.actor.kind !== 'staff') return undefined;
  return queries.getSession(ctx.db, ctx.actor.sessionId);
}

/**
 * Ends every session of a restored database, except that of the user who restores: it goes on if the same user exists
 * there (by id and username), is active, need not change the password and may manage backups. The restore counts as the
 * user's activity, however long it took. Call it in the transaction that prepares the restored database.
 * @returns whether the session was kept.
 */
export async function keepOnlySession(
  tx: Ctx,
  session: queries.KeptSession | undefined,
): Promise<boolean> {
  await queries.deleteAllSessions(tx.db);
  const account = session && (await queries.getAccount(tx.db, session.userId));
  if (!account?.isActive || account.mustChangePassword) return false;
  if (account.username !== session?.username) return false;
  if (!can(actorOf(account, 0), 'backup.manage')) return false;
  const lastActivityAt = new Date(Math.max(session.lastActivityAt.getTime(), tx.now.getTime()));
  await queries.insertKeptSession(tx.db, { ...session, lastActivityAt });
  return true;
}
