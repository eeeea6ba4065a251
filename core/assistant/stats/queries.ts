import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { Topic } from '../schema.ts';

export interface ChatFigures {
  finished: number;
  resolved: number;
  ratings: number;
  rating: number | null;
}

/**
 * Of the chats since an instant: those that are finished (closed, handed over, or silent since `quiet`), those of them that
 * needed no person and whose last reply was an answer, and their ratings.
 */
export async function getChatFigures(
  db: Db,
  { since, quiet }: { since: Date; quiet: Date },
): Promise<ChatFigures> {
  const { rows } = await sql<ChatFigures>`
    with chats as (
      select s.id, s.ticket_id, s.escalation_reason, s.rating,
        s.status <> 'active' or s.last_message_at < ${quiet} as is_finished
      from assistant_sessions s where s.last_message_at >= ${since}),
    last_replies as (
      select distinct on (m.session_id) m.session_id, m.is_answered
      from assistant_messages m where m.at >= ${since} and m.role = 'assistant'
      order by m.session_id, m.id desc)
    select (count(*) filter (where c.is_finished))::int as finished,
      (count(*) filter (where c.is_finished and c.escalation_reason = '' and c.ticket_id is null and r.is_answered))::int as resolved,
      count(c.rating)::int as ratings, avg(c.rating)::float8 as rating
    from chats c join last_replies r on r.session_id = c.id`.execute(db);
  return rows[0]!;
}

/** Chats that are active and had a message since `quiet`, and those that a person has. */
export async function countOpenChats(
  db: Db,
  quiet: Date,
): Promise<{ activeChats: number; escalatedChats: number }> {
  const { rows } = await sql<{ activeChats: number; escalatedChats: number }>`select
    (select count(*)::int from assistant_sessions where status = 'active' and last_message_at >= ${quiet}) as "activeChats",
    (select count(*)::int from assistant_sessions where status = 'escalated') as "escalatedChats"`.execute(
    db,
  );
  return rows[0]!;
}

/** Questions since an instant, those that had an answer, and the mean time of a reply. */
export async function getReplyFigures(
  db: Db,
  since: Date,
): Promise<{ questions: number; answered: number; seconds: number | null }> {
  const { rows } = await sql<{ questions: number; answered: number; seconds: number | null }>`select
      (count(*) filter (where m.topic <> 'greeting'))::int as questions,
      (count(*) filter (where m.topic <> 'greeting' and m.is_answered))::int as answered,
      (avg(m.duration_ms) / 1000)::float8 as seconds
    from assistant_messages m where m.at >= ${since} and m.role = 'assistant'`.execute(db);
  return rows[0]!;
}

/** Chats since an instant by topic, the most frequent first. */
export async function countTopics(db: Db, since: Date): Promise<{ topic: Topic; count: number }[]> {
  const { rows } = await sql<{ topic: Topic; count: number }>`select s.topic, count(*)::int as count
    from assistant_sessions s where s.last_message_at >= ${since} and s.topic not in ('', 'greeting')
    group by s.topic order by 2 desc, 1`.execute(db);
  return rows;
}
