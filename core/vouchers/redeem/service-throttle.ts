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
 * Whether a voucher has this code; one that does not exist or was taken back counts as a failed try of the address. Failed
 * tries are limited as sign-ins of an address are, so that codes cannot be guessed. Counts by itself, one try after the
 * other: never call it inside a transaction.
 * @throws AppError tooMany with the seconds to wait; a refused try is not counted.
 */
export async function tryCode(ctx: Ctx, codeHash: Buffer): Promise<boolean> {
  const address = addressKey(ctx.origin.ip);
  const { seconds, isKnown } = await transact(ctx, async (tx) => {
    await queries.lockAddress(tx.db, address);
    const failures = await queries.countAttempts(tx.db, address, windowStart(tx));
    const wait = secondsToWait(throttles.knownAddress, failures, tx.now);
    if (wait > 0) return { seconds: wait, isKnown: false };
    const known = await queries.isKnown(tx.db, codeHash);
    if (!known) await queries.insertAttempt(tx.db, address, tx.now);
    return { seconds: 0, isKnown: known };
  });
  if (seconds === 0) return isKnown;
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
