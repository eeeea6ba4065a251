import { type Ctx, transact } from '../../context.ts';
import {
  claimedBy,
  followParts,
  insertParts,
  lockCampaigns,
  lockCampaignsOf,
  moveMessages,
  ofIds,
  type Settlement,
  settleMessages,
  underWay,
} from '../queries-states.ts';
import { LOST_ANSWER, typesAtOnce } from '../rules-status.ts';
import type { Channel, MessageSettings } from '../schema.ts';
import { quietHoursOf } from '../settings/rules.ts';
import * as queries from './queries.ts';
import { type Outcome, settled } from './rules.ts';
import { isQuiet } from './rules-hours.ts';
import type { Gateway } from './service-gateways.ts';
import type { FilledMessage, Sources } from './service-texts.ts';

/**
 * The steps of sending, each in a transaction of its own: claim, mark as being sent, record the answers. The hand-over
 * itself lies between the last two, outside any transaction (docs/architecture.md).
 */

const LEASE_MS = 30_000;
export const RENEW_MS = 10_000;

export interface Holder {
  channel: Channel;
  /** Of one sender in one process. */
  name: string;
}

export function leaseUntil(ctx: Ctx): Date {
  return new Date(ctx.now.getTime() + LEASE_MS);
}

/** In the quiet hours, only messages that somebody waits for are sent. */
export function isOnlyAtOnce(ctx: Ctx, settings: MessageSettings): boolean {
  const quiet = quietHoursOf(settings);
  return quiet !== undefined && isQuiet(ctx.now, quiet);
}

/**
 * Takes the lease of a channel, and settles what was left under way by another process, or by this one when a step
 * failed: claimed messages were not sent and are queued, those being sent are unknown. False while another process holds
 * the lease. Called while this holder has nothing under way.
 */
export function takeChannel(ctx: Ctx, { channel, name }: Holder): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const lease = { now: tx.now, until: leaseUntil(tx) };
    if (!(await queries.takeLease(tx.db, channel, name, lease))) return false;
    const claimed = underWay(channel, 'claimed');
    const sending = underWay(channel, 'sending');
    await lockCampaignsOf(tx.db, [claimed, sending]);
    await moveMessages(tx.db, tx.now, claimed, { to: 'queued', error: '' });
    await moveMessages(tx.db, tx.now, sending, { to: 'unknown', error: LOST_ANSWER });
    return true;
  });
}

/** Claims at most `limit` due messages, and returns all that this holder has claimed, in the order of sending. */
export function claim(
  ctx: Ctx,
  { channel, name }: Holder,
  { limit, ...which }: { limit: number; onlyAtOnce: boolean; only?: number | undefined },
): Promise<queries.ClaimedMessage[]> {
  return transact(ctx, async (tx) => {
    await queries.claimMessages(tx.db, { channel, now: tx.now, ...which }, name, limit);
    return queries.findClaimed(tx.db, channel, name);
  });
}

/** A message that was marked as being sent. */
export interface MarkedMessage extends FilledMessage {
  handovers: number;
  attempts: number;
}

const campaignsOf = (group: readonly FilledMessage[]) => [
  ...new Set(group.flatMap(({ claimed }) => claimed.campaignId ?? [])),
];

/**
 * Marks a group as being sent: after the commit it must be handed over at once. Without those whose campaign was stopped
 * or cancelled meanwhile. Undefined if another process has the lease.
 */
export function mark(
  ctx: Ctx,
  { channel, name }: Holder,
  gateway: Gateway,
  group: readonly FilledMessage[],
): Promise<MarkedMessage[] | undefined> {
  return transact(ctx, async (tx) => {
    // Locks the lease until the commit, so that nobody takes it in between.
    if (!(await queries.renewLease(tx.db, channel, name, leaseUntil(tx)))) return undefined;
    await lockCampaigns(tx.db, campaignsOf(group));
    const rows = group.map(({ claimed, text, shown }) => ({
      id: claimed.id,
      text: shown,
      parts: gateway.partsOf(text),
    }));
    const marked = await queries.markSending(tx.db, name, rows, tx.now);
    const byId = new Map(marked.map((row) => [row.id, row]));
    return group.flatMap((message) => {
      const row = byId.get(message.claimed.id);
      return row ? [{ ...message, handovers: row.handovers, attempts: row.attempts }] : [];
    });
  });
}

