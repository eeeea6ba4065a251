import { type Ctx, transact } from '../../context.ts';
import * as queries from './queries-endings.ts';
import { outcomeOf } from './rules.ts';
import { type Batch, type Busy, beginBatches } from './service-batches.ts';
import { sendOrder } from './service-send.ts';

/** Then the session has ended, or the router is gone. */
const LONGEST_MS = 86_400_000;

/**
 * Begins to order the end of sessions whose accounts were deleted, without a transaction in between; a promise is taken as the
 * end, since no report can be attributed any more. What is not answered is repeated for a day.
 */
export function beginEndings(ctx: Ctx, busy: Busy): Promise<Batch<void>[]> {
  return beginBatches(ctx, {
    busy,
    take: (tx, limits) => queries.takeEndings(tx.db, limits),
    send: (due) => sendEndings(ctx, due),
  });
}

async function sendEndings(ctx: Ctx, due: readonly queries.DueEnding[]): Promise<void> {
  const answers = await Promise.all(
    due.map(({ userName, sessionId, ip, ...router }) =>
      sendOrder(ctx, router, { userName, sessionId, ip }),
    ),
  );
  const done: number[] = [];
  const postponed: { id: number; nextAt: Date; error: string }[] = [];
  for (const [place, { id, tries, madeAt }] of due.entries()) {
    const outcome = outcomeOf(answers[place]!, { wasChange: false, tries });
    const isOld = ctx.now.getTime() - madeAt.getTime() > LONGEST_MS;
    if ('done' in outcome || outcome.isPromised || isOld) done.push(id);
    else {
      const nextAt = new Date(ctx.clock().getTime() + outcome.afterMs);
      postponed.push({ id, nextAt, error: outcome.error });
    }
  }
  await transact(ctx, async (tx) => {
    await queries.removeEndings(tx.db, done);
    await queries.postponeEndings(tx.db, postponed);
  });
}
