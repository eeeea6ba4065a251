import { type Ctx, transact } from '../../context.ts';
import { AppError, breaksRule } from '../../kernel/errors.ts';
import { verifyPassword } from '../passwords/service.ts';
import type { SignInAccount } from './queries.ts';
import * as queries from './queries-attempts.ts';
import {
  addressKey,
  type Failures,
  KNOWN_ADDRESS_DAYS,
  OWNERS_ADDRESS_DAYS,
  secondsToWait,
  THROTTLE_WINDOW_MINUTES,
  type ThrottleName,
  throttles,
  waitInWords,
} from './rules-throttle.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Counts a password attempt as a failure before the password is verified; `clearAttempts` removes it. Counting
 * first and serially prevents concurrent attempts from passing the limit together. Commits by itself: never call
 * it inside a transaction.
 * @param userId the account's owner, if the account exists.
 * @throws AppError tooMany with the seconds to wait; the refused attempt is not counted, because otherwise
 *   repeated attempts would extend the wait forever.
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

/**
 * Refuses a wrong current password of a signed-in user. Attempts are throttled like sign-ins, so that the password
 * cannot be guessed on an unattended screen.
 * @throws AppError rule password.wrong; tooMany.
 */
export async function assertCurrentPassword(
  ctx: Ctx,
  account: SignInAccount,
  currentPassword: string,
  field: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  await countAttempt(ctx, account.usernameKey, account.id);
  if (await verifyPassword(account.passwordHash, currentPassword)) return;
  ctx.log.warn({ ip: ctx.origin.ip, userId: account.id }, 'wrong current password');
  const message = 'The current password is not correct.';
  breaksRule('password.wrong', message, { [field]: message });
}

async function secondsLeft(
  tx: Ctx,
  attempt: queries.Attempt,
  failures: Record<ThrottleName, Failures>,
  userId: number | undefined,
): Promise<number> {
  const secondsLeftOf = (name: ThrottleName) =>
    secondsToWait(throttles[name], failures[name], tx.now);
  const [here, address, account] = [
    secondsLeftOf('accountFromAddress'),
    secondsLeftOf('address'),
    secondsLeftOf('account'),
  ];
  const knownAddress = secondsLeftOf('knownAddress');
  if (Math.max(address, account) <= here) return here;
  const daysAgo = (days: number) => new Date(tx.now.getTime() - days * DAY_MS);
  // Also queried for unknown accounts, so that the response time is the same.
  const signIns = await queries.getSignInsFrom(
    tx.db,
    attempt.address,
    { id: userId ?? 0, since: daysAgo(OWNERS_ADDRESS_DAYS) },
    { since: daysAgo(KNOWN_ADDRESS_DAYS) },
  );
  return Math.max(here, signIns.byAnyone ? knownAddress : address, signIns.byOwner ? 0 : account);
}

/** Records the address of a sign-in, which exempts it from some limits. */
export function addSignInAddress(tx: Ctx, userId: number): Promise<void> {
  const address = addressKey(tx.origin.ip);
  return queries.upsertSignInAddress(tx.db, { address, userId, at: tx.now });
}

/** Deletes sign-in addresses that are older than all limits. */
export function deleteOldSignIns(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - OWNERS_ADDRESS_DAYS * DAY_MS);
  return queries.deleteSignInAddressesBefore(ctx.db, before);
}

/** Clears the account's failures after a correct or a new password. */
export function clearAttempts(tx: Ctx, usernameKey: string): Promise<void> {
  return queries.deleteAttempts(tx.db, usernameKey);
}
