import { type RawBuilder, sql } from 'kysely';
import { arrayOf, type Columns, insertionOf, rowsOf } from '../database/bulk.ts';
import type { Db } from '../database/connect.ts';
import { type Counter, counters, openStatuses, type PartStatus } from './rules-status.ts';
import type { Channel, MessageStatus } from './schema.ts';

const statusesOf = (counter: Counter) =>
  sql.join((counter === 'queued' ? openStatuses : [counter]).map((status) => sql`${status}::text`));

/** How many of the changed messages `d` are in a counter now, less those that were before. */
function deltaOf(counter: Counter): RawBuilder<unknown> {
  const list = statusesOf(counter);
  return sql`count(*) filter (where becomes in (${list})) - count(*) filter (where was in (${list})) as ${sql.ref(counter)}`;
}

/**
 * Runs a statement that changes the states of messages and returns `campaign_id, was, becomes` of each, and counts them
 * in their campaigns, which the caller has locked. A campaign without a message to be sent is done. Returns how many
 * messages were changed.
 */
async function changeStates(db: Db, at: Date, changing: RawBuilder<unknown>): Promise<number> {
  const sums = counters.map(
    (name) => sql`${sql.ref(name)} = c.${sql.ref(name)} + d.${sql.ref(name)}`,
  );
  const status = sql`case when c.status = 'cancelled' then 'cancelled' when c.queued + d.queued = 0 then 'done'
    when c.status = 'done' then 'queued' else c.status end`;
  const { rows } = await sql<{ count: number }>`
    with changed as (${changing}),
    deltas as (select campaign_id, ${sql.join(counters.map(deltaOf))} from changed where campaign_id is not null group by campaign_id),
    counted as (
      update campaigns c set ${sql.join(sums)}, status = ${status},
        finished_at = case when ${status} in ('done', 'cancelled') then coalesce(c.finished_at, ${at}::timestamptz) end
      from deltas d where c.id = d.campaign_id)
    select count(*) as count from changed`.execute(db);
  return rows[0]!.count;
}

/** Messages `m` of a campaign in these states. */
export function ofCampaign(id: number, statuses: readonly MessageStatus[]): RawBuilder<unknown> {
  return sql`m.campaign_id = ${id} and m.status = any(${arrayOf('text', statuses)})`;
}

/** A message `m` if it is in one of these states. */
export function ofId(id: number, statuses: readonly MessageStatus[]): RawBuilder<unknown> {
  return sql`m.id = ${id} and m.status = any(${arrayOf('text', statuses)})`;
}

/** Locks campaigns in the order of their ids; before their messages, so that no two transactions wait for each other. */
export async function lockCampaigns(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select from campaigns where id = any(${arrayOf('bigint', ids)}) order by id for no key update`.execute(
    db,
  );
}

/** Messages `m` with these ids. */
export function ofIds(ids: readonly number[]): RawBuilder<unknown> {
  return sql`m.id = any(${arrayOf('bigint', ids)})`;
}

/** Messages `m` of a type, of no campaign, that were not handed to a gateway yet. */
export function stillQueuedOfType(type: string): RawBuilder<unknown> {
  return sql`m.type = ${type} and m.campaign_id is null and m.status in ('queued', 'claimed')`;
}

/** Messages `m` that are queued or under way. */
export function stillToBeSent(): RawBuilder<unknown> {
  return sql`m.status = any(${arrayOf('text', openStatuses)})`;
}

/** Messages `m` of a channel that are under way. */
export function underWay(channel: Channel, status: 'claimed' | 'sending'): RawBuilder<unknown> {
  return sql`m.status = ${status} and m.channel = ${channel}`;
}

/** Messages `m` that a holder has claimed: one of them, or all of a channel. */
export function claimedBy(
  holder: string,
  which: { id: number } | { channel: Channel },
): RawBuilder<unknown> {
  const one = 'id' in which ? sql`m.id = ${which.id}` : sql`m.channel = ${which.channel}`;
  return sql`m.status = 'claimed' and m.claimed_by = ${holder} and ${one}`;
}

/** Locks the campaigns of the messages `m` that the conditions find. */
export async function lockCampaignsOf(
  db: Db,
  conditions: readonly RawBuilder<unknown>[],
): Promise<void> {
  const any = sql.join(
    conditions.map(
      (condition) =>
        sql`select campaign_id from messages m where ${condition} and campaign_id is not null`,
    ),
    sql` union `,
  );
  const { rows } = await sql<{ id: number }>`select campaign_id as id from (${any}) found`.execute(
    db,
  );
  await lockCampaigns(
    db,
    rows.map(({ id }) => id),
  );
}

/** Messages with these ids that fulfil a condition, locked in their order, as `o (id, was, campaign_id)`. */
function lockedMessages(
  ids: readonly number[],
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select id, status as was, campaign_id from messages m
    where id = any(${arrayOf('bigint', ids)}) and ${condition} order by id for no key update) o`;
}

