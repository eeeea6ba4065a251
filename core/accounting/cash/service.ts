import type { Ctx } from '../../context.ts';
import { can } from '../../identity/actor.ts';
import { breaksRule } from '../../kernel/errors.ts';
import { type Cents, cents } from '../../kernel/money.ts';
import type { Posting } from '../rules.ts';
import { type Currency, currencies } from '../schema-money.ts';
import * as queries from './queries.ts';
import { cashIn, inSafe, safeProblem } from './rules.ts';

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

/** The posting with its cash in the safe, which holds what it pays. @throws AppError rule safe.short. */
export async function throughSafe(tx: Ctx, posting: Posting): Promise<Posting> {
  const amounts = cashIn(posting);
  for (const currency of currencies) await assertSafeHolds(tx, currency, cents(-amounts[currency]));
  return inSafe(posting);
}
