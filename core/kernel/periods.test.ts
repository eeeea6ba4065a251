import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, firstDay, type IsoDate, isoDate, lastDay, monthOf } from './dates.ts';
import { daysOf, formatRange, PERIOD_MONTHS, rangeBefore } from './periods.ts';

const rangeOf = (startDate: string, endDate: string) => ({
  startDate: isoDate(startDate),
  endDate: isoDate(endDate),
});

const day = fc.integer({ min: 0, max: 8000 }).map((days) => addDays(isoDate('2010-01-01'), days));
const range = fc.record({ first: day, days: fc.integer({ min: 0, max: 1200 }) }).map((of) => ({
  startDate: of.first,
  endDate: addDays(of.first, of.days),
}));
const period = fc.constantFrom('month', 'quarter', 'year');

/** How often monthly billing falls into a range. */
function runsIn({ startDate, endDate }: { startDate: IsoDate; endDate: IsoDate }): number {
  let runs = 0;
  for (let date = startDate; date <= endDate; date = addDays(date, 1))
    if (date.endsWith('-01')) runs++;
  return runs;
}

describe('a range is compared with', () => {
  test.each([
    // Whole months.
    ['2026-09-01', '2026-09-30', '2026-08-01', '2026-08-31'],
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['2028-02-01', '2028-02-29', '2028-01-01', '2028-01-31'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    // Whole quarters and years.
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2028-01-01', '2028-12-31', '2027-01-01', '2027-12-31'],
    // A month to date.
    ['2026-11-01', '2026-11-27', '2026-10-01', '2026-10-27'],
    ['2026-11-01', '2026-11-01', '2026-10-01', '2026-10-01'],
    ['2026-03-01', '2026-03-29', '2026-02-01', '2026-02-28'],
    ['2028-03-01', '2028-03-30', '2028-02-01', '2028-02-29'],
    ['2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15'],
    // A quarter to date.
    ['2026-10-01', '2026-11-27', '2026-07-01', '2026-08-27'],
    ['2026-04-01', '2026-05-31', '2026-01-01', '2026-02-28'],
    ['2026-10-01', '2026-11-30', '2026-07-01', '2026-08-31'],
    ['2026-01-01', '2026-02-28', '2025-10-01', '2025-11-30'],
    // A year to date.
    ['2026-01-01', '2026-11-27', '2025-01-01', '2025-11-27'],
    ['2026-01-01', '2026-06-30', '2025-01-01', '2025-06-30'],
    // Others from the first of a month on: no run of monthly billing more or less.
    ['2025-11-01', '2026-10-31', '2024-11-01', '2025-10-31'],
    ['2026-09-01', '2026-10-31', '2026-07-01', '2026-08-31'],
    ['2026-11-01', '2026-12-15', '2026-09-01', '2026-10-15'],
    ['2024-01-01', '2025-12-31', '2022-01-01', '2023-12-31'],
    // Any other range: as many days.
    ['2026-11-21', '2026-11-27', '2026-11-14', '2026-11-20'],
    ['2026-03-31', '2026-03-31', '2026-03-30', '2026-03-30'],
    ['2028-02-29', '2028-03-06', '2028-02-22', '2028-02-28'],
    ['2026-09-02', '2026-09-30', '2026-08-04', '2026-09-01'],
  ])('%s to %s: %s to %s', (startDate, endDate, from, to) => {
    expect(rangeBefore(rangeOf(startDate, endDate))).toEqual(rangeOf(from, to));
  });

  test.each([
    ['month', '2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15'],
    ['quarter', '2026-01-01', '2026-01-15', '2025-10-01', '2025-10-15'],
    ['year', '2026-01-01', '2026-01-15', '2025-01-01', '2025-01-15'],
    ['quarter', '2026-10-01', '2026-10-31', '2026-07-01', '2026-07-31'],
    ['year', '2024-01-01', '2024-02-29', '2023-01-01', '2023-02-28'],
    ['year', '2025-01-01', '2025-02-28', '2024-01-01', '2024-02-29'],
  ] as const)('as a part of a %s, %s to %s: %s to %s', (of, startDate, endDate, from, to) => {
    expect(rangeBefore(rangeOf(startDate, endDate), of)).toEqual(rangeOf(from, to));
  });

  test('days before its own, with as many runs of monthly billing if it begins with a month', () => {
    fc.assert(
      fc.property(range, fc.boolean(), ({ startDate, endDate }, isFromFirst) => {
        const wanted = {
          startDate: isFromFirst ? firstDay(monthOf(startDate)) : startDate,
          endDate,
        };
        const before = rangeBefore(wanted);
        expect(before.endDate < wanted.startDate).toBe(true);
        expect(before.startDate <= before.endDate).toBe(true);
        if (wanted.startDate.endsWith('-01')) {
          expect(runsIn(before)).toBe(runsIn(wanted));
          expect(before.startDate.endsWith('-01')).toBe(true);
        } else {
          expect(daysOf(before)).toBe(daysOf(wanted));
          expect(addDays(before.endDate, 1)).toBe(wanted.startDate);
        }
      }),
    );
  });

  test('the whole period before, if it is whole', () => {
    fc.assert(
      fc.property(day, period, (date, of) => {
        const months = PERIOD_MONTHS[of];
        const month = Number(date.slice(5, 7)) - 1;
        const first = firstDay(
          monthOf(
            isoDate(
              `${date.slice(0, 4)}-${String(month - (month % months) + 1).padStart(2, '0')}-01`,
            ),
          ),
        );
        let last = first;
        for (let at = 0; at < months; at++) last = addDays(lastDay(monthOf(last)), 1);
        const before = rangeBefore({ startDate: first, endDate: addDays(last, -1) });
        expect(addDays(before.endDate, 1)).toBe(first);
        expect(before).toEqual(rangeBefore({ startDate: first, endDate: addDays(last, -1) }, of));
      }),
    );
  });
});

test.each([
  ['2026-10-01', '2026-10-27', '1 to 27 Oct 2026'],
  ['2026-10-01', '2026-10-31', 'October 2026'],
  ['2026-07-01', '2026-08-27', '1 Jul to 27 Aug 2026'],
  ['2026-01-01', '2026-12-31', '2026'],
  ['2025-12-25', '2026-01-05', '25 Dec 2025 to 5 Jan 2026'],
  ['2026-11-08', '2026-11-08', '8 Nov 2026'],
])('%s to %s is written as %s', (startDate, endDate, text) => {
  expect(formatRange(rangeOf(startDate, endDate))).toBe(text);
});