const back = sql`claimed_by = null, claimed_at = null`;

/** A message that was handed over, and what came of it. */
export interface Settlement {
  id: number;
  /** Which hand-over is answered. */
  handovers: number;
  status: 'sent' | 'written' | 'failed' | 'queued' | 'unknown';
  error: string;
  /** Of a queued one. */
  nextAt: Date | null;
  /** Whether the attempt counts. */
  isAttempt: boolean;
}

/**
 * Records the answers to messages that are being sent, or whose answer was thought lost. What is to be sent again of a
 * cancelled campaign is cancelled. The campaigns are locked.
 */
export function settleMessages(db: Db, at: Date, rows: readonly Settlement[]): Promise<number> {
  const answers = rowsOf(rows, {
    id: ['bigint', (row) => row.id],
    handovers: ['int', (row) => row.handovers],
    status: ['text', (row) => row.status],
    error: ['text', (row) => row.error],
    next_at: ['timestamptz', (row) => row.nextAt],
    is_attempt: ['boolean', (row) => row.isAttempt],
  });
  const ids = rows.map(({ id }) => id);
  const becomes = sql`case when n.status = 'queued' and c.status = 'cancelled' then 'cancelled' else n.status end`;
  return changeStates(
    db,
    at,
    sql`update messages m set status = ${becomes}, error = n.error, ${back},
        next_at = coalesce(n.next_at, m.next_at),
        attempts = m.attempts - case when n.is_attempt then 0 else 1 end,
        sent_at = case when n.status in ('sent', 'unknown') then m.sent_at end,
        settled_at = case when n.status in ('failed', 'written') then ${at}::timestamptz end
      from ${lockedMessages(ids, sql`m.status in ('sending', 'unknown')`)}
      join (${answers}) n on n.id = o.id left join campaigns c on c.id = o.campaign_id
      where m.id = o.id and m.handovers = n.handovers
      returning m.campaign_id, o.was, m.status as becomes`,
  );
}

/** What moves messages without an answer. */
export interface Move {
  to: 'queued' | 'unknown' | 'cancelled' | 'failed';
  error: string;
}

/** Moves the messages that `condition` of `m` finds. The campaigns are locked. */
export function moveMessages(
  db: Db,
  at: Date,
  condition: RawBuilder<unknown>,
  { to, error }: Move,
): Promise<number> {
  const settled = to === 'cancelled' || to === 'failed' ? sql`${at}::timestamptz` : sql`null`;
  // A queued one starts anew.
  const anew = to === 'queued' ? sql`, next_at = ${at}::timestamptz, sent_at = null` : sql``;
  return changeStates(
    db,
    at,
    sql`update messages m set status = ${to}, error = ${error}, settled_at = ${settled}, ${back}${anew}
      from (select id, status as was from messages m where ${condition} order by id for no key update) o
      where m.id = o.id returning m.campaign_id, o.was, m.status as becomes`,
  );
}

