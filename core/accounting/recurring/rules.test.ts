import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  type IsoMonth,
  isoDate,
  isoMonth,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import {
  dateIn,
  firstMonthAfter,
  monthsDue,
  namedMonths,
  nextMonth,
  type Recurrence,
  recurrenceAfter,
  recurrenceProblem,
  revisionOf,
} from './rules.ts';

const monthly = (change: Partial<Recurrence> = {}): Recurrence => ({
  day: 5,
  firstMonth: isoMonth('2026-08'),
  lastMonth: null,
  isActive: true,
  ...change,
});
const today = isoDate('2026-11-21');
const none: ReadonlySet<IsoMonth> = new Set();

describe('the day in a month', () => {
  it.each([
    ['2026-02', 31, '2026-02-28'],
    ['2028-02', 30, '2028-02-29'],
    ['2026-04', 31, '2026-04-30'],
    ['2026-12', 31, '2026-12-31'],
    ['2026-11', 1, '2026-11-01'],
  ])('%s, %i → %s', (month, day, date) => {
    expect(dateIn(isoMonth(month), day)).toBe(date);
  });
});

describe('months that are due', () => {
  it('are those missed and the current one from its day on', () => {
    expect(monthsDue(monthly(), today, none)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
    expect(monthsDue(monthly({ day: 22 }), today, none)).toEqual(['2026-08', '2026-09', '2026-10']);
    expect(monthsDue(monthly({ day: 31 }), isoDate('2026-09-30'), none)).toEqual([
      '2026-08',
      '2026-09',
    ]);
  });

  it('end with the last month, and leave out what is done', () => {
    const ended = monthly({ lastMonth: isoMonth('2026-09') });
    expect(monthsDue(ended, today, new Set([isoMonth('2026-08')]))).toEqual(['2026-09']);
    expect(nextMonth(ended, new Set([isoMonth('2026-08'), isoMonth('2026-09')]))).toBeNull();
  });

  it('are none before the first month, nor of a template that is stopped', () => {
    expect(monthsDue(monthly({ firstMonth: isoMonth('2026-12') }), today, none)).toEqual([]);
    expect(monthsDue(monthly({ isActive: false }), today, none)).toEqual([]);
    expect(nextMonth(monthly({ isActive: false }), none)).toBeNull();
  });

  it('once done are never due again, and all are due on the last day of the month', () => {
    const month = fc.integer({ min: 0, max: 40 }).map((n) => addMonths(isoMonth('2024-01'), n));
    fc.assert(
      fc.property(month, month, fc.integer({ min: 1, max: 31 }), (firstMonth, current, day) => {
        const template = monthly({ firstMonth, day });
        const due = monthsDue(template, lastDay(current), none);
        expect(due.length).toBe(Math.max(0, monthCount(firstMonth, current)));
        expect(monthsDue(template, lastDay(current), new Set(due))).toEqual([]);
        expect(nextMonth(template, new Set(due))).toBe(addMonths(firstMonth, due.length));
        for (const one of due) expect(monthOf(dateIn(one, day))).toBe(one);
      }),
    );
  });
});

function monthCount(from: IsoMonth, to: IsoMonth): number {
  const index = (month: IsoMonth) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));
  return index(to) - index(from) + 1;
}

it('a template that goes on does not make up for the months of its stop', () => {
  const stopped = monthly({ isActive: false });
  expect(firstMonthAfter(stopped, monthly(), today)).toBe('2026-11');
  const chosen = monthly({ firstMonth: isoMonth('2026-09') });
  expect(firstMonthAfter(stopped, chosen, today)).toBe('2026-09');
  expect(firstMonthAfter(monthly(), monthly({ day: 9 }), today)).toBe('2026-08');
});

it('a template whose last month has passed goes on only with a later one', () => {
  const lastMonth = isoMonth('2026-10');
  const stopped = monthly({ isActive: false, lastMonth });
  expect(recurrenceAfter(stopped, monthly({ lastMonth }), today)).toMatchObject({
    problem: { fields: { lastMonth: 'The last month has passed. Choose a later one or none.' } },
  });
  expect(recurrenceAfter(stopped, monthly(), today)).toEqual(
    monthly({ firstMonth: isoMonth('2026-11') }),
  );
  expect(recurrenceAfter(undefined, monthly({ lastMonth }), today)).toEqual(monthly({ lastMonth }));
});

it('refuses months far from today, unless they are unchanged, and a last month before the first', () => {
  const problem = (first: string, last: string | null, before?: string) =>
    recurrenceProblem(
      { firstMonth: isoMonth(first), lastMonth: last === null ? null : isoMonth(last) },
      today,
      before === undefined ? undefined : { firstMonth: isoMonth(before) },
    );
  expect(problem('2025-11', null)).toBeUndefined();
  expect(problem('2025-10', null)?.fields).toHaveProperty('firstMonth');
  expect(problem('2025-10', null, '2025-10')).toBeUndefined();
  expect(problem('2027-12', null)?.fields).toHaveProperty('firstMonth');
  expect(problem('2026-11', '2026-10')?.fields).toHaveProperty('lastMonth');
});

it('numbers the entry of a month', () => {
  expect(revisionOf(isoMonth('2026-02'))).toBe(202_602);
});

it('the months that wait are named up to a number', () => {
  const months = Array.from({ length: 500 }, (_, n) => `Rent ${n}: locked`);
  expect(namedMonths(months.slice(0, 2))).toBe('Rent 0: locked; Rent 1: locked');
  expect(namedMonths(months)).toMatch(/; Rent 19: locked; and 480 more$/);
});
