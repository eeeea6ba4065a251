import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';

export interface SentSince {
  type: string;
  count: number;
  delivered: number;
  failed: number;
  parts: number;
}

/** What was handed over since an instant, by type, of both channels; parts of SMS alone. */
export async function sumSent(db: Db, since: Date): Promise<SentSince[]> {
  const { rows } = await sql<SentSince>`
    select type, count(*) as count, count(*) filter (where status = 'delivered') as delivered,
      count(*) filter (where status = 'failed') as failed,
      coalesce(sum(parts) filter (where channel = 'sms'), 0)::bigint as parts
    from messages where channel in ('sms', 'email') and sent_at >= ${since} group by type order by count(*) desc, type`.execute(
    db,
  );
  return rows;
}

export interface Open {
  queued: number;
  unknown: number;
  failed: number;
}

/** How many wait, are unknown, and have failed since an instant. Campaigns keep their own counts. */
export async function countOpen(db: Db, since: Date): Promise<Open> {
  const { rows } = await sql<Open>`
    select coalesce(sum(queued), 0)::bigint
        + (select count(*) from messages where campaign_id is null and status = 'queued' and channel in ('sms', 'email'))
        + (select count(*) from messages where campaign_id is null and status in ('claimed', 'sending')) as queued,
      coalesce(sum(unknown), 0)::bigint
        + (select count(*) from messages where campaign_id is null and status = 'unknown') as unknown,
      (select count(*) from messages where status = 'failed' and settled_at >= ${since}) as failed
    from campaigns`.execute(db);
  return rows[0]!;
}

/** How many messages of each channel are queued or under way: those of campaigns by the counts that campaigns keep. */
export async function countWaiting(db: Db): Promise<{ sms: number; email: number }> {
  const of = (channel: 'sms' | 'email') => sql`
    (select coalesce(sum(queued), 0)::bigint from campaigns where channel = ${channel} and status in ('queued', 'sending'))
      + (select count(*) from messages where campaign_id is null and status = 'queued' and channel = ${channel})
      + (select count(*) from messages where campaign_id is null and status in ('claimed', 'sending') and channel = ${channel})`;
  const { rows } = await sql<{ sms: number; email: number }>`
    select ${of('sms')} as sms, ${of('email')} as email`.execute(db);
  return rows[0]!;
}
