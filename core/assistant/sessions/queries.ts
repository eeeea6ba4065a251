import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isSearchedCustomer } from '../../customers/fragments.ts';
import type { Db } from '../../database/connect.ts';
import {
  allOf,
  type DetailedList,
  findDetailed,
  type Sorts,
  streamDetailed,
} from '../../database/list.ts';
import { byKey } from '../../database/look-up.ts';
import { defineRecord } from '../../database/record.ts';
import type { Page } from '../../kernel/paging.ts';
import type { Turn } from '../rules-driver.ts';
import type { ChatMessage, ChatSession, SessionFilter } from '../schema.ts';

/** A chat as it is stored. */
export interface StoredSession {
  id: number;
  sessionId: string;
  customerId: number;
  status: ChatSession['status'];
  startedAt: Date;
  lastMessageAt: Date;
  endedAt: Date | null;
  /** Null for the shell. */
  startedById: number | null;
  startedBy: string;
  escalationReason: string;
  ticketId: number | null;
  rating: number | null;
  ratedAt: Date | null;
  topic: ChatSession['topic'];
  /** Who answers in person: null for the shell and while the assistant answers. */
  takenById: number | null;
  takenBy: string;
  takenAt: Date | null;
  version: number;
}

export const sessions = defineRecord<'assistant_sessions', StoredSession>('assistant_sessions', {
  id: 'id bigint',
  sessionId: 'session_id text',
  customerId: 'customer_id bigint',
  status: 'status text',
  startedAt: 'started_at timestamptz',
  lastMessageAt: 'last_message_at timestamptz',
  endedAt: 'ended_at timestamptz',
  startedById: 'started_by_id bigint',
  startedBy: 'started_by text',
  escalationReason: 'escalation_reason text',
  ticketId: 'ticket_id bigint',
  rating: 'rating int',
  ratedAt: 'rated_at timestamptz',
  topic: 'topic text',
  takenById: 'taken_by_id bigint',
  takenBy: 'taken_by text',
  takenAt: 'taken_at timestamptz',
  version: 'version int',
});

type SortColumn = 'lastMessageAt' | 'startedAt' | 'customerName' | 'rating';

const sorts: Sorts<SortColumn> = {
  keys: {
    lastMessageAt: 's.last_message_at',
    startedAt: 's.started_at',
    customerName: 'c.search_text',
    rating: 's.rating',
  },
  unique: 's.id',
  first: { column: 'lastMessageAt', descending: true },
  nullable: ['rating'],
};

const columns = sql<ChatSession>`s.id, s.session_id as "sessionId", s.customer_id as "customerId",
  c.customer_id as "customerNumber", c.name as "customerName", c.status as "customerStatus",
  c.suspended_by_rule as "suspendedByRule", s.status, s.started_at as "startedAt", s.last_message_at as "lastMessageAt",
  s.started_by as "startedBy", (select count(*)::int from assistant_messages m where m.session_id = s.id) as "messageCount",
  s.topic, s.escalation_reason as "escalationReason", s.ticket_id as "ticketId", coalesce(t.ticket_id, '') as "ticketNumber",
  s.rating, s.taken_by as "takenBy", s.taken_by_id as "takenById", s.taken_at as "takenAt", s.version`;

const list: DetailedList<ChatSession, SortColumn> = {
  table: 'assistant_sessions',
  alias: 's',
  columns,
  joins: sql`join customers c on c.id = s.customer_id left join tickets t on t.id = s.ticket_id`,
  lookUps: sql`join lateral ${byKey('customers', 'id', 's.customer_id')} c on true
    left join lateral ${byKey('tickets', 'id', 's.ticket_id')} t on true`,
  sorts,
};

/** Chats of customers whose name or number contains the words of a search. */
function idsFound(q: string): RawBuilder<unknown> {
  return sql`(select o.id from customers k cross join lateral ${byKey('assistant_sessions', 'customer_id', 'k.id')} o
    where ${isSearchedCustomer('k', q)})`;
}

function found(db: Db, filter: SessionFilter, userId: number | null) {
  const { status, customerId, topic, mine, q } = filter;
  const conditions: RawBuilder<SqlBool>[] = [];
  if (status) conditions.push(sql`s.status = ${status}`);
  if (customerId !== undefined) conditions.push(sql`s.customer_id = ${customerId}`);
  if (topic) conditions.push(sql`s.topic = ${topic}`);
  if (mine) conditions.push(sql`s.started_by_id is not distinct from ${userId}::bigint`);
  if (q) conditions.push(sql`s.id in ${idsFound(q)}`);
  const all = db.selectFrom('assistant_sessions as s').where(allOf(conditions));
  if (!filter.sort?.endsWith('customerName')) return all;
  return all.leftJoin('customers as c', 'c.id', 's.customer_id') as unknown as typeof all;
}

/** One page of chats, the latest first by default; searched by customer. */
export function findSessions(
  db: Db,
  filter: SessionFilter,
  userId: number | null,
): Promise<Page<ChatSession>> {
  return findDetailed(db, list, found(db, filter, userId).selectAll('s'), filter);
}

/** The whole filtered, sorted list, `size` chats at a time. */
export function streamSessions(
  db: Db,
  filter: SessionFilter,
  { userId, size }: { userId: number | null; size: number },
): AsyncGenerator<ChatSession[]> {
  const query = found(db, filter, userId).selectAll('s');
  return streamDetailed(db, list, query, { sort: filter.sort, size });
}

