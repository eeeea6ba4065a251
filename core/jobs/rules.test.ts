import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cronExpression,
  hasCome,
  isDue,
  isInterrupted,
  periodOf,
  type RunState,
  type Schedule,
  scheduleInWords,
} from './rules.ts';

const monthly: Schedule = { every: 'month', day: 1, at: '00:05' };
const daily: Schedule = { every: 'day', at: '06:00' };
const at = (iso: string) => new Date(iso);

describe('periodOf', () => {
  it('is the month or the day in Juba, not in UTC', () => {
    // 22:30 UTC on the last of November is half past midnight on the first of December in Juba.
    expect(periodOf(monthly, at('2026-11-30T22:30:00Z'))).toBe('2026-12');
    expect(periodOf(daily, at('2026-11-30T22:30:00Z'))).toBe('2026-12-01');
    expect(periodOf(daily, at('2026-11-30T21:59:59Z'))).toBe('2026-11-30');
  });
});

describe('hasCome', () => {
  it('comes with the minute of the wall clock in Juba', () => {
    expect(hasCome(monthly, at('2026-11-30T22:04:59Z'))).toBe(false);
    expect(hasCome(monthly, at('2026-11-30T22:05:00Z'))).toBe(true);
    expect(hasCome(daily, at('2026-11-21T03:59:59Z'))).toBe(false);
    expect(hasCome(daily, at('2026-11-21T04:00:00Z'))).toBe(true);
  });

  it('stays come until the period ends', () => {
    expect(hasCome(monthly, at('2026-11-21T00:00:00Z'))).toBe(true);
    expect(hasCome({ ...monthly, day: 20 }, at('2026-11-19T23:00:00Z'))).toBe(true);
    expect(hasCome({ ...monthly, day: 20 }, at('2026-11-19T21:00:00Z'))).toBe(false);
  });
});

describe('isDue', () => {
  const now = at('2026-11-21T08:00:00Z');
  const run = (state: Partial<RunState>): RunState => ({
    status: 'done',
    leaseUntil: now,
    finishedAt: now,
    ...state,
  });

  it('is due without a run, and not before its time', () => {
    expect(isDue(daily, undefined, now)).toBe(true);
    expect(isDue(daily, undefined, at('2026-11-21T03:00:00Z'))).toBe(false);
  });

  it('is not due when done or under way', () => {
    expect(isDue(daily, run({}), now)).toBe(false);
    const until = at('2026-11-21T08:00:01Z');
    expect(isDue(daily, run({ status: 'running', leaseUntil: until, finishedAt: null }), now)).toBe(
      false,
    );
  });

  it('is due again when its process went away, or an hour after it failed', () => {
    const lost = run({ status: 'running', leaseUntil: now, finishedAt: null });
    expect(isInterrupted(lost, now)).toBe(true);
    expect(isDue(daily, lost, now)).toBe(true);
    const failedAt = (iso: string) => run({ status: 'failed', finishedAt: at(iso) });
    expect(isDue(daily, failedAt('2026-11-21T07:00:00Z'), now)).toBe(true);
    expect(isDue(daily, failedAt('2026-11-21T07:00:01Z'), now)).toBe(false);
  });
});

describe('a schedule', () => {
  it('is a cron expression and a sentence', () => {
    expect(cronExpression(monthly)).toBe('5 0 1 * *');
    expect(cronExpression(daily)).toBe('0 6 * * *');
    expect(scheduleInWords(monthly)).toBe('Day 1 of the month at 00:05');
    expect(scheduleInWords(daily)).toBe('Every day at 06:00');
  });

  it('has come at any instant at or after its own tick of the same period', () => {
    // From March 2021: until then Juba was an hour further east, which the zone database knows.
    const instants = fc.date({
      min: at('2021-03-01T00:00:00Z'),
      max: at('2060-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(monthly, daily), (now, schedule) => {
        const tick =
          schedule.every === 'month'
            ? `${periodOf(schedule, now)}-01T00:05:00+02:00`
            : `${periodOf(schedule, now)}T06:00:00+02:00`;
        expect(hasCome(schedule, now)).toBe(now >= at(tick));
      }),
    );
  });
});
