import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cronExpression,
  isDue,
  isInterrupted,
  periodOf,
  type RunState,
  type Schedule,
  scheduleInWords,
} from './rules.ts';

const monthly: Schedule = { every: 'month', day: 1, at: '00:05' };
const daily: Schedule = { every: 'day', at: '06:00' };
const weekly: Schedule = { every: 'week', weekday: 7, at: '22:15' };
const quarterly: Schedule = { every: 'minutes', minutes: 15 };
const at = (iso: string) => new Date(iso);

describe('periodOf', () => {
  it('is the month or the day in Juba, not in UTC', () => {
    // 22:30 UTC on the last of November is half past midnight on the first of December in Juba.
    expect(periodOf(monthly, at('2026-11-30T22:30:00Z'))).toBe('2026-12');
    expect(periodOf(daily, at('2026-11-30T22:30:00Z'))).toBe('2026-12-01');
    expect(periodOf(daily, at('2026-11-30T21:59:59Z'))).toBe('2026-11-30');
  });

  it('is the Monday of a week, and the start of an interval of minutes', () => {
    expect(periodOf(weekly, at('2026-11-21T08:00:00Z'))).toBe('2026-11-16');
    expect(periodOf(weekly, at('2026-11-22T21:59:59Z'))).toBe('2026-11-16');
    expect(periodOf(weekly, at('2026-11-22T22:00:00Z'))).toBe('2026-11-23');
    expect(periodOf(quarterly, at('2026-11-21T22:14:59Z'))).toBe('2026-11-22 00:00');
    expect(periodOf(quarterly, at('2026-11-21T22:59:00Z'))).toBe('2026-11-22 00:45');
    expect(periodOf({ every: 'minutes', minutes: 60 }, at('2026-11-21T08:59:00Z'))).toBe(
      '2026-11-21 10:00',
    );
  });
});

describe('isDue', () => {
  const now = at('2026-11-21T08:00:00Z');
  const longAgo = at('2026-01-01T00:00:00Z');
  const run = (state: Partial<RunState>): RunState => ({
    status: 'done',
    leaseUntil: now,
    finishedAt: now,
    ...state,
  });

  it('is due from its time in Juba until the period ends', () => {
    const due = (schedule: Schedule, iso: string) => isDue(schedule, undefined, at(iso), longAgo);
    expect(due(daily, '2026-11-21T03:59:59Z')).toBe(false);
    expect(due(daily, '2026-11-21T04:00:00Z')).toBe(true);
    expect(due(daily, '2026-11-21T21:59:59Z')).toBe(true);
    expect(due(daily, '2026-11-21T22:00:00Z')).toBe(false);
    expect(due(monthly, '2026-11-30T22:04:59Z')).toBe(false);
    expect(due(monthly, '2026-11-30T22:05:00Z')).toBe(true);
    expect(due(monthly, '2026-12-31T21:59:00Z')).toBe(true);
    expect(due({ ...monthly, day: 20 }, '2026-11-19T23:00:00Z')).toBe(true);
    expect(due({ ...monthly, day: 20 }, '2026-11-19T21:00:00Z')).toBe(false);
    expect(due(weekly, '2026-11-22T20:14:00Z')).toBe(false);
    expect(due(weekly, '2026-11-22T20:15:00Z')).toBe(true);
    expect(due(quarterly, '2026-11-22T20:15:00Z')).toBe(true);
  });

  it('is not due for a time before the database existed', () => {
    const due = (schedule: Schedule, installed: string) =>
      isDue(schedule, undefined, now, at(installed));
    expect(due(monthly, '2026-10-31T22:05:59Z')).toBe(true);
    expect(due(monthly, '2026-10-31T22:06:00Z')).toBe(false);
    expect(due(daily, '2026-11-21T04:01:00Z')).toBe(false);
    expect(isDue(daily, undefined, at('2026-11-22T04:00:00Z'), now)).toBe(true);
  });

  it('is not due when done or running', () => {
    expect(isDue(daily, run({}), now, longAgo)).toBe(false);
    const until = at('2026-11-21T08:00:01Z');
    expect(
      isDue(daily, run({ status: 'running', leaseUntil: until, finishedAt: null }), now, longAgo),
    ).toBe(false);
  });

  it('is due again when its process was killed, or an hour after it failed', () => {
    const lost = run({ status: 'running', leaseUntil: now, finishedAt: null });
    expect(isInterrupted(lost, now)).toBe(true);
    expect(isDue(daily, lost, now, longAgo)).toBe(true);
    const failedAt = (iso: string) => run({ status: 'failed', finishedAt: at(iso) });
    expect(isDue(daily, failedAt('2026-11-21T07:00:00Z'), now, longAgo)).toBe(true);
    expect(isDue(daily, failedAt('2026-11-21T07:00:01Z'), now, longAgo)).toBe(false);
  });
});

describe('a schedule', () => {
  it('is a cron expression and a sentence', () => {
    expect(cronExpression(monthly)).toBe('5 0 1 * *');
    expect(cronExpression(daily)).toBe('0 6 * * *');
    expect(cronExpression(weekly)).toBe('15 22 * * 0');
    expect(cronExpression(quarterly)).toBe('*/15 * * * *');
    expect(cronExpression({ every: 'minutes', minutes: 60 })).toBe('0 * * * *');
    expect(scheduleInWords(weekly)).toBe('Every Sunday at 22:15');
    expect(scheduleInWords(quarterly)).toBe('Every 15 minutes');
    expect(scheduleInWords(monthly)).toBe('Day 1 of the month at 00:05');
    expect(scheduleInWords(daily)).toBe('Every day at 06:00');
  });

  it('is due at any instant from its time until the end of the period', () => {
    // From March 2021: Juba was at UTC+3 before.
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
        expect(isDue(schedule, undefined, now, at('2020-01-01T00:00:00Z'))).toBe(now >= at(tick));
      }),
    );
  });
});
