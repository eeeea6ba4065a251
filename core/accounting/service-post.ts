import type { Ctx } from '../context.ts';
import { runInStep } from '../database/bulk.ts';
import { type Numbering, takeIdentities } from '../database/counters.ts';
import { actorName } from '../identity/actor.ts';
import { firstDay, type IsoDate, type IsoMonth } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import { hasCash } from './cash/rules.ts';
import { assertCashPays } from './cash/service.ts';
import * as queries from './queries-post.ts';
import { isBalanced, type Posting, totalsOf } from './rules.ts';

const ENTRIES: Numbering = { counter: 'journal', prefix: 'JE' };

export interface PostedEntry {
  id: number;
  entryNumber: string;
}

/**
 * Posts balanced entries in the caller's transaction, with three statements in total. Call it once and last in
 * a transaction, after documents and their counters (architecture, lock order). Numbers such as `JE-2026-000001`
 * have no gaps within the year of the entry date (decision 7).
 * @throws AppError rule when a month is locked or an account cannot be posted to, and as `assertSafeHolds` for what the
 *   postings together take from the safe; conflict for a repeat of
 *   the same source and revision. A posting that is unbalanced, or has cash in hand without its place (decision 51), is a
 *   bug and throws RangeError.
 */
export async function post(tx: Ctx, postings: readonly Posting[]): Promise<PostedEntry[]> {
  if (postings.length === 0) return [];
  for (const posting of postings) {
    const totals = totalsOf(posting.lines);
    if (!isBalanced(totals) || posting.lines.length < 2) {
      throw new RangeError(`posting ${posting.source} ${posting.sourceId} does not balance`);
    }
    if (posting.cash === undefined && hasCash(posting))
      throw new RangeError(
        `posting ${posting.source} ${posting.sourceId} does not say where its cash is`,
      );
  }
  // Without a transaction, a number would be lost if the lines are refused.
  if (!tx.db.isTransaction) throw new RangeError('post runs in the transaction of its document');
  await assertCashPays(tx, postings);
  const dates = postings.map(({ date }) => date);
  const { ids, numbers } = await takeIdentities(tx.db, ENTRIES, dates);
  const made = { at: tx.now, by: actorName(tx.actor) };
  await runInStep(tx.db, postings.length, queries.insertionsOf(postings, ids, numbers, made));
  return ids.map((id, index) => ({ id, entryNumber: numbers[index]! }));
}

/** The id and date of the entry of a document's revision. A missing entry is a bug and throws RangeError. */
export async function postedEntry(
  ctx: Ctx,
  source: string,
  sourceId: number,
  revision: number,
): Promise<{ id: number; date: IsoDate }> {
  const entry = await queries.getEntryBySource(ctx.db, source, sourceId, revision);
  if (!entry) throw new RangeError(`${source} ${sourceId} revision ${revision} is not posted`);
  return entry;
}

/** The id of the entry of a document's revision, as `postedEntry`. */
export async function postedEntryId(
  ctx: Ctx,
  source: string,
  sourceId: number,
  revision: number,
): Promise<number> {
  return (await postedEntry(ctx, source, sourceId, revision)).id;
}

/** The ids of the entries of many documents of one source, at revision 1, by document id. */
export function postedEntryIds(
  ctx: Ctx,
  source: string,
  sourceIds: readonly number[],
): Promise<Map<number, number>> {
  return queries.findFirstEntryIds(ctx.db, source, sourceIds);
}

/** Revenue booked in a month, less granted credits, in US cents; from the monthly sums. */
export function revenueOfMonth(ctx: Ctx, month: IsoMonth): Promise<Cents> {
  return queries.sumRevenue(ctx.db, firstDay(month));
}
