import { type Ctx, transact } from '../../context.ts';
import {
  addressKey,
  secondsToWait,
  THROTTLE_WINDOW_MINUTES,
  throttles,
  waitInWords,
} from '../../identity/sessions/rules-throttle.ts';
import { AppError } from '../../kernel/errors.ts';
import * as queries from './queries.ts';

const windowStart = (ctx: Ctx) => new Date(ctx.now.getTime() - THROTTLE_WINDOW_MINUTES * 60_000);

/**
 * Whether a voucher has this code. One that does not exist or was taken back counts as a failed try of the address, and such
 * tries are limited as sign-ins of an address are. A code that exists passes whatever others at the address have tried: all
 * guests of a hotspot share one, and a code of 59 bits cannot be guessed in between (decision 79). Counts by itself: never
 * call it inside a transaction.
 * @throws AppError tooMany with the seconds to wait; a refused try is not counted.
 */
export async function tryCode(ctx: Ctx, codeHash: Buffer): Promise<boolean> {
  if (await queries.isKnown(ctx.db, codeHash)) return true;
  const address = addressKey(ctx.origin.ip);
  const seconds = await transact(ctx, async (tx) => {
    await queries.lockAddress(tx.db, address);
    const failures = await queries.countAttempts(tx.db, address, windowStart(tx));
    const wait = secondsToWait(throttles.knownAddress, failures, tx.now);
    if (wait === 0) await queries.insertAttempt(tx.db, address, tx.now);
    return wait;
  });
  if (seconds === 0) return false;
  ctx.log.warn({ ip: ctx.origin.ip, seconds }, 'voucher codes held back');
  throw new AppError(
    'tooMany',
    'voucher.throttled',
    `Too many attempts. Try again in ${waitInWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

/** Deletes tries that no longer count. */
export function deleteOldAttempts(ctx: Ctx): Promise<void> {
  return queries.deleteAttemptsBefore(ctx.db, windowStart(ctx));
}
