import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateInJuba,
  dateText,
  dayNumber,
  daysBetween,
  firstDay,
  formatDate,
  formatInstant,
  fromDayNumber,
  isIsoDate,
  isoDate,
  isoMonth,
  lastDay,
  monthOf,
} from './dates.ts';

const days = fc.integer({ min: -20_000, max: 60_000 });

test('day arithmetic agrees with the platform calendar', () => {
  fc.assert(
    fc.property(days, (number) => {
      const date = fromDayNumber(number);
      expect(date).toBe(new Date(number * 86_400_000).toISOString().slice(0, 10));
      expect(dayNumber(date)).toBe(number);
    }),
  );
});

test('adding days and counting them agree', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (number, step) => {
      const date = fromDayNumber(number);
      expect(daysBetween(date, addDays(date, step))).toBe(step);
    }),
  );
});

describe('months', () => {
  test('cross years in both directions', () => {
    expect(addMonths(isoMonth('2026-11'), 2)).toBe('2027-01');
    expect(addMonths(isoMonth('2026-01'), -1)).toBe('2025-12');
    expect(addMonths(isoMonth('2026-12'), 0)).toBe('2026-12');
  });

  test('begin on the 1st and end before the next begins', () => {
    fc.assert(
      fc.property(days, (number) => {
        const month = monthOf(fromDayNumber(number));
        expect(addDays(lastDay(month), 1)).toBe(firstDay(addMonths(month, 1)));
      }),
    );
  });
});

test('today is the date in Juba, two hours ahead of UTC', () => {
  expect(dateInJuba(new Date('2026-10-31T21:59:59Z'))).toBe('2026-10-31');
  expect(dateInJuba(new Date('2026-10-31T22:00:00Z'))).toBe('2026-11-01');
  expect(formatInstant(new Date('2026-11-21T22:05:00Z'))).toBe('22 Nov 2026, 00:05');
});

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '26-01-01',
  '2026-1-1',
  '',
  '2026-01-01x',
  '0000-01-01',
])('%j is no date', (text) => {
  expect(isIsoDate(text)).toBe(false);
  expect(() => isoDate(text)).toThrow(RangeError);
});

test.each([
  ['', 'Enter a date.'],
  ['1890-01-01', 'Enter a date from 1900 on.'],
  ['31/02/2026', 'Enter a date such as 2026-11-21.'],
  ['2026-02-31', 'Enter a date such as 2026-11-21.'],
  ['2026-02-29', 'Enter a date such as 2026-11-21.'],
])('%j is refused in words that fit it', (text, said) => {
  expect(dateText.safeDecode(text).error?.issues[0]?.message).toBe(said);
});

test('dates are written for people', () => {
  expect(formatDate(isoDate('2026-11-21'))).toBe('21 Nov 2026');
});
