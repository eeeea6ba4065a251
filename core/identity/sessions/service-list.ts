import { type Ctx, transact } from '../../context.ts';
import { notFound } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import { deviceInWords } from '../factors/rules.ts';
import type { StaffSession } from '../factors/schema.ts';
import { withLockedUser } from '../users/service-access.ts';
import * as queries from './queries-devices.ts';
import { limitsAt } from './service.ts';
import { requireStaff } from './service-open.ts';

async function listed(ctx: Ctx, userId: number, currentId?: number): Promise<StaffSession[]> {
  const sessions = await queries.findSessions(ctx.db, userId, limitsAt(ctx.now));
  return sessions.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceInWords(userAgent),
    isCurrent: session.id === currentId,
  }));
}

async function auditEnded(
  tx: Ctx,
  user: { id: number; username: string },
  ended: number,
): Promise<void> {
  if (ended === 0) return;
  await audit(tx, {
    action: 'session.end',
    entity: 'user',
    entityId: user.id,
    summary: user.username,
    facts: { sessions: ended },
  });
}

/** The caller's sessions that have not ended, the last used first (decision 128). */
export function listOwnSessions(ctx: Ctx): Promise<StaffSession[]> {
  const actor = requireStaff(ctx.actor);
  return listed(ctx, actor.userId, actor.sessionId);
}

/** Ends one of the caller's sessions. @throws AppError notFound for one that has ended, or is another user's. */
export function endStaffSession(ctx: Ctx, id: number): Promise<{ ended: number }> {
  const actor = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const ended = await queries.deleteSessionOf(tx.db, actor.userId, id);
    if (ended === 0) notFound('Session', id);
    await auditEnded(tx, { id: actor.userId, username: actor.username }, ended);
    return { ended };
  });
}

/** Ends the caller's sessions but the present one. */
export function endOtherSessions(ctx: Ctx): Promise<{ ended: number }> {
  const actor = requireStaff(ctx.actor);
  return transact(ctx, async (tx) => {
    const ended = await queries.deleteOtherSessions(tx.db, actor.userId, actor.sessionId);
    await auditEnded(tx, { id: actor.userId, username: actor.username }, ended);
    return { ended };
  });
}

/** The sessions of an account. @throws AppError notFound; forbidden for one on which the caller may not act. */
export function listUserSessions(ctx: Ctx, id: number): Promise<StaffSession[]> {
  return withLockedUser(ctx, id, 'sessions', (tx) => listed(tx, id));
}

/** Ends all sessions of an account. @throws AppError notFound; forbidden. */
export function endUserSessions(ctx: Ctx, id: number): Promise<{ ended: number }> {
  return withLockedUser(ctx, id, 'sessions', async (tx, { before }) => {
    const ended = await queries.deleteOtherSessions(tx.db, id, 0);
    await auditEnded(tx, before, ended);
    return { ended };
  });
}
