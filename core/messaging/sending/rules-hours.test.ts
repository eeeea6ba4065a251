import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeInJuba } from '../../kernel/dates.ts';
import {
  ATTEMPT_MINUTES,
  isQuiet,
  MAX_ATTEMPTS,
  nextAttemptTime,
  nextSendingTime,
} from './rules-hours.ts';

const night = { from: '20:00', to: '07:00' };
const noon = { from: '12:00', to: '13:30' };
const instants = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2030-01-01T00:00:00Z'),
  noInvalidDate: true,
});
const times = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) =>
    [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':'),
  );

describe('quiet hours', () => {
  // Juba is two hours ahead of UTC.
  test.each([
    ['2026-11-21T17:59:59Z', night, '2026-11-21T17:59:59Z'],
    ['2026-11-21T18:00:00Z', night, '2026-11-22T05:00:00Z'],
    ['2026-11-21T21:30:20Z', night, '2026-11-22T05:00:00Z'],
    ['2026-11-21T22:30:00Z', night, '2026-11-22T05:00:00Z'],
    ['2026-11-22T04:59:59.999Z', night, '2026-11-22T05:00:00Z'],
    ['2026-11-22T05:00:00Z', night, '2026-11-22T05:00:00Z'],
    ['2026-12-31T23:00:00Z', night, '2027-01-01T05:00:00Z'],
    ['2026-11-21T10:00:00Z', noon, '2026-11-21T11:30:00Z'],
    ['2026-11-21T09:59:00Z', noon, '2026-11-21T09:59:00Z'],
    ['2026-11-21T22:00:00Z', { from: '08:00', to: '08:00' }, '2026-11-21T22:00:00Z'],
    ['2026-11-21T22:00:00Z', undefined, '2026-11-21T22:00:00Z'],
  ])('%s, quiet %j: %s', (instant, quiet, expected) => {
    expect(nextSendingTime(new Date(instant), quiet)).toEqual(new Date(expected));
  });

  test('the next time is allowed, not earlier, and at most a day away', () => {
    fc.assert(
      fc.property(instants, times, times, (instant, from, to) => {
        const next = nextSendingTime(instant, { from, to });
        const wait = next.getTime() - instant.getTime();
        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThan(24 * 3_600_000);
        expect(isQuiet(next, { from, to })).toBe(false);
        if (wait > 0) expect(timeInJuba(next)).toBe(to);
        else expect(isQuiet(instant, { from, to })).toBe(false);
      }),
    );
  });
});

describe('attempts', () => {
  const failedAt = new Date('2026-11-21T08:00:00Z');

  test('wait longer each time and end', () => {
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, index) => {
      const next = nextAttemptTime(index + 1, failedAt, undefined);
      return next && (next.getTime() - failedAt.getTime()) / 60_000;
    });
    expect(waits).toEqual([...ATTEMPT_MINUTES, undefined]);
    expect([...ATTEMPT_MINUTES].sort((a, b) => a - b)).toEqual(ATTEMPT_MINUTES);
  });

  test('respect what the gateway asks for, and the quiet hours', () => {
    expect(nextAttemptTime(1, failedAt, undefined, 90)).toEqual(new Date('2026-11-21T08:01:30Z'));
    expect(nextAttemptTime(2, failedAt, undefined, 90)).toEqual(new Date('2026-11-21T08:05:00Z'));
    const evening = new Date('2026-11-21T17:58:00Z');
    expect(nextAttemptTime(2, evening, night)).toEqual(new Date('2026-11-22T05:00:00Z'));
  });
});
