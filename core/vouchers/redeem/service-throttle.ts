import { type Ctx, transact } from '../../context.ts';
import {
  addressKey,
  secondsToWait,
  THROTTLE_WINDOW_MINUTES,
  throttles,
  waitInWords,
} from '../../identity/sessions/rules-throttle.ts';
import { AppError } from '../../kernel/errors.ts';
import { isLoopback } from '../../kernel/loopback.ts';
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
  return tryAtAddress(ctx, { what: 'code' }, () => Promise.resolve(false));
}

/** A whole hotspot types codes at one address, and few know their customer number. */
const limits = {
  code: { prefix: '', throttle: throttles.knownAddress },
  bill: { prefix: 'bill ', throttle: throttles.address },
} as const;

/**
 * Whether something that a visitor types is right, such as the number and the telephone of a customer: `isRight` is asked only
 * while the address may try, and a wrong one counts like a wrong code. Counts by itself: never call it inside a transaction.
 * @throws AppError tooMany with the seconds to wait; a refused try is not counted.
 */
export async function tryAtAddress(
  ctx: Ctx,
  { what }: { what: keyof typeof limits },
  isRight: (tx: Ctx) => Promise<boolean>,
): Promise<boolean> {
  const { prefix } = limits[what];
  const address = `${prefix}${addressKey(ctx.origin.ip)}`;
  // An address of this machine is a proxy's, which stands for everybody.
  const isProxy = isLoopback(addressKey(ctx.origin.ip));
  const throttle = isProxy ? throttles.knownAddress : limits[what].throttle;
  const tried = await transact(ctx, async (tx) => {
    await queries.lockAddress(tx.db, address);
    const failures = await queries.countAttempts(tx.db, address, windowStart(tx));
    const seconds = secondsToWait(throttle, failures, tx.now);
    if (seconds > 0) return { seconds, isRight: false };
    const right = await isRight(tx);
    if (!right) await queries.insertAttempt(tx.db, address, tx.now);
    return { seconds, isRight: right };
  });
  const { seconds } = tried;
  if (seconds === 0) return tried.isRight;
  ctx.log.warn({ ip: ctx.origin.ip, seconds }, 'tries of visitors held back');
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
