import { closeCodes, findFirstSignIns, takeFirstSignIns } from '../../access/codes/service.ts';
import { firstOpenDay } from '../../accounting/opening/rules-calendar.ts';
import { lockedMonths } from '../../accounting/service.ts';
import { type Ctx, transact } from '../../context.ts';
import { getPause } from '../../records/pause.ts';
import { endOf } from '../rules.ts';
import * as queries from './queries.ts';
import { activateAll } from './service-activate.ts';

/** Vouchers of one transaction. */
const BATCH = 100;

/** Activates those of the vouchers whose first sign-in nobody else has taken over; one that was voided or lapsed stays so. */
async function activateThese(tx: Ctx, ids: readonly number[]): Promise<number> {
  const vouchers = await queries.lockVouchers(tx.db, ids);
  const signIns = await takeFirstSignIns(tx, 'voucher', ids);
  const signedIn = vouchers.filter(({ id }) => signIns.has(id));
  const unused = signedIn.filter(({ status }) => status === 'unused');
  const ended = signedIn.filter(({ status }) => status !== 'unused').map(({ id }) => id);
  await closeCodes(tx, { source: 'voucher', ids: ended, reason: 'ended' });
  await activateAll(
    tx,
    unused.map((voucher) => {
      const at = signIns.get(voucher.id)!;
      const expiresAt = endOf(at, voucher.batch.validityDays);
      return { voucher, at, expiresAt, by: '', deviceHash: null };
    }),
    firstOpenDay(tx.today, await lockedMonths(tx)),
  );
  return unused.length;
}

/**
 * Activates vouchers that have signed in at a router, from the sign-in on: they are earned today, in a locked month on the first
 * day that is open, since the guest is online. A batch that fails is logged and tried again by the next call; the others are
 * activated. Any number of processes may do so at once. Not in the pause after a restore. Returns how many were activated.
 * Source: decision 132.
 */
export async function activateSignedIn(ctx: Ctx): Promise<number> {
  if (await getPause(ctx.db)) return 0;
  let activated = 0;
  for (let after = 0; ; ) {
    const found = await findFirstSignIns(ctx, 'voucher', { after, limit: BATCH });
    const last = found.at(-1);
    if (!last) return activated;
    const ids = found.map(({ id }) => id);
    try {
      activated += await transact(ctx, (tx) => activateThese(tx, ids));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      ctx.log.warn(
        { reason, vouchers: ids.length },
        'vouchers that signed in wait to be activated',
      );
    }
    after = last.accountId;
  }
}
