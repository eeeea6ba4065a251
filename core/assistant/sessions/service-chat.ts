import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { dateInJuba } from '../../kernel/dates.ts';
import { claimKey, keepAnswer } from '../../records/idempotency.ts';
import { activeArticles } from '../articles/service.ts';
import { gatherFacts } from '../facts/service.ts';
import { answerLocally } from '../local/rules.ts';
import { hasModel } from '../model/service.ts';
import { answerByModel, mayModelAnswer } from '../model/service-chat.ts';
import type { Answer, Question } from '../rules-driver.ts';
import type { ChatAnswer, ChatInput, ChatMessage } from '../schema.ts';
import { learnedWords } from '../training/service-words.ts';
import * as queries from './queries.ts';
import { handOver, openSession, readSession, refuseClosed } from './service.ts';

const OPERATION = 'chat';
/** What a driver reads of a chat. */
const TURNS = 20;
/** As long as a model may take, and a little more: after that a message without a reply was cut off. */
const ANSWERING_MS = 25_000;
const POLL_MS = 200;
/** A message that has waited longer for the one before it is answered by rule, so that nobody waits for two models. */
const PATIENCE_MS = 3000;

interface Begun {
  messageId: number;
  sessionKey: number;
  /** A person has the chat: the assistant does not answer. Absent from what older programs kept. */
  isForPerson?: boolean;
  /** The same request was made before. */
  isRepeat: boolean;
}

interface Replied extends Answer {
  driver: ChatMessage['driver'];
}

/** The same context after a wait. */
function later(ctx: Ctx): Ctx {
  const now = ctx.clock();
  return { ...ctx, now, today: dateInJuba(now) };
}

/**
 * Asks the assistant for a customer (seeds/000 7), in steps: the message is stored, answered outside any transaction, and the
 * reply stored, with a ticket where a person is needed. A process that is killed in between leaves a message without a reply,
 * which the same request answers once. Messages of one chat are answered in their order. A repeat with the same
 * Idempotency-Key gets the first reply. While a person answers, the message is stored without a reply.
 * @throws AppError notFound or invalid for the customer; conflict for a chat that is closed or belongs to another customer.
 */
export async function chat(ctx: Ctx, input: ChatInput): Promise<ChatAnswer> {
  const started = performance.now();
  // Before anything is stored: a customer whose facts cannot be read gets no chat.
  const facts = await gatherFacts(ctx, input.customerId);
  const begun = await begin(ctx, input);
  if (begun.isForPerson) return answerOf(ctx, input, begun, undefined);
  const waited = await waitForTurn(ctx, begun);
  const settled = await queries.getReply(ctx.db, begun.messageId);
  if (settled) return answerOf(ctx, input, begun, settled);
  const question: Question = {
    message: input.message,
    history: await queries.findTurns(ctx.db, {
      sessionKey: begun.sessionKey,
      before: begun.messageId,
      limit: TURNS,
    }),
    facts,
    articles: await activeArticles(ctx),
    learned: await learnedWords(ctx),
  };
  const replied = await answer(ctx, question, waited <= PATIENCE_MS);
  const durationMs = Math.round(performance.now() - started);
  const reply = await finish(later(ctx), input, begun, replied, durationMs);
  return answerOf(ctx, input, begun, reply);
}

function begin(ctx: Ctx, input: ChatInput): Promise<Begun> {
  return transact(ctx, async (tx) => {
    const kept = await claimKey(tx, OPERATION, input);
    if (kept) return { ...(kept.response as Omit<Begun, 'isRepeat'>), isRepeat: true };
    const session = await openSession(tx, input.sessionId, input.customerId);
    refuseClosed(session);
    const isForPerson = session.takenAt !== null;
    const messageId = await queries.insertMessage(tx.db, {
      sessionKey: session.id,
      role: 'user',
      content: input.message,
      at: tx.now,
      typedBy: actorName(tx.actor),
      isForPerson,
    });
    await queries.sessions.update(tx.db, session, { lastMessageAt: tx.now });
    const begun = { messageId, sessionKey: session.id, isForPerson };
    // The reply is read by a repeat: it may not be there yet.
    await keepAnswer(tx, OPERATION, begun);
    return { ...begun, isRepeat: false };
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Waits while messages before this one are being answered, and a repeat while its own is. Answers how long. By rule a reply
 * takes no time, so that nobody waits where there is no model.
 */
async function waitForTurn(ctx: Ctx, begun: Begun): Promise<number> {
  const { sessionKey, messageId, isRepeat } = begun;
  const before = isRepeat && hasModel(ctx) ? messageId + 1 : messageId;
  const since = new Date(ctx.now.getTime() - ANSWERING_MS);
  const started = performance.now();
  const elapsed = () => performance.now() - started;
  const patience = hasModel(ctx) ? ANSWERING_MS : PATIENCE_MS;
  while (elapsed() < patience) {
    if (!(await queries.isAnotherWaiting(ctx.db, { sessionKey, before, since }))) break;
    await pause(POLL_MS);
  }
  return elapsed();
}

/**
 * Whether a person is needed or decides, and whether it is about money, is judged by rule, with the model too; such a reply
 * is the rule's.
 */
async function answer(ctx: Ctx, question: Question, mayAskModel: boolean): Promise<Replied> {
  const local = answerLocally(question);
  const isOwn = local.escalation !== null || local.isFinal || !mayModelAnswer(local.topic);
  if (isOwn || !hasModel(ctx)) return { ...local, driver: 'local' };
  const text = mayAskModel ? await answerByModel(ctx, question, local) : undefined;
  if (text === undefined) return { ...local, driver: 'fallback' };
  return { ...local, ...text, driver: 'model' };
}

function finish(
  ctx: Ctx,
  { sessionId, customerId, message }: ChatInput,
  { messageId, sessionKey }: Begun,
  replied: Replied,
  durationMs: number,
): Promise<ChatMessage | undefined> {
  return transact(ctx, async (tx) => {
    const session = await openSession(tx, sessionId, customerId);
    const settled = await queries.getReply(tx.db, messageId);
    if (settled) return settled;
    // A person took over while it was being worded.
    if (session.takenAt !== null) return undefined;
    const needsPerson = replied.escalation !== null;
    await queries.insertReply(tx.db, {
      sessionKey,
      repliesTo: messageId,
      content: replied.text,
      at: tx.now,
      topic: replied.topic,
      driver: replied.driver,
      isAnswered: replied.isAnswered,
      needsEscalation: needsPerson,
      articleIds: replied.articleIds,
      durationMs,
    });
    const isAbout = replied.topic !== 'greeting' && replied.topic !== 'general';
    const changes = {
      lastMessageAt: tx.now,
      ...(isAbout || session.topic === '' ? { topic: replied.topic } : {}),
    };
    const after = await queries.sessions.update(tx.db, session, changes);
    // Not one that was closed meanwhile.
    if (replied.escalation !== null && after.status !== 'closed')
      await handOver(tx, after, replied.escalation, message);
    return queries.getReply(tx.db, messageId);
  });
}

async function answerOf(
  ctx: Ctx,
  { sessionId }: ChatInput,
  { messageId }: Begun,
  reply: ChatMessage | undefined,
): Promise<ChatAnswer> {
  const session = await readSession(ctx, sessionId);
  return {
    response: reply?.content ?? '',
    needsEscalation: reply?.needsEscalation ?? false,
    escalationReason: reply?.needsEscalation ? session.escalationReason : '',
    session,
    message: (await queries.getMessage(ctx.db, messageId))!,
    reply: reply ?? null,
  };
}
