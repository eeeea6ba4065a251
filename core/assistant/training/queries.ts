import { sql } from 'kysely';
import { arrayOf, insertRows } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { byKey } from '../../database/look-up.ts';
import type { IssueType } from '../../support/schema.ts';
import type { Topic, Training } from '../schema.ts';
import type { LearnedWord } from './rules.ts';

/** Of pg_advisory_xact_lock. */
const TRAINING_LOCK = 20_045;

/** Lets one training write at a time. */
export async function lockTraining(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TRAINING_LOCK}::int, 0)`.execute(db);
}

/** The last id of the tickets; 0 without one. */
export async function lastTicketId(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('tickets')
    .select(sql<number>`coalesce(max(id), 0)::int`.as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

export interface SolvedTicket {
  title: string;
  description: string;
  issueType: IssueType;
  customerName: string;
}

/** Tickets of a range of ids that were resolved since an instant; merged doubles are left out. */
export async function findSolved(
  db: Db,
  { after, upTo, since }: { after: number; upTo: number; since: Date },
): Promise<SolvedTicket[]> {
  const { rows } =
    await sql<SolvedTicket>`select t.title, t.description, t.issue_type as "issueType",
      coalesce(c.name, '') as "customerName"
    from tickets t left join lateral ${byKey('customers', 'id', 't.customer_id')} c on true
    where t.id > ${after} and t.id <= ${upTo} and t.status in ('resolved', 'closed') and t.resolved_at >= ${since}
      and t.merged_into_id is null`.execute(db);
  return rows;
}

/** Which of these words stand in the name of a customer. */
export async function findNameWords(db: Db, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`select distinct n.word from customers c
    cross join lateral regexp_split_to_table(lower(c.name), '[^[:alpha:]]+') n (word)
    where n.word = any(${arrayOf('text', words)})`.execute(db);
  return rows.map(({ word }) => word);
}

const BATCH = 5000;

/** Replaces the index; answers how many of its words are new. */
export async function replaceWords(db: Db, words: readonly LearnedWord[]): Promise<number> {
  const before = await db.selectFrom('assistant_words').select(['topic', 'word']).execute();
  const known = new Set(before.map(({ topic, word }) => `${topic} ${word}`));
  await db.deleteFrom('assistant_words').execute();
  for (let start = 0; start < words.length; start += BATCH)
    await insertRows<LearnedWord>(db, 'assistant_words', words.slice(start, start + BATCH), {
      topic: ['text', ({ topic }) => topic],
      word: ['text', ({ word }) => word],
      tickets: ['int', ({ tickets }) => tickets],
    });
  return words.filter(({ topic, word }) => !known.has(`${topic} ${word}`)).length;
}

/** The words of most tickets. */
export function findWords(db: Db, limit: number): Promise<LearnedWord[]> {
  return db
    .selectFrom('assistant_words')
    .select(['topic', 'word', 'tickets'])
    .orderBy('tickets', 'desc')
    .orderBy('topic')
    .orderBy('word')
    .limit(limit)
    .execute() as Promise<LearnedWord[]>;
}

export type StoredTraining = Omit<Training, 'summary'>;

export async function insertTraining(db: Db, training: StoredTraining): Promise<number> {
  const { id } = await db
    .insertInto('assistant_trainings')
    .values({
      trained_at: training.trainedAt,
      trained_by: training.trainedBy,
      articles: training.articles,
      tickets: training.tickets,
      words: training.words,
      new_words: training.newWords,
      questions: training.questions,
      unanswered: training.unanswered,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export function getLastTraining(db: Db): Promise<StoredTraining | undefined> {
  return db
    .selectFrom('assistant_trainings')
    .select([
      'trained_at as trainedAt',
      'trained_by as trainedBy',
      'articles',
      'tickets',
      'words',
      'new_words as newWords',
      'questions',
      'unanswered',
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Questions since an instant that were replied to, and those of them without an answer; greetings are none. */
export async function countQuestions(
  db: Db,
  since: Date,
): Promise<{ questions: number; unanswered: number }> {
  const { rows } = await sql<{
    questions: number;
    unanswered: number;
  }>`select count(*)::int as questions,
      (count(*) filter (where not m.is_answered))::int as unanswered
    from assistant_messages m where m.at >= ${since} and m.role = 'assistant' and m.topic <> 'greeting'`.execute(
    db,
  );
  return rows[0]!;
}

export interface UnansweredQuestion {
  question: string;
  topic: Topic | '';
  at: Date;
  sessionId: string;
}

/** The latest questions since an instant that had no answer. */
export async function findUnanswered(
  db: Db,
  since: Date,
  limit: number,
): Promise<UnansweredQuestion[]> {
  const { rows } =
    await sql<UnansweredQuestion>`select q.content as question, m.topic, q.at, s.session_id as "sessionId"
    from (select * from assistant_messages r
      where r.at >= ${since} and r.role = 'assistant' and not r.is_answered and r.topic <> 'greeting'
      order by r.at desc, r.id desc limit ${limit}) m
    cross join lateral ${byKey('assistant_messages', 'id', 'm.replies_to')} q
    cross join lateral ${byKey('assistant_sessions', 'id', 'm.session_id')} s
    order by m.at desc, m.id desc`.execute(db);
  return rows;
}
