import type { Ctx } from '../context.ts';
import { addressKey } from '../identity/sessions/rules-throttle.ts';
import * as queries from './queries.ts';
import { advance, storable } from './service-steps.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_OF_ADDRESS = 60;
const MAX_UNKNOWN = 1_000;

type Connections = Ctx['pool'];

/** Look-ups that callbacks have caused, by database. */
const underWay = new WeakMap<Connections, Set<Promise<void>>>();

/** Resolves when no callback is being followed up. Called before the database is closed. */
export async function callbacksEnded({ pool }: Pick<Ctx, 'pool'>): Promise<void> {
  await Promise.all(underWay.get(pool) ?? []);
}

function follow(ctx: Ctx, id: number): void {
  const running = underWay.get(ctx.pool) ?? new Set();
  underWay.set(ctx.pool, running);
  const work = advance(ctx, { id })
    .then(() => {})
    .catch((error: unknown) => ctx.log.error({ err: error }, 'a callback was not followed up'))
    .finally(() => running.delete(work));
  running.add(work);
}

/**
 * Takes a notice of MTN MoMo. It is kept as it came, and is a hint to ask the provider: nothing in it is believed. It is
 * answered before the provider is asked. Too many of an address, and of unknown references, are not kept.
 */
export async function takeCallback(
  ctx: Ctx,
  { reference, body }: { reference: string; body: unknown },
): Promise<{ message: string }> {
  const answer = { message: 'Received' };
  const address = ctx.origin.ip === '' ? '' : addressKey(ctx.origin.ip);
  const minuteAgo = new Date(ctx.now.getTime() - MINUTE_MS);
  const recent = await queries.countCallbacks(ctx.db, address, minuteAgo, MAX_OF_ADDRESS);
  if (recent >= MAX_OF_ADDRESS) return answer;
  const intent = await queries.getIntentByReference(ctx.db, reference.toLowerCase());
  if (!intent) {
    const dayAgo = new Date(ctx.now.getTime() - DAY_MS);
    if ((await queries.countUnknown(ctx.db, dayAgo, MAX_UNKNOWN)) >= MAX_UNKNOWN) return answer;
  }
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  await queries.insertEvent(ctx.db, {
    intentId: intent?.id ?? null,
    kind: 'callback',
    at: ctx.now,
    // Of an unknown request the reference too, by which a person may find it at the provider.
    body: storable(intent ? text : `${reference} ${text}`),
    address,
  });
  if (intent?.driver === 'momo' && (await queries.checkSoon(ctx.db, intent.id, ctx.now)))
    follow(ctx, intent.id);
  return answer;
}
