import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import type { Posting } from '../rules.ts';
import { type Currency, currencies } from '../schema-money.ts';
import * as queries from './queries.ts';
import { cashIn, inSafe, pettyCashProblem, safeProblem, takenFromPettyCash } from './rules.ts';

/**
 * Refuses what a user would take from the safe beyond what it holds, in US cents or piastres; others wait until the end of
 * the transaction. The shell, jobs and imports record cash that has moved already, in any order (decision 62).
 * @throws AppError rule safe.short.
 */
export async function assertSafeHolds(
  tx: Ctx,
  currency: Currency,
  taken: Cents,
  field?: string,
): Promise<void> {
  if (taken <= 0 || tx.actor.kind !== 'staff') return;
  await queries.lockSafe(tx.db);
  const held = await queries.sumSafe(tx.db, currency);
  if (taken <= held) return;
  const message = safeProblem(currency, held, { seesPay: can(tx.actor, 'pay.read') });
  breaksRule('safe.short', message, field ? { [field]: message } : undefined);
}

/**
 * Refuses what a user would take from petty cash (1150, 1190) beyond what it holds, by postings of one transaction together;
 * others wait until its end (decision 81). The shell, jobs and imports are not refused, as of the safe.
 * @throws AppError rule petty.short.
 */
export async function assertPettyCashHolds(tx: Ctx, postings: readonly Posting[]): Promise<void> {
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
 * The posting with its cash in the safe, which holds what it pays; petty cash too.
 * @throws AppError rule safe.short or petty.short.
 */
export async function throughSafe(tx: Ctx, posting: Posting): Promise<Posting> {
  const amounts = cashIn(posting);
  for (const currency of currencies) await assertSafeHolds(tx, currency, cents(-amounts[currency]));
  await assertPettyCashHolds(tx, [posting]);
  return inSafe(posting);
}
