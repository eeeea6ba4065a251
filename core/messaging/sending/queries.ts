import { type RawBuilder, sql } from 'kysely';
import { arrayOf, rowsOf } from '../../database/bulk.ts';
import type { Db } from '../../database/connect.ts';
import { isPaused } from '../../records/pause.ts';
import { typesAtOnce } from '../rules-status.ts';
import type { Channel } from '../schema.ts';
import type { FieldValues } from '../texts/rules-fields.ts';

/** Takes the lease of a channel, or renews it; false while another process holds it. */
export async function takeLease(
  db: Db,
  channel: Channel,
  holder: string,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into message_senders as s (channel, held_by, lease_until) values (${channel}, ${holder}, ${until})
    on conflict (channel) do update set held_by = excluded.held_by, lease_until = excluded.lease_until
      where s.held_by = excluded.held_by or s.lease_until <= ${now}
    returning channel`.execute(db);
  return rows.length > 0;
}

/** Renews the lease that this holder has; false if another process has taken it. */
export async function renewLease(
  db: Db,
  channel: Channel,
  holder: string,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update message_senders set lease_until = ${until} where channel = ${channel} and held_by = ${holder} returning channel`.execute(
    db,
  );
  return rows.length > 0;
}

export async function endLease(db: Db, channel: Channel, holder: string): Promise<void> {
  await sql`delete from message_senders where channel = ${channel} and held_by = ${holder}`.execute(
    db,
  );
}

/** Ends all leases. */
export async function removeLeases(db: Db): Promise<void> {
  await sql`delete from message_senders`.execute(db);
}

interface Due {
  channel: Channel;
  now: Date;
  /** In the quiet hours: only what must come at once. */
  onlyAtOnce: boolean;
  /** This message alone. */
  only?: number | undefined;
}

function ofType(onlyAtOnce: boolean): RawBuilder<unknown> {
  return onlyAtOnce ? sql`m.type = any(${arrayOf('text', typesAtOnce)})` : sql`true`;
}

/** Messages to one customer that are due, `m`. */
function dueMessages({ channel, now, onlyAtOnce, only }: Due): RawBuilder<unknown> {
  const one = only === undefined ? sql`` : sql`m.id = ${only} and `;
  return sql`${one}m.channel = ${channel} and m.status = 'queued' and m.campaign_id is null and m.next_at <= ${now} and ${ofType(onlyAtOnce)}`;
}

/** Whether a message is due, or was left under way. Read every few seconds. */
export async function hasWork(db: Db, due: Due): Promise<boolean> {
  const { channel, now, onlyAtOnce, only } = due;
  const ofCampaign = sql`exists (select 1 from campaigns c where c.channel = ${channel} and c.status in ('queued', 'sending')
    and exists (select 1 from messages m where m.campaign_id = c.id and m.status = 'queued' and m.next_at <= ${now}))`;
  const { rows } = await sql<{ found: boolean }>`select
    exists (select 1 from messages m where ${dueMessages(due)})
    or ${onlyAtOnce || only !== undefined ? sql`false` : ofCampaign}
    or exists (select 1 from messages m where m.status in ('claimed', 'sending') and m.channel = ${channel})
    as found`.execute(db);
  return rows[0]!.found;
}

