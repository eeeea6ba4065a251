import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  dayNumber,
  daysBetween,
  fromDayNumber,
  isoDate,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import { duePeriod, nextDue, nextOn, periodBefore } from './rules.ts';
import { frequencies } from './schema.ts';

const day = fc
  .integer({ min: dayNumber(isoDate('2001-01-01')), max: dayNumber(isoDate('2060-12-31')) })
  .map(fromDayNumber);
const every = fc.constantFrom(...frequencies);

describe('a period', () => {
  test('of examples', () => {
    // 23 November 2026 is a Monday.
    const monday = isoDate('2026-11-23');
    expect(periodBefore('daily', monday)).toEqual({
      startDate: '2026-11-22',
      endDate: '2026-11-22',
    });
    const week = { startDate: '2026-11-16', endDate: '2026-11-22' };
    expect(periodBefore('weekly', monday)).toEqual(week);
    expect(periodBefore('weekly', isoDate('2026-11-29'))).toEqual(week);
    const month = { startDate: '2028-02-01', endDate: '2028-02-29' };
    expect(periodBefore('monthly', isoDate('2028-03-31'))).toEqual(month);
  });

  test('has ended, is the last such one, and is as long as its name says', () => {
    fc.assert(
      fc.property(every, day, (often, today) => {
        const { startDate, endDate } = periodBefore(often, today);
        expect(endDate < today).toBe(true);
        const length = daysBetween(startDate, endDate) + 1;
        if (often === 'daily') expect(length).toBe(1);
        if (often === 'weekly') {
          expect(length).toBe(7);
          expect(new Date(`${startDate}T00:00:00Z`).getUTCDay()).toBe(1);
        }
        if (often === 'monthly') {
          expect(startDate.slice(8)).toBe('01');
          expect(endDate).toBe(lastDay(monthOf(startDate)));
        }
        expect(daysBetween(endDate, today)).toBeLessThanOrEqual(
          { daily: 1, weekly: 7, monthly: 31 }[often],
        );
      }),
    );
  });

  test('follows the one before without a gap, on the days on which it is due', () => {
    fc.assert(
      fc.property(every, day, (often, from) => {
        const first = nextDue(often, from);
        const second = nextDue(often, addDays(first, 1));
        expect(first >= from).toBe(true);
        expect(periodBefore(often, second).startDate).toBe(
          addDays(periodBefore(often, first).endDate, 1),
        );
        expect(addDays(periodBefore(often, first).endDate, 1)).toBe(first);
      }),
    );
  });

  test('is due once, also where days were missed, and not before the schedule began', () => {
    fc.assert(
      fc.property(every, day, fc.nat(100), fc.array(fc.nat(40)), (often, from, wait, gaps) => {
        let today = addDays(from, -wait);
        let lastEnd: ReturnType<typeof addDays> | null = null;
        for (const gap of gaps) {
          today = addDays(today, gap);
          const timing = { every: often, sendsFrom: from, lastEnd };
          const due = duePeriod(timing, today);
          const next = nextOn(timing, today);
          expect(next >= today).toBe(true);
          expect(next === today).toBe(due !== undefined);
          if (!due) continue;
          expect(addDays(due.endDate, 1) >= from).toBe(true);
          expect(due).toEqual(periodBefore(often, today));
          if (lastEnd) expect(due.startDate > lastEnd).toBe(true);
          lastEnd = due.endDate;
        }
      }),
    );
  });
});
