import { cashIn, hasCash, throughSafe } from '../accounting/cash/rules.ts';
import type { Posting } from '../accounting/rules.ts';
import type { CashPlace } from '../accounting/schema-money.ts';
import type { Ctx } from '../context.ts';
import { actorName, authorise, can } from '../identity/actor.ts';
import { breaksRule } from '../kernel/errors.ts';
import * as queries from './queries.ts';
import { cashProblem, NO_TILL, NO_TILL_BUT_SAFE, noTillOf } from './rules.ts';
import { type CashKind, tillCurrencies } from './schema.ts';
import { storedSettings } from './service-settings.ts';

/** The document of a journal entry. */
interface EntryKey {
  source: string;
  sourceId: number;
  revision: number;
}

export interface CashOf {
  kind: Exclude<CashKind, 'float' | 'difference' | 'handover'>;
  /** The number of the document, for lists. */
  reference: string;
  /** What the caller chose; without it the caller's open till. */
  from?: CashPlace | undefined;
  /** The entry whose place it has: a reversal goes back to where its original went. */
  origin?: EntryKey;
}

function refuseWithoutTill(tx: Ctx): never {
  // What was accepted is paid as the person who asked: the person who decides is told whose till it is.
  if (tx.isAccepted) breaksRule('till.required', noTillOf(actorName(tx.actor)));
  const message = can(tx.actor, 'cash.safe') ? NO_TILL_BUT_SAFE : NO_TILL;
  return breaksRule('till.required', message, { from: message });
}

/** The caller's open till, locked, or the safe. @throws AppError as `takeCash`. */
async function chosen(tx: Ctx, from: CashPlace | undefined): Promise<queries.TillRecord | 'safe'> {
  if (from === 'safe') authorise(tx.actor, 'cash.safe');
  if (tx.actor.kind !== 'staff') {
    if (from === 'till')
      breaksRule('till.noUser', 'A till belongs to a user: the shell takes cash from the safe.');
    return 'safe';
  }
  if (from === 'safe') return 'safe';
  const till = await queries.lockOpenTill(tx.db, tx.actor.userId);
  if (till) return till;
  if (from === 'till' || (await storedSettings.read(tx.db)).isRequired) refuseWithoutTill(tx);
  return 'safe';
}

/**
 * Judges the place of cash that waits for a second person, so that a choice that is not possible is told to the person who
 * asks. The place is judged again when it is paid. @throws AppError as `takeCash`.
 */
export async function assertCashPlace(tx: Ctx, from: unknown): Promise<void> {
  if (from === 'safe') authorise(tx.actor, 'cash.safe');
  if (from !== 'till' || tx.actor.kind !== 'staff') return;
  if (!(await queries.lockOpenTill(tx.db, tx.actor.userId))) refuseWithoutTill(tx);
}

/** Where the cash of an earlier entry is: its till while that is open; 'closed' when that till was counted. */
async function placeOf(tx: Ctx, origin: EntryKey): Promise<queries.TillRecord | 'safe' | 'closed'> {
  const tillId = await queries.findTillOf(tx.db, origin);
  if (tillId === undefined) return 'safe';
  const till = (await queries.tills.lock(tx.db, tillId))!;
  return till.status === 'open' ? till : 'closed';
}

/**
 * Takes the cash of a posting into a till or the safe, or pays it from there, in the caller's transaction (decision 51), and
 * answers the posting with its place; one without lines on 1110 and 1160 as it is. Call it after the document has its number
 * and before the posting. The place is that of `origin` while that can be, else what `from` chooses, else the caller's open
 * till, else the safe unless the company requires a till. The shell and jobs have no till.
 * @throws AppError forbidden for the safe without `cash.safe`; rule for a user without an open till where one is required or
 *   chosen, and when more is paid out than the till holds; conflict for a repeat of the same document. What a user takes
 *   from the safe or petty cash is judged by `post`, with all postings of the call.
 */
export async function takeCash(tx: Ctx, posting: Posting, cash: CashOf): Promise<Posting> {
  const { kind, reference, from, origin } = cash;
  if (!hasCash(posting)) return throughSafe(posting);
  const known = origin ? await placeOf(tx, origin) : 'closed';
  const place = known === 'closed' ? await chosen(tx, from) : known;
  if (place === 'safe') return throughSafe(posting);
  const amounts = cashIn(posting);
  const { source, sourceId, revision } = posting;
  const made = { note: '', createdAt: tx.now, createdBy: actorName(tx.actor) };
  for (const currency of tillCurrencies) {
    const amount = amounts[currency];
    if (amount === 0) continue;
    const problem = cashProblem(place, currency, amount);
    if (problem) breaksRule('till.short', problem);
    await queries.movements.insert(tx.db, {
      ...{ tillId: place.id, kind, currency, amount, reference },
      ...{ source, sourceId: sourceId!, revision, ...made },
    });
  }
  return { ...throughSafe(posting), cash: 'till' };
}

/**
 * As `takeCash` for the reversal of a document, whose source ends in '.reversal': it goes back to where the original went, or
 * if that till is closed, to `from`, to the caller's till or to the safe.
 */
export function returnCash(
  tx: Ctx,
  posting: Posting,
  cash: Pick<CashOf, 'reference' | 'from'>,
): Promise<Posting> {
  const { source, sourceId, revision } = posting;
  const origin = { source: source.replace(/\.reversal$/, ''), sourceId: sourceId!, revision };
  return takeCash(tx, posting, { kind: 'reversal', ...cash, origin });
}