export async function getSession(db: Db, sessionId: string): Promise<ChatSession | undefined> {
  const { rows } = await sql<ChatSession>`select ${columns}
    from ${byKey('assistant_sessions', 'session_id', sql`${sessionId}`)} s ${list.joins!}`.execute(
    db,
  );
  return rows[0];
}

export function lockSession(db: Db, sessionId: string): Promise<StoredSession | undefined> {
  return sessions.lock(
    db,
    sql<number>`(select o.id from assistant_sessions o where o.session_id = ${sessionId})`,
  );
}

/** A customer who is locked against deletion; false if there is none. */
export async function lockCustomer(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('customers')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins a chat unless its key is taken. */
export async function insertSession(
  db: Db,
  fresh: Pick<StoredSession, 'sessionId' | 'customerId' | 'startedById' | 'startedBy'>,
  at: Date,
): Promise<void> {
  await db
    .insertInto('assistant_sessions')
    .values({
      session_id: fresh.sessionId,
      customer_id: fresh.customerId,
      started_by_id: fresh.startedById,
      started_by: fresh.startedBy,
      started_at: at,
      last_message_at: at,
    })
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .execute();
}

const messageColumns = sql<ChatMessage>`m.id, m.role, m.content, m.at as timestamp, m.typed_by as "typedBy", m.topic, m.driver,
  m.is_answered as "isAnswered", m.needs_escalation as "needsEscalation",
  coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title) order by a.title)
    from (select x.id::bigint as id from jsonb_array_elements_text(m.article_ids) x (id)) k
    cross join lateral ${byKey('assistant_articles', 'id', 'k.id')} a), '[]') as articles`;

/** The question to which message `m` belongs: of messages at once, each stands before its reply. */
const question = sql`coalesce(m.replies_to, m.id)`;

/** The last messages of a chat, the oldest first. */
export async function findMessages(
  db: Db,
  sessionKey: number,
  limit: number,
): Promise<ChatMessage[]> {
  const { rows } = await sql<ChatMessage>`select ${messageColumns} from (
    select * from assistant_messages where session_id = ${sessionKey} order by id desc limit ${limit}) m
    order by ${question}, m.id`.execute(db);
  return rows;
}

/** What was said before a message, the oldest first; a person's words stand as replies. */
export async function findTurns(
  db: Db,
  { sessionKey, before, limit }: { sessionKey: number; before: number; limit: number },
): Promise<Turn[]> {
  const { rows } =
    await sql<Turn>`select case when m.role = 'user' then m.role else 'assistant' end as role, m.content, m.topic, m.is_answered as "isAnswered" from (
    select * from assistant_messages m where m.session_id = ${sessionKey} and ${question} < ${before}
    order by m.id desc limit ${limit}) m
    order by ${question}, m.id`.execute(db);
  return rows;
}

export async function getMessage(db: Db, id: number): Promise<ChatMessage | undefined> {
  const { rows } = await sql<ChatMessage>`select ${messageColumns}
    from ${byKey('assistant_messages', 'id', sql`${id}`)} m`.execute(db);
  return rows[0];
}

/** The reply to a message; undefined while there is none. */
export async function getReply(db: Db, messageId: number): Promise<ChatMessage | undefined> {
  const { rows } = await sql<ChatMessage>`select ${messageColumns}
    from ${byKey('assistant_messages', 'replies_to', sql`${messageId}`)} m`.execute(db);
  return rows[0];
}

/** Messages of a chat before this one that were sent since an instant and have no reply yet. */
export async function isAnotherWaiting(
  db: Db,
  { sessionKey, before, since }: { sessionKey: number; before: number; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select exists (
    select from assistant_messages m where m.session_id = ${sessionKey} and m.id < ${before} and m.role = 'user'
      and not m.is_for_person and m.at >= ${since}
      and not exists (select from assistant_messages r where r.replies_to = m.id)) as waits`.execute(
    db,
  );
  return rows[0]!.waits;
}

export async function insertMessage(
  db: Db,
  message: {
    sessionKey: number;
    role: 'user' | 'staff';
    content: string;
    at: Date;
    typedBy: string;
    /** Of the customer, to a person. */
    isForPerson: boolean;
  },
): Promise<number> {
  const { id } = await db
    .insertInto('assistant_messages')
    .values({
      session_id: message.sessionKey,
      role: message.role,
      content: message.content,
      at: message.at,
      typed_by: message.typedBy,
      is_for_person: message.isForPerson,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface NewReply {
  sessionKey: number;
  repliesTo: number;
  content: string;
  at: Date;
  topic: ChatMessage['topic'];
  driver: ChatMessage['driver'];
  isAnswered: boolean;
  needsEscalation: boolean;
  articleIds: readonly number[];
  durationMs: number;
}

export async function insertReply(db: Db, reply: NewReply): Promise<void> {
  await db
    .insertInto('assistant_messages')
    .values({
      session_id: reply.sessionKey,
      role: 'assistant',
      content: reply.content,
      at: reply.at,
      replies_to: reply.repliesTo,
      topic: reply.topic,
      driver: reply.driver,
      is_answered: reply.isAnswered,
      needs_escalation: reply.needsEscalation,
      article_ids: JSON.stringify(reply.articleIds),
      duration_ms: reply.durationMs,
    })
    .execute();
}