/** Forgets the attempts at messages and what gateways said of their parts, before they are sent again. */
export async function forgetAttempts(db: Db, condition: RawBuilder<unknown>): Promise<void> {
  await sql`update message_parts set message_id = null, status = '', error = '' where message_id in (select id from messages m where ${condition})`.execute(
    db,
  );
  await sql`update messages m set attempts = 0 where ${condition}`.execute(db);
}

export interface PartRow {
  gateway: string;
  gatewayId: string;
  messageId: number;
  part: number;
}

const byId = (a: { gatewayId: string }, b: { gatewayId: string }) =>
  a.gatewayId < b.gatewayId ? -1 : 1;

/** Stores the numbers that a gateway gave to parts; a receipt that came earlier is kept. */
export async function insertParts(db: Db, rows: readonly PartRow[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  const columns: Columns<PartRow> = {
    gateway: ['text', (row) => row.gateway],
    gateway_id: ['text', (row) => row.gatewayId],
    message_id: ['bigint', (row) => row.messageId],
    part: ['int', (row) => row.part],
    at: ['timestamptz', () => at],
  };
  // A gateway may give a number of long ago to another message; an answer may be recorded twice.
  await insertionOf(
    'message_parts',
    [...rows].sort(byId),
    columns,
    sql`on conflict (gateway, gateway_id) do update set message_id = excluded.message_id, part = excluded.part, at = excluded.at,
      status = case when coalesce(message_parts.message_id, excluded.message_id) = excluded.message_id then message_parts.status else '' end`,
  ).execute(db);
}

export interface ReceiptRow {
  gatewayId: string;
  status: PartStatus;
  error: string;
}

/** Stores receipts, one for each part, as `afterReceipt` says. Returns the messages that are known to have the parts. */
export async function storeReceipts(
  db: Db,
  gateway: string,
  rows: readonly ReceiptRow[],
  at: Date,
): Promise<number[]> {
  const columns: Columns<ReceiptRow> = {
    gateway: ['text', () => gateway],
    gateway_id: ['text', (row) => row.gatewayId],
    status: ['text', (row) => row.status],
    error: ['text', (row) => row.error],
    at: ['timestamptz', () => at],
  };
  const { rows: parts } = await insertionOf<ReceiptRow, { message_id: number | null }>(
    'message_parts',
    [...rows].sort(byId),
    columns,
    sql`on conflict (gateway, gateway_id) do update set at = excluded.at,
      status = case when message_parts.status = 'delivered' or excluded.status = '' then message_parts.status else excluded.status end,
      error = case when message_parts.status = 'delivered' or excluded.status = '' then message_parts.error else excluded.error end
      returning message_id`,
  ).execute(db);
  return [...new Set(parts.flatMap(({ message_id }) => message_id ?? []))];
}

/** Brings messages to the state that their parts say, as `messageStatus`. The campaigns are locked. */
export async function followParts(db: Db, ids: readonly number[], at: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const list = arrayOf('bigint', ids);
  await sql`select from messages where id = any(${list}) order by id for no key update`.execute(db);
  return changeStates(
    db,
    at,
    sql`update messages m set status = o.becomes, settled_at = case when o.becomes <> 'sent' then ${at}::timestamptz end,
        error = case when o.becomes = 'failed' then o.error else '' end
      from (
        select m.id, m.status as was,
          case when bool_and(p.status = 'delivered') then 'delivered' when bool_or(p.status = 'failed') then 'failed' else 'sent' end as becomes,
          coalesce(max(p.error) filter (where p.status = 'failed'), '') as error
        from messages m join message_parts p on p.message_id = m.id
        where m.id = any(${list}) and m.status in ('sent', 'delivered', 'failed', 'unknown')
        group by m.id) o
      where m.id = o.id and o.was <> o.becomes returning m.campaign_id, o.was, m.status as becomes`,
  );
}

/** Removes at most `limit` receipts from before an instant that belong to no message. Returns how many. */
export async function removeUnknownParts(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_parts where (gateway, gateway_id) in (
      select gateway, gateway_id from message_parts where message_id is null and at < ${before} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows);
}
