import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, firstDay, isoDate, lastDay, monthOf } from '../../kernel/dates.ts';
import { arpuRange, periodBefore, periodRange } from './rules.ts';
import { analyticsPeriods } from './schema.ts';

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays(isoDate('2020-01-01'), days));

describe('the range with which a period is compared', () => {
  test.each([
    ['weekly', '2026-11-21', '2026-11-08', '2026-11-14'],
    ['monthly', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['monthly', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['monthly', '2026-01-15', '2025-12-01', '2025-12-15'],
    ['monthly', '2026-11-30', '2026-10-01', '2026-10-31'],
    // The first seven days of a month hold its run of bills.
    ['weekly', '2026-11-07', '2026-10-01', '2026-10-07'],
    ['quarterly', '2026-11-21', '2026-07-01', '2026-08-21'],
    ['quarterly', '2026-05-31', '2026-01-01', '2026-02-28'],
    ['annual', '2026-11-21', '2025-01-01', '2025-11-21'],
    ['annual', '2024-02-29', '2023-01-01', '2023-02-28'],
  ] as const)('%s, %s', (period, today, startDate, endDate) => {
    expect(periodBefore(period, isoDate(today))).toEqual({ startDate, endDate });
  });

  test('begins as the period before begins and ends before the period', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...analyticsPeriods), (today, period) => {
        const range = periodRange(period, today);
        const before = periodBefore(period, today);
        expect(before.endDate < range.startDate).toBe(true);
        // The whole period before is the one of its last day.
        const last = addDays(range.startDate, -1);
        const difference =
          daysBetween(range.startDate, today) - daysBetween(before.startDate, before.endDate);
        expect(Math.abs(difference)).toBeLessThanOrEqual(period === 'weekly' ? 0 : 3);
        if (period === 'weekly') return;
        expect(before.startDate).toBe(periodRange(period, last).startDate);
        const sameDay = before.endDate.slice(8) === today.slice(8);
        expect(sameDay || before.endDate === lastDay(monthOf(before.endDate))).toBe(true);
        expect(before.startDate).toBe(firstDay(monthOf(before.startDate)));
      }),
    );
  });
});

describe('the days of ARPU', () => {
  test.each([
    ['weekly', '2026-11-21', '2026-10-22'],
    ['monthly', '2026-12-31', '2026-12-01'],
    ['monthly', '2027-02-28', '2027-01-29'],
    ['quarterly', '2026-10-02', '2026-07-03'],
    ['annual', '2026-11-21', '2025-11-22'],
  ] as const)('%s, %s', (period, today, startDate) => {
    expect(arpuRange(period, isoDate(today))).toEqual({ startDate, endDate: today });
  });

  test.each([
    ['annual', '2026-11-27', '2026-06-01', '2026-06-28'],
    ['annual', '2026-12-01', '2026-06-01', '2026-06-02'],
    ['annual', '2026-11-27', '2025-11-01', '2025-11-28'],
    ['quarterly', '2026-11-27', '2026-10-01', '2026-10-28'],
    ['annual', '2026-06-10', '2026-06-01', '2026-05-11'],
  ] as const)('%s, %s, hold whole months since %s', (period, today, began, startDate) => {
    const range = arpuRange(period, isoDate(today), isoDate(began));
    expect(range).toEqual({ startDate, endDate: today });
  });

  test('hold the 1st of a month once for each month', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...analyticsPeriods), (today, period) => {
        const { startDate } = arpuRange(period, today);
        let runs = 0;
        for (let date = startDate; date <= today; date = addDays(date, 1))
          if (date.endsWith('-01')) runs++;
        expect(runs).toBe({ weekly: 1, monthly: 1, quarterly: 3, annual: 12 }[period]);
      }),
    );
  });
});
