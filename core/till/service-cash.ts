import type { Ctx } from '../context.ts';
import { actorName } from '../identity/actor.ts';
import { breaksRule } from '../kernel/errors.ts';
import type { Cents } from '../kernel/money.ts';
import * as queries from './queries.ts';
import { getSettings } from './queries-settings.ts';
import { cashProblem, NO_TILL } from './rules.ts';
import type { TillCurrency } from './schema.ts';

export interface CashTaken {
  kind: 'payment' | 'reversal' | 'refund' | 'voucher';
  currency: TillCurrency;
  /** US cents or piastres: above zero into the till, below zero out of it. */
  amount: Cents;
  /**
   * Source and id of the document's journal entry, by which the books are checked. A reversal names that of its own entry:
   * 'payment.reversal' and the payment's id.
   */
  source: string;
  sourceId: number;
  /** The number of the document, for lists. */
  reference: string;
}

/** The open till that took the cash of a reversed payment, or 'none' if no till did. */
async function tillOfReversed(
  tx: Ctx,
  { source, sourceId, currency }: CashTaken,
): Promise<queries.TillRecord | 'none' | undefined> {
  const reversed = { source: source.replace('.reversal', ''), kind: 'payment' as const };
  const tillId = await queries.findTillOf(tx.db, { ...reversed, sourceId, currency });
  if (tillId === undefined) return 'none';
  const till = await queries.tills.lock(tx.db, tillId);
  return till?.status === 'open' ? till : undefined;
}

/** The caller's open till, locked. @throws AppError rule for a user without one where the company requires it. */
async function ownTill(tx: Ctx): Promise<queries.TillRecord | undefined> {
  if (tx.actor.kind !== 'staff') return undefined;
  const till = await queries.lockOpenTill(tx.db, tx.actor.userId);
  if (!till && (await getSettings(tx.db)).isRequired) breaksRule('till.required', NO_TILL);
  return till;
}

/**
 * Takes the cash of a document into the caller's open till or pays it out, in the caller's transaction: call it after the
 * document has its number and before the posting. Without an open till nothing is done, as for the shell and for jobs,
 * unless the company requires a till. The reversal of a payment leaves the till that took it while that is open,
 * otherwise the caller's; a payment that no till took leaves none. Answers the till, undefined without one.
 * @throws AppError rule for a user without an open till where one is required, and when more is paid out than the till
 *   holds; conflict for a repeat of the same document.
 */
export async function takeCash(
  tx: Ctx,
  cash: CashTaken,
): Promise<{ tillId: number; tillNumber: string } | undefined> {
  const reversed = cash.kind === 'reversal' ? await tillOfReversed(tx, cash) : undefined;
  if (reversed === 'none') return undefined;
  const till = reversed ?? (await ownTill(tx));
  if (!till) return undefined;
  const problem = cashProblem(till, cash.currency, cash.amount);
  if (problem) breaksRule('till.short', problem);
  const { id: tillId, tillNumber } = till;
  const made = { createdAt: tx.now, createdBy: actorName(tx.actor) };
  await queries.movements.insert(tx.db, { tillId, ...cash, ...made });
  return { tillId, tillNumber };
}
