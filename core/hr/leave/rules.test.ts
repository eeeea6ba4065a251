import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  daysBetween,
  type IsoDate,
  isoDate,
  lastDay,
  monthOf,
} from '../../kernel/dates.ts';
import {
  accruedIn,
  balanceOf,
  countDays,
  isWeekend,
  lastOfYear,
  partIn,
  periodProblem,
  warningOf,
} from './rules.ts';
import {
  assertLeaveAction,
  type LeaveCaller,
  type LeaveState,
  leaveRefusal,
} from './rules-actions.ts';
import { carryOverOf, type LeaveOfYear, yearBalance } from './rules-balances.ts';

const day = fc.integer({ min: 0, max: 3000 }).map((n) => addDays(isoDate('2022-01-01'), n));
const all = { countWeekends: true, countHolidays: true };
const none = new Set<IsoDate>();
const facts = (hireDate: string, last: string | null = null) => ({
  employeeId: 1,
  employeeNumber: 'EMP-001',
  employeeName: 'Deng Akol',
  hireDate: isoDate(hireDate),
  lastDay: last === null ? null : isoDate(last),
});

describe('days of leave', () => {
  test('are counted with both ends, and split at the end of the year', () => {
    fc.assert(
      fc.property(day, fc.nat(365), (start, length) => {
        const end = addDays(start, length);
        const { days, nextYear } = countDays(start, end, all, none);
        expect(days).toBe(daysBetween(start, end) + 1);
        const whole = { startDate: start, endDate: end, days, daysNextYear: nextYear };
        const year = Number(start.slice(0, 4));
        expect(partIn(year, whole).days + partIn(year + 1, whole).days).toBe(days);
        expect(partIn(year - 1, whole).days + partIn(year + 2, whole).days).toBe(0);
      }),
    );
  });

  test('leave out week-ends and public holidays if the company wants so', () => {
    const [monday, sunday] = [isoDate('2026-11-23'), isoDate('2026-11-29')];
    const holidays = new Set([isoDate('2026-11-24'), isoDate('2026-11-28')]);
    const count = (countWeekends: boolean, countHolidays: boolean) =>
      countDays(monday, sunday, { countWeekends, countHolidays }, holidays).days;
    expect([
      count(true, true),
      count(false, true),
      count(true, false),
      count(false, false),
    ]).toEqual([7, 5, 5, 4]);
    expect(isWeekend(isoDate('1969-12-28'))).toBe(true);
  });

  test('are at most 366, so that they lie in at most two years', () => {
    expect(periodProblem(isoDate('2026-01-02'), isoDate('2026-01-01'))?.field).toBe('endDate');
    expect(periodProblem(isoDate('2026-12-31'), isoDate('2027-12-31'))).toBeUndefined();
    expect(periodProblem(isoDate('2026-12-31'), isoDate('2028-01-01'))).toBeDefined();
  });
});