/** Messages handed over since an instant. */
export async function countSentSince(db: Db, channel: Channel, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from messages where channel = ${channel} and sent_at > ${since}`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Claims due messages: those to one customer first, then the campaigns in their order. Returns how many. */
export async function claimMessages(
  db: Db,
  due: Due,
  holder: string,
  limit: number,
): Promise<number> {
  const claim = async (found: RawBuilder<unknown>, order: RawBuilder<unknown>, room: number) => {
    const { numAffectedRows = 0n } = await sql`
      update messages set status = 'claimed', claimed_by = ${holder}, claimed_at = ${due.now} where id in (
        select m.id from messages m where ${found} order by ${order} limit ${room} for no key update skip locked)`.execute(
      db,
    );
    return Number(numAffectedRows);
  };
  let claimed = await claim(dueMessages(due), sql`m.next_at, m.id`, limit);
  if (due.onlyAtOnce || due.only !== undefined || claimed >= limit) return claimed;
  const campaigns = await sql<{ id: number }>`
    select id from campaigns where channel = ${due.channel} and status in ('queued', 'sending') order by id`.execute(
    db,
  );
  for (const { id } of campaigns.rows) {
    const ofCampaign = sql`m.campaign_id = ${id} and m.status = 'queued' and m.next_at <= ${due.now}`;
    claimed += await claim(ofCampaign, sql`m.id`, limit - claimed);
    if (claimed >= limit) break;
  }
  return claimed;
}

export interface ClaimedMessage {
  id: number;
  campaignId: number | null;
  /** Of its campaign. */
  recipientType: string | null;
  type: string;
  event: string | null;
  customerId: number | null;
  recipient: string;
  name: string;
  subject: string;
  text: string;
  fields: FieldValues;
  attachment: unknown;
  attempts: number;
  createdBy: string;
}

/** What a holder has claimed, in the order of sending. */
export async function findClaimed(
  db: Db,
  channel: Channel,
  holder: string,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    select m.id, m.campaign_id as "campaignId", c.recipient_type as "recipientType", m.type, m.event, m.customer_id as "customerId", m.recipient, m.name,
      coalesce(nullif(m.subject, ''), c.subject, '') as subject, coalesce(m.text, c.text) as text, m.fields, m.attachment, m.attempts,
      m.created_by as "createdBy"
    from messages m left join campaigns c on c.id = m.campaign_id
    where m.status = 'claimed' and m.claimed_by = ${holder} and m.channel = ${channel}
    order by m.campaign_id is not null, m.campaign_id, m.next_at, m.id`.execute(db);
  return rows;
}

/** Queues a claimed message again for a later attempt, which it was not even handed over for. */
export async function postpone(
  db: Db,
  holder: string,
  { id, nextAt, error }: { id: number; nextAt: Date; error: string },
): Promise<void> {
  await sql`
    update messages set status = 'queued', claimed_by = null, claimed_at = null, attempts = attempts + 1, next_at = ${nextAt}, error = ${error}
    where id = ${id} and status = 'claimed' and claimed_by = ${holder}`.execute(db);
}

export interface Marked {
  id: number;
  text: string;
  parts: number;
}

/**
 * Marks claimed messages as being sent, unless their campaign was stopped or cancelled, or messages wait after a restore.
 * From the commit on they may have been sent. The campaigns are locked. Returns them with the number of the hand-over.
 */
export async function markSending(
  db: Db,
  holder: string,
  rows: readonly Marked[],
  at: Date,
): Promise<{ id: number; handovers: number; attempts: number }[]> {
  const marks = rowsOf(rows, {
    id: ['bigint', (row) => row.id],
    text: ['text', (row) => row.text],
    parts: ['int', (row) => row.parts],
  });
  const marked = await sql<{
    id: number;
    handovers: number;
    attempts: number;
    campaign_id: number | null;
  }>`
    update messages m set status = 'sending', sent_at = ${at}, sent_text = n.text, parts = n.parts, error = '',
      handovers = m.handovers + 1, attempts = m.attempts + 1
    from (${marks}) n
    where m.id = n.id and m.status = 'claimed' and m.claimed_by = ${holder} and not ${isPaused}
      and (m.campaign_id is null or exists (select 1 from campaigns c where c.id = m.campaign_id and c.status in ('queued', 'sending')))
    returning m.id, m.handovers, m.attempts, m.campaign_id`.execute(db);
  const campaigns = [...new Set(marked.rows.flatMap(({ campaign_id }) => campaign_id ?? []))];
  if (campaigns.length > 0)
    await sql`update campaigns set status = 'sending' where id = any(${arrayOf('bigint', campaigns)}) and status = 'queued'`.execute(
      db,
    );
  return marked.rows;
}
