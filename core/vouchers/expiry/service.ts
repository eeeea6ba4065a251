import { closeCodes, waitingSignIns } from '../../access/codes/service.ts';
import { post } from '../../accounting/service-post.ts';
import { type Ctx, transact } from '../../context.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { audit } from '../../records/audit.ts';
import { vouchersLapsed } from '../postings.ts';
import { activateSignedIn } from '../redeem/service-sign-ins.ts';
import { deleteOldAttempts } from '../redeem/service-throttle.ts';
import * as queries from './queries.ts';

/** Vouchers that end with one statement. */
const VOUCHERS = 5000;
/** Sales whose vouchers lapse in one transaction, up to 100 vouchers each. */
const BATCHES = 50;

/** Ends activated vouchers whose time has passed; nothing is posted, since they were earned when they were activated. */
async function endActivated(ctx: Ctx): Promise<number> {
  let ended = 0;
  for (;;) {
    const count = await transact(ctx, async (tx) => {
      const ids = await queries.endVouchers(tx.db, tx.now, VOUCHERS);
      await closeCodes(tx, { source: 'voucher', ids, reason: 'ended' });
      return ids.length;
    });
    ended += count;
    if (count < VOUCHERS) return ended;
  }
}

/** Lapses the unused vouchers of sales: one entry for each sale. */
function lapseBatches(ctx: Ctx, ids: readonly number[]): Promise<number> {
  return transact(ctx, async (tx) => {
    const { batches, vouchers: found } = await queries.lockUnused(tx.db, ids);
    // In use already, though the activation has failed so far.
    const signedIn = await waitingSignIns(
      tx,
      'voucher',
      found.map(({ id }) => id),
    );
    const vouchers = found.filter(({ id }) => !signedIn.has(id));
    if (vouchers.length === 0) return 0;
    const unused = vouchers.map(({ id }) => id);
    await queries.setLapsed(tx.db, unused, tx.today);
    await closeCodes(tx, { source: 'voucher', ids: unused, reason: 'ended' });
    const byBatch = groupedBy(vouchers, ({ batchId }) => batchId);
    const lapsed = batches.filter(({ id }) => byBatch.has(id));
    await audit(tx, {
      action: 'voucher.lapse',
      entity: 'vouchers',
      entityId: tx.today,
      summary: `${vouchers.length} vouchers lapsed unused`,
      facts: { batches: lapsed.map(({ batchNumber }) => batchNumber), quantity: vouchers.length },
    });
    await post(
      tx,
      lapsed.map((batch) => vouchersLapsed(batch, byBatch.get(batch.id)!.length, tx.today)),
    );
    return vouchers.length;
  });
}

/**
 * Ends activated vouchers whose days have passed, and lapses those that nobody has used in time: what is owed for them
 * becomes revenue (2220 / 4310, decision 43); those that have signed in are activated before, and do not lapse where that fails.
 * Removes failed tries of codes that no longer count. Each part commits by itself; a repeat finds nothing to do.
 */
export async function expireVouchers(ctx: Ctx): Promise<{ ended: number; lapsed: number }> {
  await activateSignedIn(ctx).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    ctx.log.warn({ reason }, 'vouchers that signed in wait to be activated');
  });
  const ended = await endActivated(ctx);
  let lapsed = 0;
  for (let after = 0; ; ) {
    const ids = await queries.findLapsed(ctx.db, ctx.today, { after, limit: BATCHES });
    const last = ids.at(-1);
    if (last === undefined) break;
    lapsed += await lapseBatches(ctx, ids);
    after = last;
  }
  await deleteOldAttempts(ctx);
  return { ended, lapsed };
}
