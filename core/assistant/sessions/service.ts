import type { z } from 'zod';
import { type Ctx, transact } from '../../context.ts';
import { type Column, exportFile } from '../../documents/sheets/write.ts';
import { actorName } from '../../identity/actor.ts';
import type { FileAnswer } from '../../kernel/contract.ts';
import { dateInJuba, formatInstant } from '../../kernel/dates.ts';
import { conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { audit } from '../../records/audit.ts';
import { commentOn } from '../../support/comments/service.ts';
import { createTicket, updateTicket } from '../../support/service.ts';
import { lockTicket } from '../../support/service-record.ts';
import { type EscalationReason, escalationReasons } from '../rules-driver.ts';
import type { ChatSession, ChatSessionDetail, SessionFilter, sessionExport } from '../schema.ts';
import * as queries from './queries.ts';
import { descriptionOf, issueTypeOf, priorityOf, reasonWords, topicLabels } from './rules.ts';

/** The last messages of a chat that are shown, and that go to its ticket. */
const MESSAGES_SHOWN = 500;
const MESSAGES_IN_TICKET = 100;

export const userIdOf = ({ actor }: Ctx) => (actor.kind === 'staff' ? actor.userId : null);

/** Chats, the latest first by default. */
export function listChats(ctx: Ctx, filter: SessionFilter): Promise<Page<ChatSession>> {
  return queries.findSessions(ctx.db, filter, userIdOf(ctx));
}

/** A chat with its last 500 messages. @throws AppError notFound. */
export async function getChat(ctx: Ctx, sessionId: string): Promise<ChatSessionDetail> {
  const session = await readSession(ctx, sessionId);
  return { ...session, messages: await queries.findMessages(ctx.db, session.id, MESSAGES_SHOWN) };
}

/** @throws AppError notFound. */
export async function readSession(ctx: Ctx, sessionId: string): Promise<ChatSession> {
  return (await queries.getSession(ctx.db, sessionId)) ?? notFound('Chat', sessionId);
}

/** @throws AppError notFound. */
export async function lockChat(tx: Ctx, sessionId: string): Promise<queries.StoredSession> {
  return (await queries.lockSession(tx.db, sessionId)) ?? notFound('Chat', sessionId);
}

export function refuseClosed({ status }: { status: ChatSession['status'] }): void {
  if (status === 'closed') conflicts('chat.closed', 'This chat is closed. Start a new one.');
}

/** Of the keys that we choose ourselves. */
const KEY_BYTES = 12;

/**
 * Begins a chat with a customer under a key of ours.
 * @throws AppError invalid for a customer who does not exist.
 */
export function startChat(ctx: Ctx, { customerId }: { customerId: number }): Promise<ChatSession> {
  return transact(ctx, async (tx) => {
    const sessionId = `chat-${tx.random.bytes(KEY_BYTES).toString('hex')}`;
    await openSession(tx, sessionId, customerId);
    return readSession(tx, sessionId);
  });
}

/**
 * The chat of a key, locked; one that does not exist begins now.
 * @throws AppError invalid for a customer who does not exist; conflict where the chat belongs to another customer.
 */
export async function openSession(
  tx: Ctx,
  sessionId: string,
  customerId: number,
): Promise<queries.StoredSession> {
  // Before the chat, as those do who delete a customer with the chats.
  if (!(await queries.lockCustomer(tx.db, customerId)))
    invalidField('customerId', 'This customer does not exist.');
  const by = { startedById: userIdOf(tx), startedBy: actorName(tx.actor) };
  await queries.insertSession(tx.db, { sessionId, customerId, ...by }, tx.now);
  const session = await lockChat(tx, sessionId);
  if (session.customerId !== customerId)
    conflicts('chat.otherCustomer', 'This chat belongs to another customer. Start a new one.');
  return session;
}

/** Records the customer's rating, one to five, or takes it back. @throws AppError notFound. */
export function rateChat(
  ctx: Ctx,
  sessionId: string,
  { rating }: { rating: number | null },
): Promise<ChatSession> {
  return transact(ctx, async (tx) => {
    const session = await lockChat(tx, sessionId);
    if (session.rating !== rating)
      await queries.sessions.update(tx.db, session, {
        rating,
        ratedAt: rating === null ? null : tx.now,
      });
    return readSession(tx, sessionId);
  });
}

export const nobody = { takenById: null, takenBy: '', takenAt: null } as const;

/** @throws AppError conflict where another person answers the chat. */
export function refuseOther(ctx: Ctx, session: queries.StoredSession): void {
  const { takenAt, takenBy, takenById } = session;
  if (takenAt === null) return;
  const userId = userIdOf(ctx);
  // The shell has no id.
  if (takenById === userId && (userId !== null || takenBy === actorName(ctx.actor))) return;
  conflicts(
    'chat.taken',
    `${takenBy} answers this chat in person since ${formatInstant(takenAt)}.`,
  );
}

/**
 * Ends a chat; one that has ended stays as it is. @throws AppError notFound; conflict where another person answers it.
 */
export function closeChat(ctx: Ctx, sessionId: string): Promise<ChatSession> {
  return transact(ctx, async (tx) => {
    const session = await lockChat(tx, sessionId);
    refuseOther(tx, session);
    if (session.status !== 'closed')
      await queries.sessions.update(tx.db, session, {
        status: 'closed',
        endedAt: tx.now,
        ...nobody,
      });
    return readSession(tx, sessionId);
  });
}

const isRule = (reason: string): reason is EscalationReason =>
  (escalationReasons as readonly string[]).includes(reason);

type OpenTicket = Awaited<ReturnType<typeof lockTicket>>;

/** The ticket of a chat, locked, or the one into which it was merged; undefined where nobody works on it any more. */
async function openTicketOf(
  tx: Ctx,
  { ticketId }: queries.StoredSession,
): Promise<OpenTicket | undefined> {
  let id = ticketId;
  while (id !== null) {
    const ticket: OpenTicket = await lockTicket(tx, id, undefined);
    if (ticket.mergedIntoId === null)
      return ticket.status === 'resolved' || ticket.status === 'closed' ? undefined : ticket;
    id = ticket.mergedIntoId;
  }
  return undefined;
}

const isUrgent = (priority: string) => priority === 'high' || priority === 'critical';

/** Tells the person who has the chat what was said since: as a comment, and with a higher priority where it cannot wait. */
async function handOverAgain(
  tx: Ctx,
  session: queries.StoredSession,
  ticket: OpenTicket,
  { rule, words, message }: { rule: EscalationReason; words: string; message: string },
): Promise<queries.StoredSession> {
  await commentOn(tx, ticket.id, { body: `${words}\n\nCustomer: ${message}` });
  if (isUrgent(priorityOf(rule)) && !isUrgent(ticket.priority))
    await updateTicket(tx, ticket.id, { priority: priorityOf(rule) });
  return queries.sessions.update(tx.db, session, { escalationReason: words });
}

/**
 * Hands a locked chat to a person: opens a ticket with the reason and the transcript (decision 42). Where its ticket is
 * still open, that gets the `message` as a comment. `reason` is one of the rules, or words of a user. Answers the chat as it
 * is then.
 */
export async function handOver(
  tx: Ctx,
  session: queries.StoredSession,
  reason: string,
  message = '',
): Promise<queries.StoredSession> {
  const rule = isRule(reason) ? reason : undefined;
  const words = rule ? reasonWords[rule] : reason;
  const open = await openTicketOf(tx, session);
  if (open) return rule ? handOverAgain(tx, session, open, { rule, words, message }) : session;
  const messages = await queries.findMessages(tx.db, session.id, MESSAGES_IN_TICKET);
  const about =
    session.topic === '' ? 'Support chat' : `Support chat: ${topicLabels[session.topic]}`;
  const ticket = await createTicket(tx, {
    title: about,
    description: descriptionOf(words, messages),
    customerId: session.customerId,
    issueType: issueTypeOf(session.topic, rule),
    priority: priorityOf(rule),
  });
  const after = await queries.sessions.update(tx.db, session, {
    status: 'escalated',
    escalationReason: words,
    ticketId: ticket.id,
  });
  // What was said stays out of the audit log.
  await audit(tx, {
    action: 'chat.escalate',
    entity: 'chat',
    entityId: session.id,
    summary: `${ticket.ticketId} for ${ticket.customerName}`,
    facts: { reason: rule ?? 'by hand', ticket: ticket.ticketId },
  });
  return after;
}

/**
 * Hands a chat to a person, because a user wants it: opens a ticket with the transcript.
 * @throws AppError notFound; conflict for a chat that is closed or whose ticket is open.
 */
export function escalateChat(
  ctx: Ctx,
  sessionId: string,
  { reason }: { reason?: string | undefined },
): Promise<ChatSession> {
  return transact(ctx, async (tx) => {
    const { customerId } = await readSession(tx, sessionId);
    await queries.lockCustomer(tx.db, customerId);
    const session = await lockChat(tx, sessionId);
    refuseClosed(session);
    const open = await openTicketOf(tx, session);
    if (open)
      conflicts('chat.escalated', `This chat was handed to a person before: ${open.ticketId}.`);
    await handOver(tx, session, reason || 'A person was asked for by hand.');
    return readSession(tx, sessionId);
  });
}

/** Chats read at a time by an export. */
const BATCH = 2000;

const columns: readonly Column<ChatSession>[] = [
  { header: 'customerId', kind: 'text', value: (row) => row.customerNumber, width: 14 },
  { header: 'customerName', kind: 'text', value: (row) => row.customerName, width: 32 },
  { header: 'status', kind: 'text', value: (row) => row.status, width: 12 },
  { header: 'topic', kind: 'text', value: (row) => row.topic, width: 14 },
  { header: 'startedOn', kind: 'date', value: (row) => dateInJuba(row.startedAt) },
  {
    header: 'lastMessage',
    kind: 'text',
    value: (row) => formatInstant(row.lastMessageAt),
    width: 20,
  },
  { header: 'startedBy', kind: 'text', value: (row) => row.startedBy, width: 24 },
  { header: 'messages', kind: 'integer', value: (row) => row.messageCount },
  { header: 'rating', kind: 'integer', value: (row) => row.rating },
  { header: 'ticket', kind: 'text', value: (row) => row.ticketNumber, width: 12 },
  { header: 'escalationReason', kind: 'text', value: (row) => row.escalationReason, width: 40 },
  { header: 'sessionId', kind: 'text', value: (row) => row.sessionId, width: 32 },
];

/** The filtered list as .xlsx or .csv, streamed (decision 20). */
export async function exportChats(
  ctx: Ctx,
  query: z.output<typeof sessionExport>,
): Promise<FileAnswer> {
  const file = { name: `chats-${ctx.today}`, sheetName: 'Chats', format: query.format };
  const rows = queries.streamSessions(ctx.db, query, { userId: userIdOf(ctx), size: BATCH });
  return exportFile(file, columns, rows);
}
