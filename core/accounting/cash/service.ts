import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { breaksRule } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Posting } from '../rules.ts';
import { type Currency, currencies } from '../schema-money.ts';
import * as queries from './queries.ts';
import { SAFE_SHORT, safeProblem, takenFromSafe } from './rules.ts';
import { assertMayAsk, countRefusal } from './service-refusals.ts';

/**
 * Refuses what a user would take from the safe beyond what it holds, in US cents or piastres; others wait until the end of
 * the transaction. The shell, jobs and imports record cash that has moved already, in any order (decision 62).
 * @throws AppError rule safe.short; tooMany safe.asked for a user without `pay.read` who was refused too often (decision 97).
 */
export async function assertSafeHolds(
  tx: Ctx,
  currency: Currency,
  taken: Cents,
  field?: string,
): Promise<void> {
  const { actor } = tx;
  if (taken <= 0 || actor.kind !== 'staff') return;
  await queries.lockSafe(tx.db);
  const seesPay = can(actor, 'pay.read');
  if (!seesPay) assertMayAsk(tx, actor);
  const held = await queries.sumSafe(tx.db, currency);
  if (taken <= held) return;
  if (!seesPay) countRefusal(tx, actor);
  const message = safeProblem(currency, held, { seesPay });
  breaksRule(SAFE_SHORT, message, field ? { [field]: message } : undefined);
}

/** Refuses what the postings of a call together take from the safe. @throws AppError as `assertSafeHolds`. */
export async function assertSafePays(tx: Ctx, postings: readonly Posting[]): Promise<void> {
  const taken = takenFromSafe(postings);
  for (const currency of currencies) await assertSafeHolds(tx, currency, taken[currency]);
}
