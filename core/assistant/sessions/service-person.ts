import { type Ctx, transact } from '../../context.ts';
import { actorName, can } from '../../identity/actor.ts';
import { conflicts } from '../../kernel/errors.ts';
import { audit } from '../../records/audit.ts';
import type { ChatMessage, ChatSession } from '../schema.ts';
import * as queries from './queries.ts';
import { lockChat, nobody, readSession, refuseClosed, refuseOther, userIdOf } from './service.ts';

/**
 * Lets the caller answer an escalated chat instead of the assistant (decision 126); who answers it already keeps it.
 * @throws AppError notFound; conflict for a chat that is closed, was not handed to a person, or that another person answers.
 */
export function takeOverChat(ctx: Ctx, sessionId: string): Promise<ChatSession> {
  return transact(ctx, async (tx) => {
    const session = await lockChat(tx, sessionId);
    refuseClosed(session);
    if (session.status !== 'escalated')
      conflicts(
        'chat.notEscalated',
        'The assistant answers this chat. Hand it to a person first, then answer in person.',
      );
    refuseOther(tx, session);
    if (session.takenAt === null) {
      await queries.sessions.update(tx.db, session, {
        takenById: userIdOf(tx),
        takenBy: actorName(tx.actor),
        takenAt: tx.now,
      });
      await record(tx, session, 'chat.takeOver', `${actorName(tx.actor)} answers in person`);
    }
    return readSession(tx, sessionId);
  });
}

/**
 * Stores what the person who has taken over writes to the customer, under that person's name.
 * @throws AppError notFound; conflict for a chat that is closed, or that the caller has not taken over.
 */
export function answerInPerson(
  ctx: Ctx,
  sessionId: string,
  { message }: { message: string },
): Promise<ChatMessage> {
  return transact(ctx, async (tx) => {
    const session = await lockChat(tx, sessionId);
    refuseClosed(session);
    refuseOther(tx, session);
    if (session.takenAt === null)
      conflicts('chat.notTaken', 'The assistant answers this chat. Press Answer in person first.');
    const id = await queries.insertMessage(tx.db, {
      sessionKey: session.id,
      role: 'staff',
      content: message,
      at: tx.now,
      typedBy: actorName(tx.actor),
      isForPerson: false,
    });
    await queries.sessions.update(tx.db, session, { lastMessageAt: tx.now });
    return (await queries.getMessage(tx.db, id))!;
  });
}

/**
 * Lets the assistant answer again. Who may assign tickets takes a chat from somebody else in this way; one that nobody
 * has taken over stays as it is.
 * @throws AppError notFound; conflict for a chat that another person answers.
 */
export function handBackChat(ctx: Ctx, sessionId: string): Promise<ChatSession> {
  return transact(ctx, async (tx) => {
    const session = await lockChat(tx, sessionId);
    if (!can(tx.actor, 'ticket.assign')) refuseOther(tx, session);
    if (session.takenAt !== null) {
      await queries.sessions.update(tx.db, session, nobody);
      await record(
        tx,
        session,
        'chat.handBack',
        `Back to the assistant; ${session.takenBy} answered in person`,
      );
    }
    return readSession(tx, sessionId);
  });
}

/** An audit line; what was said stays out of it. */
async function record(
  tx: Ctx,
  session: queries.StoredSession,
  action: string,
  summary: string,
): Promise<void> {
  await audit(tx, { action, entity: 'chat', entityId: session.id, summary });
}
