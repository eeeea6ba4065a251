import type { LeaveCalendar } from '@nimule/core/hr/leave/schema';
import { isoDate, isoMonth } from '@nimule/core/kernel/dates';
import { expect, test } from 'vitest';
import { daysIn, runsOf } from './calendar-rows.ts';

const stay = (id: number, startDate: string, endDate: string) => ({
  id,
  leaveType: 'annual' as const,
  startDate: isoDate(startDate),
  endDate: isoDate(endDate),
  status: 'approved' as const,
});

test('a row of the calendar has runs of leave, cut at the month, and single days', () => {
  const row: LeaveCalendar['employees'][number] = {
    employeeId: 4,
    employeeName: 'Mary Akech',
    department: 'Finance',
    leave: [
      stay(1, '2026-01-28', '2026-02-03'),
      stay(2, '2026-02-04', '2026-02-04'),
      stay(3, '2026-02-27', '2026-03-04'),
    ],
  };
  const days = daysIn({
    month: isoMonth('2026-02'),
    holidays: [{ date: isoDate('2026-02-10'), name: 'A holiday' }],
  });
  expect(days).toHaveLength(28);
  expect(days[0]).toMatchObject({ number: 1, weekday: 'Sunday', isWeekend: true, holiday: '' });
  expect(days[9]).toMatchObject({ weekday: 'Tuesday', isWeekend: false, holiday: 'A holiday' });
  const runs = runsOf(days, row);
  expect(runs.reduce((sum, { length }) => sum + length, 0)).toBe(28);
  expect(
    runs
      .filter(({ leave }) => leave)
      .map(({ day, length, leave }) => [leave?.id, day.number, length]),
  ).toEqual([
    [1, 1, 3],
    [2, 4, 1],
    [3, 27, 2],
  ]);
});
