import { type Ctx, transact } from '../context.ts';
import { AppError } from '../kernel/errors.ts';
import * as queries from './queries-attempts.ts';
import {
  addressKey,
  type Failures,
  secondsToWait,
  THROTTLE_WINDOW_MINUTES,
  type ThrottleName,
  throttles,
  waitInWords,
} from './rules-throttle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** An address from which the owner signed in within these days counts as the owner's. */
const KNOWN_ADDRESS_DAYS = 90;

/**
 * Counts a try to prove a password before the password is looked at, as a failure until
 * `forgetAttempts` takes it back. Counting first, one try at a time, is what keeps fifty tries at once
 * from all being let through. Commits by itself: never call it inside a transaction.
 * @param userId the account's owner, if there is such an account.
 * @throws AppError tooMany with the seconds to wait; the refused try is not counted, or a persistent
 *   stranger could keep the wait from ever ending.
 */
export async function countAttempt(
  ctx: Ctx,
  usernameKey: string,
  userId: number | undefined,
): Promise<void> {
  const attempt = { usernameKey, address: addressKey(ctx.origin.ip) };
  const seconds = await transact(ctx, async (tx) => {
    await queries.lockAttempts(tx.db, attempt);
    const since = new Date(tx.now.getTime() - THROTTLE_WINDOW_MINUTES * MINUTE_MS);
    const failures = await queries.countAttempts(tx.db, attempt, since);
    const wait = await secondsLeft(tx, attempt, failures, userId);
    if (wait === 0) await queries.insertAttempt(tx.db, attempt, tx.now);
    return wait;
  });
  if (seconds === 0) return;
  ctx.log.warn({ ip: ctx.origin.ip, userId, seconds }, 'sign-in held back');
  throw new AppError(
    'tooMany',
    'session.throttled',
    `Too many attempts. Try again in ${waitInWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

async function secondsLeft(
  tx: Ctx,
  attempt: queries.Attempt,
  failures: Record<ThrottleName, Failures>,
  userId: number | undefined,
): Promise<number> {
  const left = (name: ThrottleName) => secondsToWait(throttles[name], failures[name], tx.now);
  const here = Math.max(left('accountFromAddress'), left('address'));
  const everywhere = left('account');
  if (everywhere <= here) return here;
  // Asked also where there is no such account, so that the time taken tells nothing.
  const since = new Date(tx.now.getTime() - KNOWN_ADDRESS_DAYS * DAY_MS);
  const known = await queries.findSignInAddresses(tx.db, userId ?? 0, since);
  return known.map(addressKey).includes(attempt.address) ? here : everywhere;
}

/** The password was right, or somebody gave a new one: the account's failures no longer count. */
export function forgetAttempts(tx: Ctx, usernameKey: string): Promise<void> {
  return queries.deleteAttempts(tx.db, usernameKey);
}
