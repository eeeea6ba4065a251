import type { Ctx } from '../context.ts';
import { runInStep, type Statement } from '../database/bulk.ts';
import { takeNumbers, takeYearlyNumbers } from '../database/counters.ts';
import { actorName } from '../identity/actor.ts';
import { firstDay, type IsoMonth } from '../kernel/dates.ts';
import type { Cents } from '../kernel/money.ts';
import * as queries from './queries-post.ts';
import { isBalanced, type Posting, totalsOf } from './rules.ts';

export interface PostedEntry {
  id: number;
  entryNumber: string;
}

export interface PostOptions {
  meanwhile?: Statement;
  onlyWaits?: () => void;
}

/**
 * Posts balanced entries in the caller's transaction: three statements however many there are. Call it
 * once and last in a transaction, after documents and their counters (architecture, lock order). Numbers
 * `JE-2026-000001` run without gaps by the year of the entry's date (decision 7). `meanwhile` is a statement of
 * the same change that keeps the database busy while the entries are put together; `onlyWaits` is called once the
 * last of them is on its way.
 * @throws AppError rule when a month is locked or an account cannot be posted to; conflict for a repeat of
 *   the same source and revision. An unbalanced posting is our bug and throws RangeError.
 */
export async function post(
  tx: Ctx,
  postings: readonly Posting[],
  { meanwhile = () => undefined, onlyWaits = () => {} }: PostOptions = {},
): Promise<PostedEntry[]> {
  if (postings.length === 0) {
    await runInStep(tx.db, 0, [meanwhile]);
    return [];
  }
  for (const posting of postings) {
    const totals = totalsOf(posting.lines);
    if (!isBalanced(totals) || posting.lines.length < 2) {
      throw new RangeError(`posting ${posting.source} ${posting.sourceId} does not balance`);
    }
  }
  // Outside one, the counter's number would be spent when the lines are refused for want of their entry.
  if (!tx.db.isTransaction) throw new RangeError('post runs in the transaction of its document');
  const firstId = await takeNumbers(tx.db, 'journal', postings.length);
  const ids = postings.map((_posting, index) => firstId + index);
  const dates = postings.map(({ date }) => date);
  const numbers = await takeYearlyNumbers(tx.db, 'journal', 'JE', dates);
  await runInStep(tx.db, postings.length, [
    meanwhile,
    ...queries.insertionsOf(postings, ids, numbers, { at: tx.now, by: actorName(tx.actor) }),
    () => {
      onlyWaits();
      return undefined;
    },
  ]);
  return ids.map((id, index) => ({ id, entryNumber: numbers[index]! }));
}

/**
 * The entry that posted a document's revision. A document without its entry is our bug and throws RangeError.
 */
export async function postedEntryId(
  ctx: Ctx,
  source: string,
  sourceId: number,
  revision: number,
): Promise<number> {
  const id = await queries.getEntryIdBySource(ctx.db, source, sourceId, revision);
  if (id === undefined)
    throw new RangeError(`${source} ${sourceId} revision ${revision} is not posted`);
  return id;
}

/** Revenue booked in a month, credits granted taken off, in US cents; from the kept balances. */
export function revenueOfMonth(ctx: Ctx, month: IsoMonth): Promise<Cents> {
  return queries.sumRevenue(ctx.db, firstDay(month));
}
