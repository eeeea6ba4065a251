import { type Ctx, transact } from '../../context.ts';
import { AppError } from '../../kernel/errors.ts';
import { waitInWords } from '../sessions/rules-throttle.ts';
import { knownDevice } from '../sessions/service-open.ts';
import * as queries from './queries.ts';
import { secondsUntilNextTry } from './rules.ts';
import { CODE_TRIES } from './schema.ts';

/**
 * Counts a try of a code as wrong before it is checked; `clearTries` removes it. Tries in a device in which the user has
 * signed in before have their own count, so that others cannot keep the user out. Commits by itself: never call it inside a
 * transaction. Returns the device.
 * @throws AppError tooMany with the seconds to wait; the refused try is not counted.
 */
export async function countTry(ctx: Ctx, userId: number): Promise<number | null> {
  const { deviceId, seconds } = await transact(ctx, async (tx) => {
    await queries.lockFactors(tx.db, userId);
    const device = await knownDevice(tx, userId);
    const wrongAt = await queries.findAttempts(tx.db, userId, device, CODE_TRIES);
    const wait = secondsUntilNextTry(wrongAt, tx.now);
    if (wait === 0) await queries.insertAttempt(tx.db, userId, device, tx.now);
    return { deviceId: device, seconds: wait };
  });
  if (seconds === 0) return deviceId;
  ctx.log.warn({ ip: ctx.origin.ip, userId, seconds }, 'second factor held back');
  throw new AppError(
    'tooMany',
    'factor.throttled',
    `Too many wrong codes. Try again in ${waitInWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

/** Clears the wrong codes of a user in a device, after a right one. */
export function clearTries(tx: Ctx, userId: number, deviceId: number | null): Promise<void> {
  return queries.deleteAttempts(tx.db, userId, deviceId);
}