describe('annual leave accrues', () => {
  test('21 days in a year, a twelfth a month', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 2022, max: 2031 }), (hireDate, year) => {
        const employment = { hireDate, lastDay: null };
        const ends = Array.from({ length: 12 }, (_, index) =>
          lastDay(monthOf(isoDate(`${year}-${String(index + 1).padStart(2, '0')}-01`))),
        );
        const sums = ends.map((end) => accruedIn(year, employment, end));
        for (const [index, end] of ends.entries()) {
          const step = sums[index]! - (sums[index - 1] ?? 0);
          expect(step, end).toBe(end >= hireDate ? 175 : 0);
          expect(accruedIn(year, employment, addDays(end, -1))).toBe(sums[index - 1] ?? 0);
        }
        if (hireDate <= isoDate(`${year}-01-31`)) expect(sums.at(-1)).toBe(2100);
      }),
    );
  });

  test('never falls with time, and stops with the employment', () => {
    fc.assert(
      fc.property(day, fc.nat(900), day, day, (hireDate, worked, one, other) => {
        const leaving = addDays(hireDate, worked);
        const [early, late] = one < other ? [one, other] : [other, one];
        const year = Number(late.slice(0, 4));
        const employment = { hireDate, lastDay: leaving };
        expect(accruedIn(year, employment, early)).toBeLessThanOrEqual(
          accruedIn(year, employment, late),
        );
        expect(accruedIn(year, employment, late)).toBeGreaterThanOrEqual(0);
        expect(accruedIn(year, employment, lastOfYear(year))).toBe(
          accruedIn(year, employment, leaving < lastOfYear(year) ? leaving : lastOfYear(year)),
        );
      }),
    );
  });

  test('in full for the month of the hire, and not for a month that is left before its end', () => {
    expect(accruedIn(2026, facts('2026-03-15'), isoDate('2026-12-31'))).toBe(1750);
    expect(accruedIn(2026, facts('2026-03-31'), isoDate('2026-03-31'))).toBe(175);
    expect(accruedIn(2026, facts('2020-01-01', '2026-06-29'), isoDate('2026-12-31'))).toBe(875);
    expect(accruedIn(2026, facts('2020-01-01', '2026-06-30'), isoDate('2026-12-31'))).toBe(1050);
    expect(accruedIn(2026, facts('2027-01-01'), isoDate('2026-12-31'))).toBe(0);
  });
});

const annual = (
  startDate: string,
  endDate: string,
  status: 'pending' | 'approved' = 'approved',
): LeaveOfYear => {
  const [start, end] = [isoDate(startDate), isoDate(endDate)];
  const { days, nextYear } = countDays(start, end, all, none);
  const period = { startDate: start, endDate: end, days, daysNextYear: nextYear };
  return { id: 1, employeeId: 1, leaveType: 'annual', status, ...period };
};

describe('the balance', () => {
  const employment = facts('2020-01-01');

  test('is what accrued and was carried over without leave, in the year of each day', () => {
    const leave = [
      annual('2025-12-30', '2026-01-02'),
      annual('2026-11-30', '2026-12-01', 'pending'),
    ];
    const today = isoDate('2026-11-23');
    expect(yearBalance(2026, employment, 150, leave, today)).toMatchObject({
      carriedOver: 1.5,
      accrued: 17.5,
      accruedByYearEnd: 21,
      taken: 2,
      planned: 0,
      pending: 2,
      balance: 17,
    });
    expect(yearBalance(2025, employment, 0, leave, today)).toMatchObject({ taken: 2, balance: 19 });
    const sick = { ...annual('2026-02-02', '2026-02-03'), leaveType: 'sick' as const };
    expect(yearBalance(2026, employment, 0, [sick], today).others).toEqual({ sick: 2 });
  });

  test('leaves later leave what it needs, but counts what accrues until then', () => {
    const december = [annual('2026-12-01', '2026-12-18')];
    // Until the end of May 8.75 accrue; of the 19.25 until December 18 are taken.
    expect(balanceOf(2026, employment, 0, [], isoDate('2026-05-31'))).toBe(875);
    expect(balanceOf(2026, employment, 0, december, isoDate('2026-05-31'))).toBe(125);
  });

  test('carried over is what is left, within what the company allows', () => {
    const leave = [annual('2025-07-01', '2025-07-15'), annual('2025-12-30', '2026-01-02')];
    const over = (most: number, carried = 0) => carryOverOf(2025, employment, carried, leave, most);
    expect([over(30), over(3), over(0), over(30, 100), over(30, -900)]).toEqual([
      400, 300, 0, 500, 0,
    ]);
  });

  test('over years: what accrued is taken, carried over, left or lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(25), { minLength: 4, maxLength: 4 }),
        fc.nat(30),
        (taken, most) => {
          let carried = 0;
          for (const [index, days] of taken.entries()) {
            const year = 2022 + index;
            const leave =
              days === 0
                ? []
                : [annual(`${year}-03-01`, addDays(isoDate(`${year}-03-01`), days - 1))];
            const left = carried + 2100 - days * 100;
            carried = carryOverOf(year, employment, carried, leave, most);
            expect(carried).toBe(Math.max(0, Math.min(left, most * 100)));
          }
        },
      ),
    );
  });
});

