import { timeInJuba } from '../../kernel/dates.ts';

/** Hours in which no message is sent, as times of day in Juba, 'HH:MM'; `from` later than `to` includes midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

const MINUTES_A_DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** The minute of the day of 'HH:MM'. */
function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Minutes from one time of the day to the next occurrence of another, 0 to 1439. */
function minutesUntil(from: number, to: number): number {
  return (to - from + MINUTES_A_DAY) % MINUTES_A_DAY;
}

/** Whether an instant lies in the quiet hours; `from` belongs to them, `to` does not. Equal times mean none. */
export function isQuiet(instant: Date, { from, to }: QuietHours): boolean {
  const sinceFrom = minutesUntil(minuteOf(from), minuteOf(timeInJuba(instant)));
  return sinceFrom < minutesUntil(minuteOf(from), minuteOf(to));
}

/**
 * The earliest instant, not before `instant`, at which a message may be sent: itself outside the quiet hours, else
 * their end. South Sudan has no summer time.
 */
export function nextSendingTime(instant: Date, quiet: QuietHours | undefined): Date {
  if (!quiet || !isQuiet(instant, quiet)) return instant;
  const wait = minutesUntil(minuteOf(timeInJuba(instant)), minuteOf(quiet.to));
  const minute = Math.floor(instant.getTime() / MINUTE_MS);
  return new Date((minute + wait) * MINUTE_MS);
}

/** Minutes between the attempts at a message that was certainly not sent: about 19 hours in all. */
export const ATTEMPT_MINUTES: readonly number[] = [1, 5, 15, 60, 180, 360, 540];

/** Attempts after which a message has failed. */
export const MAX_ATTEMPTS = ATTEMPT_MINUTES.length + 1;

/**
 * When a message that was certainly not sent is tried again; undefined after the last attempt. Only for these: one
 * that may have been sent is never tried again by itself.
 * @param attempts failed attempts so far, from 1. A busy gateway (`sms.busy`) does not count as an attempt.
 * @param retryAfter seconds that the gateway asked to wait, if any.
 */
export function nextAttemptTime(
  attempts: number,
  failedAt: Date,
  quiet: QuietHours | undefined,
  retryAfter = 0,
): Date | undefined {
  const minutes = ATTEMPT_MINUTES[attempts - 1];
  if (minutes === undefined) return undefined;
  const wait = Math.max(minutes * MINUTE_MS, retryAfter * 1000);
  return nextSendingTime(new Date(failedAt.getTime() + wait), quiet);
}
