import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateInJuba, timeInJuba } from '../kernel/dates.ts';
import {
  addWorkingMinutes,
  defaultSettings,
  dueInstants,
  dueState,
  minutesOf,
  nextDueAt,
  type WorkingTime,
  weekdayOf,
} from './rules-targets.ts';

const MINUTE = 60_000;
const at = (text: string) => new Date(`${text}+02:00`);
const week = (workDays: number[], workFrom: string, workTo: string): WorkingTime => ({
  workDays,
  workFrom,
  workTo,
});
const office = week([1, 2, 3, 4, 5], '08:00', '17:00');
const add = (text: string, minutes: number, time = office) =>
  addWorkingMinutes(at(text), minutes, time);

test.each([
  // 20 Nov 2026 is a Friday.
  ['2026-11-20T09:00:00', 60, '2026-11-20T10:00:00'],
  ['2026-11-20T16:30:00', 60, '2026-11-23T08:30:00'],
  ['2026-11-20T16:00:00', 60, '2026-11-20T17:00:00'],
  ['2026-11-20T17:00:00', 1, '2026-11-23T08:01:00'],
  ['2026-11-20T03:00:00', 30, '2026-11-20T08:30:00'],
  ['2026-11-21T12:00:00', 480, '2026-11-23T16:00:00'],
  ['2026-11-20T12:00:00', 1440, '2026-11-25T09:00:00'],
  ['2026-11-20T08:00:00', 5 * 540, '2026-11-26T17:00:00'],
])('%s and %i working minutes are %s', (start, minutes, end) => {
  expect(add(start, minutes)).toEqual(at(end));
});

const clock = fc.integer({ min: 0, max: 24 * 60 - 1 });
const text = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const workingTimes = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), clock, clock)
  .filter(([, from, to]) => from < to)
  .map(([days, from, to]) => week(days, text(from), text(to)));
const starts = fc
  .integer({ min: 0, max: 3 * 366 * 24 * 60 })
  .map((minutes) => new Date(at('2026-01-01T00:00:00').getTime() + minutes * MINUTE));
const amounts = fc.integer({ min: 1, max: 20_000 });

/** Counts minute by minute, as the definition says. */
function slowly(start: Date, minutes: number, time: WorkingTime): Date {
  let rest = minutes;
  let now = start.getTime();
  for (; rest > 0; now += MINUTE) {
    const instant = new Date(now);
    const minute = minutesOf(timeInJuba(instant));
    const isWorking =
      time.workDays.includes(weekdayOf(dateInJuba(instant))) &&
      minute >= minutesOf(time.workFrom) &&
      minute < minutesOf(time.workTo);
    if (isWorking) rest -= 1;
  }
  return new Date(now);
}

describe('working minutes', () => {
  test('are those of a count minute by minute', () => {
    const long = workingTimes.filter(
      ({ workFrom, workTo }) => minutesOf(workTo) - minutesOf(workFrom) >= 180,
    );
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 400 }), long, (start, minutes, time) => {
        expect(addWorkingMinutes(start, minutes, time)).toEqual(slowly(start, minutes, time));
      }),
      { numRuns: 30 },
    );
  });

  test('end inside the working time and after the start', () => {
    fc.assert(
      fc.property(starts, amounts, workingTimes, (start, minutes, time) => {
        const end = addWorkingMinutes(start, minutes, time);
        expect(end.getTime()).toBeGreaterThanOrEqual(start.getTime() + minutes * MINUTE);
        const minute = minutesOf(timeInJuba(end));
        expect(time.workDays).toContain(weekdayOf(dateInJuba(end)));
        expect(minute).toBeGreaterThan(minutesOf(time.workFrom));
        expect(minute).toBeLessThanOrEqual(minutesOf(time.workTo));
      }),
    );
  });

  test('are monotone in the start and in the amount, and add up', () => {
    fc.assert(
      fc.property(starts, starts, amounts, amounts, workingTimes, (one, two, a, b, time) => {
        const [first, last] = one <= two ? [one, two] : [two, one];
        const end = (start: Date, minutes: number) => addWorkingMinutes(start, minutes, time);
        expect(end(first, a).getTime()).toBeLessThanOrEqual(end(last, a).getTime());
        expect(end(first, a).getTime()).toBeLessThan(end(first, a + b).getTime());
        expect(end(end(first, a), b)).toEqual(end(first, a + b));
      }),
    );
  });
});

test('calendar targets are plain additions', () => {
  fc.assert(
    fc.property(starts, (start) => {
      const { responseDueAt, resolutionDueAt } = dueInstants(start, 'critical', defaultSettings);
      expect(responseDueAt!.getTime() - start.getTime()).toBe(30 * MINUTE);
      expect(resolutionDueAt!.getTime() - start.getTime()).toBe(240 * MINUTE);
    }),
  );
});

test('the next target is the first response, then the resolution', () => {
  const ticket = {
    status: 'open' as const,
    firstResponseAt: null,
    responseDueAt: at('2026-11-20T10:00:00'),
    resolutionDueAt: at('2026-11-20T12:00:00'),
  };
  const answered = { ...ticket, firstResponseAt: at('2026-11-20T09:30:00') };
  expect(nextDueAt(ticket)).toEqual(ticket.responseDueAt);
  expect(nextDueAt(answered)).toEqual(ticket.resolutionDueAt);
  expect(nextDueAt({ ...ticket, responseDueAt: null })).toEqual(ticket.resolutionDueAt);
  expect(nextDueAt({ ...ticket, resolutionDueAt: null })).toEqual(ticket.responseDueAt);
  expect(nextDueAt({ ...answered, resolutionDueAt: null })).toBe(null);
  expect(nextDueAt({ ...ticket, status: 'resolved' })).toBe(null);
  const state = (now: string, soon: string) => dueState(ticket, at(now), at(soon));
  expect(state('2026-11-20T07:00:00', '2026-11-20T09:59:00')).toBe('later');
  expect(state('2026-11-20T08:00:00', '2026-11-20T10:00:00')).toBe('soon');
  expect(state('2026-11-20T10:00:00', '2026-11-20T12:00:00')).toBe('soon');
  expect(state('2026-11-20T10:01:00', '2026-11-20T12:00:00')).toBe('overdue');
  expect(
    dueState({ ...ticket, status: 'closed' }, at('2027-01-01T00:00:00'), at('2027-01-01T00:00:00')),
  ).toBe('none');
});
