import { type Ctx, transact } from '../context.ts';
import { dateInJuba } from '../kernel/dates.ts';
import type { LookOutcome, PaymentAsk, RequestOutcome } from '../ports/payments/types.ts';
import * as queries from './queries.ts';
import {
  type Intent,
  isExpired,
  isTooLateToSend,
  LEASE_MS,
  lookedUp,
  MAX_SENDS,
  NOT_CONFIRMED,
  NOT_TAKEN,
  nextCheckAt,
  payerMessage,
  whatOf,
} from './rules.ts';
import { settle } from './service-settle.ts';

/**
 * The steps of a request, each in a transaction of its own: claim, and record what was answered. The provider is asked
 * between them, outside any transaction (docs/architecture.md). A process that is killed in between leaves a request
 * 'sending', which is looked up before it is sent again.
 */

export interface Which {
  /** This request alone. */
  id?: number;
  /** Also one that is not due. */
  isForced?: boolean;
  limit?: number;
}

interface Claimed {
  intent: Intent;
  /** It was never sent. */
  isNew: boolean;
}

/** The same context after a wait. */
export function later(ctx: Ctx): Ctx {
  const now = ctx.clock();
  return { ...ctx, now, today: dateInJuba(now) };
}

/** Claims due requests for one step: nobody else takes them for a minute. New ones are marked as being sent. */
export function claim(ctx: Ctx, { id, isForced, limit = 1 }: Which): Promise<Claimed[]> {
  return transact(ctx, async (tx) => {
    const driver = tx.ports.payments.kind;
    const found = await queries.lockDue(tx.db, { driver, now: tx.now, limit, id, isForced });
    const claimed: Claimed[] = [];
    for (const row of found) {
      const isNew = row.status === 'created';
      if (isNew && isTooLateToSend(row, tx.now)) {
        await fail(tx, row, NOT_TAKEN);
        continue;
      }
      const sending = isNew ? ({ status: 'sending', attempts: 1, sentAt: tx.now } as const) : {};
      const until = new Date(tx.now.getTime() + LEASE_MS);
      const intent = await queries.intents.update(tx.db, row, { ...sending, nextCheckAt: until });
      claimed.push({ intent, isNew });
    }
    return claimed;
  });
}

/** Makes the next step of due requests, at once and each for itself. Answers how many there were. */
export async function advance(ctx: Ctx, which: Which): Promise<number> {
  const claimed = await claim(ctx, which);
  const outcomes = await Promise.allSettled(claimed.map((one) => step(ctx, one)));
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') continue;
    // The claim ends by itself, and the step is made again.
    const request = claimed[index]!.intent.id;
    ctx.log.error({ err: outcome.reason, request }, 'a payment request could not be advanced');
  }
  return claimed.length;
}

async function step(ctx: Ctx, { intent, isNew }: Claimed): Promise<void> {
  if (isNew) return send(ctx, intent);
  const outcome = await ctx.ports.payments.look(askOf(ctx, intent));
  const after = later(ctx);
  if (outcome.kind === 'paid') {
    await keepHeard(after, intent, 'status', outcome.heard);
    return settle(after, intent.id, outcome);
  }
  const again = await recordLook(after, intent, outcome);
  if (again) await send(ctx, again);
}

async function send(ctx: Ctx, intent: Intent): Promise<void> {
  const outcome = await ctx.ports.payments.request(askOf(ctx, intent));
  await recordRequest(later(ctx), intent, outcome);
}

function askOf({ config }: Ctx, intent: Intent): PaymentAsk {
  const { reference, provider, phone, currency, amount, sentAt, createdAt } = intent;
  const what = intent.purpose === 'wifi' ? `WiFi ${whatOf(intent.packageId, '')}` : 'payment';
  return {
    reference,
    provider,
    phone,
    currency,
    amount,
    message: payerMessage(config.company.name, what),
    askedAt: sentAt ?? createdAt,
  };
}

function keepHeard(
  tx: Ctx,
  { id }: Intent,
  kind: 'request' | 'status',
  body: string,
): Promise<void> {
  return queries.insertEvent(tx.db, { intentId: id, kind, at: tx.now, body: storable(body) });
}

const MAX_BODY = 10_000;

/** A text as the database takes it: at most 10,000 characters, without NUL. */
export function storable(text: string): string {
  return text.slice(0, MAX_BODY).replaceAll('\0', '').toWellFormed();
}

/** Records the answer to a request, unless it was settled meanwhile. */
function recordRequest(ctx: Ctx, { id }: Intent, outcome: RequestOutcome): Promise<void> {
  return transact(ctx, async (tx) => {
    const intent = (await queries.intents.lock(tx.db, id))!;
    await keepHeard(tx, intent, 'request', `${outcome.kind}: ${outcome.heard}`);
    if (intent.status !== 'sending') return;
    if (outcome.kind === 'refused') return fail(tx, intent, outcome.reason);
    const status = outcome.kind === 'accepted' ? 'requested' : 'sending';
    const changed = { ...intent, status, checks: 0 } as const;
    const next = nextCheckAt(changed, tx.now);
    await queries.intents.update(tx.db, intent, { status, checks: 0, nextCheckAt: next });
  });
}

async function fail(tx: Ctx, intent: Intent, problem: string): Promise<void> {
  const failed = { ...intent, status: 'failed', checks: 0 } as const;
  await queries.intents.update(tx.db, intent, {
    status: 'failed',
    problem,
    checks: 0,
    nextCheckAt: nextCheckAt(failed, tx.now),
  });
}

/**
 * Records what a look-up answered, other than that it was paid. Answers the request if it must be sent again: the provider
 * has not heard of one whose answer was lost.
 */
function recordLook(
  ctx: Ctx,
  { id }: Intent,
  outcome: Exclude<LookOutcome, { kind: 'paid' }>,
): Promise<Intent | undefined> {
  return transact(ctx, async (tx) => {
    const intent = (await queries.intents.lock(tx.db, id))!;
    if (outcome.kind !== 'pending')
      await keepHeard(tx, intent, 'status', `${outcome.kind}: ${outcome.heard}`);
    if (!lookedUp.includes(intent.status)) return undefined;
    if (outcome.kind === 'failed' && intent.status !== 'failed') {
      await fail(tx, intent, outcome.reason);
      return undefined;
    }
    const isUnheard = intent.status === 'sending' && outcome.kind === 'unknown';
    if (isUnheard && (intent.attempts >= MAX_SENDS || isTooLateToSend(intent, tx.now))) {
      await fail(tx, intent, NOT_TAKEN);
      return undefined;
    }
    if (isUnheard) {
      const until = new Date(tx.now.getTime() + LEASE_MS);
      const sent = { attempts: intent.attempts + 1, nextCheckAt: until };
      return queries.intents.update(tx.db, intent, sent);
    }
    const isTaken = intent.status === 'sending' && outcome.kind === 'pending';
    const expires = isExpired(intent, tx.now);
    const status = expires ? 'expired' : isTaken ? 'requested' : intent.status;
    const changed = { ...intent, status, checks: intent.checks + 1 };
    await queries.intents.update(tx.db, intent, {
      status,
      ...(expires ? { problem: NOT_CONFIRMED } : {}),
      checks: changed.checks,
      nextCheckAt: nextCheckAt(changed, tx.now),
    });
    return undefined;
  });
}
