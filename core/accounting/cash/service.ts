import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { breaksRule } from '../../kernel/errors.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Posting } from '../rules.ts';
import { type Currency, currencies } from '../schema-money.ts';
import * as queries from './queries.ts';
import {
  pettyCashProblem,
  SAFE_SHORT,
  safeProblem,
  takenFromPettyCash,
  takenFromSafe,
} from './rules.ts';
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

/**
 * Refuses what a user would take from petty cash (1150, 1190) beyond what it holds, by postings of one call together;
 * others wait until its end (decision 81). The shell, jobs and imports are not refused, as of the safe.
 * @throws AppError rule petty.short.
 */
async function assertPettyCashHolds(tx: Ctx, postings: readonly Posting[]): Promise<void> {
  if (tx.actor.kind !== 'staff') return;
  const taken = takenFromPettyCash(postings);
  if (taken.length > 0) await queries.lockPettyCash(tx.db);
  for (const one of taken) {
    const held = await queries.sumAccount(tx.db, one.account, one.currency);
    if (one.taken > held)
      breaksRule(
        'petty.short',
        pettyCashProblem(one, held, { seesPay: can(tx.actor, 'pay.read') }),
      );
  }
}

/**
 * Refuses what the postings of a call together take from the safe and from petty cash, where one of them says that these must
 * hold it. @throws AppError as `assertSafeHolds`; rule petty.short.
 */
export async function assertCashPays(tx: Ctx, postings: readonly Posting[]): Promise<void> {
  if (!postings.some(({ cashMustHold }) => cashMustHold)) return;
  const taken = takenFromSafe(postings);
  for (const currency of currencies) await assertSafeHolds(tx, currency, taken[currency]);
  await assertPettyCashHolds(tx, postings);
}