test('a request beyond the maximum or the balance warns', () => {
  expect(warningOf('annual', 21, [{ year: 2026, days: 21, left: 2100 }])).toBe('');
  expect(warningOf('annual', 22, [{ year: 2026, days: 22, left: 2200 }])).toBe(
    'This is more than the maximum of 21 days for Annual Leave.',
  );
  expect(warningOf('annual', 4, [{ year: 2026, days: 4, left: 350 }])).toBe(
    'This is more than the 3.5 days that are left of 2026.',
  );
  expect(warningOf('annual', 2, [{ year: 2026, days: 2, left: 100 }])).toBe(
    'This is more than the 1 day that is left of 2026.',
  );
  expect(warningOf('annual', 2, [{ year: 2027, days: 2, left: -300 }])).toBe(
    'This is more than the 0 days that are left of 2027.',
  );
  const overNewYear = [
    { year: 2026, days: 4, left: 525 },
    { year: 2027, days: 5, left: 0 },
  ];
  expect(warningOf('annual', 9, overNewYear)).toBe(
    '5 of its days are in 2027, more than the 0 days that are left of 2027.',
  );
  expect(warningOf('sick', 15, [])).toBe(
    'This is more than the maximum of 14 days for Sick Leave.',
  );
});

describe('who decides on leave', () => {
  const today = isoDate('2026-11-23');
  const state: LeaveState = {
    status: 'pending',
    leaveType: 'annual',
    startDate: isoDate('2026-12-01'),
    requestedBy: 'Grace Lado',
    requestedById: 7,
    userId: 8,
  };
  const caller = (userId: number | null, name = 'x'): LeaveCaller => ({
    ...{ userId, name, roleLabel: 'Manager', mayDecide: true, mayWrite: true },
  });
  const refusal = (who: LeaveCaller, hasOther = true, of: Partial<LeaveState> = {}) =>
    leaveRefusal('approve', { ...state, ...of }, who, hasOther, today)?.message;

  test('is neither who asked nor who takes it, unless nobody else could', () => {
    expect(refusal(caller(7))).toContain('You asked for this leave yourself');
    expect(refusal(caller(8))).toContain('This is your own leave');
    expect(refusal(caller(9))).toBeUndefined();
    expect(refusal(caller(7), false)).toBeUndefined();
    expect(refusal({ ...caller(9), mayDecide: false })).toContain('Access Denied');
    const byShell = { requestedById: null, requestedBy: 'root (shell)', userId: null };
    expect(refusal(caller(null, 'root (shell)'), true, byShell)).toContain('yourself');
    expect(refusal(caller(null, 'deng (shell)'), true, byShell)).toBeUndefined();
    expect(refusal(caller(9), true, { status: 'rejected' })).toContain('it cannot be approved');
  });

  test('own leave is cancelled before it begins, afterwards by another person', () => {
    const cancel = (who: LeaveCaller, of: Partial<LeaveState>) =>
      leaveRefusal('cancel', { ...state, ...of }, who, true, today)?.code;
    const employee = { ...caller(8), mayDecide: false, mayWrite: false };
    expect(cancel(employee, {})).toBeUndefined();
    expect(cancel(employee, { status: 'approved' })).toBeUndefined();
    expect(cancel(employee, { status: 'approved', startDate: today })).toBe('leave.begun');
    expect(cancel(caller(8), { status: 'approved', startDate: today })).toBe('leave.begun');
    expect(cancel(caller(9), { status: 'approved', startDate: today })).toBeUndefined();
    expect(cancel(employee, { userId: 9 })).toBe('permission.denied');
    expect(cancel(caller(9), { status: 'cancelled' })).toBe('leave.notPossible');
    expect(() => assertLeaveAction('approve', state, caller(7), true, today)).toThrow('yourself');
  });
});
