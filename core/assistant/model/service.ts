import type { Ctx } from '../../context.ts';
import { transact } from '../../context.ts';
import type { ModelRequest } from '../../ports/assistant/types.ts';
import * as queries from './queries.ts';

export type ModelAnswer =
  | { kind: 'answer'; text: string }
  | { kind: 'off' | 'failed'; reason: string };

/** Whether a model is configured; the local driver answers otherwise. */
export function hasModel({ ports }: Ctx): boolean {
  return ports.assistant.kind !== 'off';
}

/**
 * Asks the language model, within the budget of a day, which is counted before the request is sent, and within 20 seconds.
 * Never call it inside a transaction: the network is awaited. What it answers is untrusted: check its figures against the
 * facts (`unknownFigures`) before it is shown. Never throws for what the endpoint does.
 */
export async function askModel(ctx: Ctx, request: ModelRequest): Promise<ModelAnswer> {
  if (ctx.db.isTransaction) throw new Error('a model is not asked inside a transaction');
  if (!hasModel(ctx)) return { kind: 'off', reason: 'no model is configured' };
  const limit = ctx.config.assistant.dailyRequests;
  const counted = await transact(ctx, (tx) => queries.countRequest(tx.db, tx.today, limit));
  if (!counted) return { kind: 'off', reason: 'the budget of this day is used up' };
  const outcome = await ctx.ports.assistant.ask(request);
  if (outcome.kind === 'failed') {
    ctx.log.warn({ reason: outcome.reason }, 'the language model gave no answer');
    return outcome;
  }
  await transact(ctx, (tx) => queries.addTokens(tx.db, tx.today, outcome.usage));
  return { kind: 'answer', text: outcome.text };
}

/** Requests to the model that are left today; null without a model. */
export async function requestsLeft(ctx: Ctx): Promise<number | null> {
  if (!hasModel(ctx)) return null;
  const used = await queries.countRequestsOf(ctx.db, ctx.today);
  return Math.max(ctx.config.assistant.dailyRequests - used, 0);
}
