import { describe, expect, test } from 'vitest';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import {
  type AttendanceRecord,
  checkOutProblem,
  hoursOf,
  monthOfEmployee,
  timesProblem,
} from './rules.ts';

const at = (text: string) => new Date(`${text}:00+02:00`);
const date = isoDate('2026-11-23');
const record = (of: Partial<AttendanceRecord>): AttendanceRecord => ({
  ...{ id: 1, employeeId: 1, date, status: 'present' as const, checkIn: at('2026-11-23T08:00') },
  ...{ checkOut: null, totalHundredths: 0, overtimeHundredths: 0, notes: '', version: 1 },
  ...{ markedAt: at('2026-11-23T08:00'), markedBy: 'x', correctedAt: null },
  ...{ correctedBy: '', correctionReason: '' },
  ...of,
});

test('hours have two decimals, those beyond 8 are overtime, also past midnight', () => {
  const hours = (from: string, to: string) => Object.values(hoursOf(at(from), at(to)));
  expect(hours('2026-11-23T08:00', '2026-11-23T16:00')).toEqual([800, 0]);
  expect(hours('2026-11-23T08:00', '2026-11-23T16:20')).toEqual([833, 33]);
  expect(hours('2026-11-23T18:00', '2026-11-24T04:30')).toEqual([1050, 250]);
  expect(Object.values(hoursOf(at('2026-11-23T08:00'), null))).toEqual([0, 0]);
});

test('a day is checked out once, within 24 hours of the check-in', () => {
  const problem = (of: Partial<AttendanceRecord>, now: string) =>
    checkOutProblem(record(of), at(now))?.code;
  expect(problem({}, '2026-11-24T08:00')).toBeUndefined();
  expect(problem({}, '2026-11-24T08:01')).toBe('attendance.tooLong');
  expect(problem({ status: 'absent', checkIn: null }, '2026-11-23T09:00')).toBe(
    'attendance.absent',
  );
  expect(problem({ checkOut: at('2026-11-23T09:00') }, '2026-11-23T10:00')).toBe(
    'attendance.alreadyOut',
  );
  expect(problem({}, '2026-11-23T07:00')).toBe('attendance.future');
});

describe('typed times', () => {
  const now = at('2026-11-24T12:00');
  const problem = (of: Partial<AttendanceRecord>) => timesProblem(record(of), now)?.field;

  test('lie in order, on the day, and not in the future', () => {
    expect(problem({})).toBeUndefined();
    expect(problem({ checkOut: at('2026-11-24T02:00') })).toBeUndefined();
    expect(problem({ checkIn: null })).toBe('checkIn');
    expect(problem({ checkIn: at('2026-11-22T23:59') })).toBe('checkIn');
    expect(problem({ checkOut: at('2026-11-23T07:59') })).toBe('checkOut');
    expect(problem({ checkOut: at('2026-11-24T08:01') })).toBe('checkOut');
    expect(problem({ date: isoDate('2026-11-25') })).toBe('date');
    const today = { date: isoDate('2026-11-24'), checkIn: at('2026-11-24T08:00') };
    expect(problem({ ...today, checkOut: at('2026-11-24T12:01') })).toBe('checkOut');
    expect(problem({ ...today, checkIn: at('2026-11-24T12:01') })).toBe('checkIn');
  });

  test('are not given for absences', () => {
    expect(problem({ status: 'absent' })).toBe('checkIn');
    expect(problem({ status: 'absent', checkIn: null })).toBeUndefined();
    expect(problem({ status: 'absent', checkIn: null, checkOut: now })).toBe('checkOut');
  });
});

test('a month shows marks, then leave on days that count, then holidays, with totals', () => {
  const facts = {
    month: isoMonth('2026-11'),
    settings: { countWeekends: false, countHolidays: false },
    holidays: new Set([isoDate('2026-11-04'), isoDate('2026-11-30')]),
  };
  const month = monthOfEmployee(facts, {
    records: [
      record({ date: isoDate('2026-11-03'), totalHundredths: 950, overtimeHundredths: 150 }),
      record({ date: isoDate('2026-11-06'), status: 'late', totalHundredths: 425 }),
      record({ date: isoDate('2026-11-10'), status: 'absent' }),
    ],
    leave: [{ startDate: isoDate('2026-11-03'), endDate: isoDate('2026-11-09') }],
  });
  expect(month.days).toHaveLength(30);
  const marks = ['present', 'holiday', 'leave', 'late', 'none', 'none', 'leave', 'absent'];
  expect(month.days.slice(2, 10)).toEqual(marks);
  expect(month.days.at(-1)).toBe('holiday');
  expect(month).toMatchObject({
    ...{ present: 1, late: 1, absent: 1, leave: 2 },
    ...{ totalHours: 13.75, overtime: 1.5 },
  });
});