/** A message that was handed over, with what came of it. */
export interface Answer {
  message: MarkedMessage;
  outcome: Outcome;
}

/** Hands a group to the gateway and waits for all answers. No transaction is open. */
export function handOver(gateway: Gateway, group: readonly MarkedMessage[]): Promise<Answer[]> {
  return Promise.all(
    group.map(async (message) => {
      const { claimed, text, subject, attachments } = message;
      const { id, recipient } = claimed;
      const outcome = await gateway.hand({ id, recipient, subject, text, attachments });
      return { message, outcome };
    }),
  );
}

const recordedAs: Partial<Record<Outcome['kind'], 'sent' | 'written' | 'unknown'>> = {
  sent: 'sent',
  written: 'written',
  unanswered: 'unknown',
};

/** Records the answers, with receipts that came before them. */
export async function record(
  ctx: Ctx,
  gateway: Gateway,
  answers: readonly Answer[],
  { settings, sources }: { settings: MessageSettings; sources: Sources },
): Promise<void> {
  const rows = answers.map(({ message, outcome }): Settlement => {
    const { id, type } = message.claimed;
    const quiet = typesAtOnce.includes(type) ? undefined : quietHoursOf(settings);
    const { channel } = gateway;
    const facts = { attempts: message.attempts, at: ctx.now, quiet, channel };
    const answer = settled(outcome, facts);
    const error = answer.status === 'sent' ? message.note : answer.error;
    return { id, handovers: message.handovers, ...answer, error };
  });
  const parts = answers.flatMap(({ message, outcome }) =>
    outcome.kind === 'sent'
      ? [...new Set(outcome.ids)].map((gatewayId, index) => ({
          gateway: gateway.name,
          gatewayId,
          messageId: message.claimed.id,
          part: index + 1,
        }))
      : [],
  );
  const handed = answers.flatMap(({ message: { claimed }, outcome }) => {
    const status = recordedAs[outcome.kind];
    return status ? [{ claimed, status }] : [];
  });
  await transact(ctx, async (tx) => {
    // In the same order as receipts: parts, campaigns, messages.
    await insertParts(tx.db, parts, tx.now);
    await lockCampaigns(tx.db, campaignsOf(answers.map(({ message }) => message)));
    await settleMessages(tx.db, tx.now, rows);
    await sources.recorded(tx, handed);
    await followParts(tx.db, [...new Set(parts.map(({ messageId }) => messageId))], tx.now);
  });
}

/** Records that messages cannot be filled ('failed') or need not be sent any more ('cancelled'): they were not sent. */
export async function recordUnsent(
  ctx: Ctx,
  { name }: Holder,
  rows: readonly { id: number; to: 'failed' | 'cancelled'; error: string }[],
): Promise<void> {
  await transact(ctx, async (tx) => {
    await lockCampaignsOf(tx.db, [ofIds(rows.map(({ id }) => id))]);
    for (const { id, to, error } of rows)
      await moveMessages(tx.db, tx.now, claimedBy(name, { id }), { to, error });
  });
}

/** Queues again what this holder has claimed and not sent. */
export async function release(ctx: Ctx, { channel, name }: Holder): Promise<void> {
  await transact(ctx, async (tx) => {
    const claimed = claimedBy(name, { channel });
    await lockCampaignsOf(tx.db, [claimed]);
    await moveMessages(tx.db, tx.now, claimed, { to: 'queued', error: '' });
  });
}
