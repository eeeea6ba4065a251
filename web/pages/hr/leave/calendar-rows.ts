import type { LeaveCalendar, LeaveType } from '@nimule/core/hr/leave/schema';
import { addDays, firstDay, type IsoDate, isoDate, lastDay } from '@nimule/core/kernel/dates';

type Row = LeaveCalendar['employees'][number];

export interface CalendarDay {
  date: IsoDate;
  /** 1 to 31. */
  number: number;
  /** 'Monday'. */
  weekday: string;
  isWeekend: boolean;
  /** '' for a working day. */
  holiday: string;
}

/** A run of days of a row: leave, or one day without. */
export interface CalendarRun {
  day: CalendarDay;
  /** Days of the month that it covers. */
  length: number;
  leave: Row['leave'][number] | undefined;
}

/** Two letters for a stay that has no room for its name. */
export const shortNames: Readonly<Record<LeaveType, string>> = {
  annual: 'An',
  sick: 'Si',
  personal: 'Pe',
  maternity: 'Ma',
  paternity: 'Pa',
  bereavement: 'Be',
  emergency: 'Em',
};

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

export function weekdayOf(date: IsoDate): string {
  return weekdays.format(new Date(`${date}T00:00:00Z`));
}

/** The days of the month, with week-ends and public holidays. */
export function daysIn({
  month,
  holidays,
}: Pick<LeaveCalendar, 'month' | 'holidays'>): CalendarDay[] {
  const names = new Map(holidays.map(({ date, name }) => [date, name]));
  const count = Number(lastDay(month).slice(8));
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(firstDay(month), index);
    const weekday = weekdayOf(date);
    return {
      date: isoDate(date),
      number: index + 1,
      weekday,
      isWeekend: weekday === 'Saturday' || weekday === 'Sunday',
      holiday: names.get(date) ?? '',
    };
  });
}

/** The days of an employee in order, the days of one leave together. Leave of an employee never overlaps. */
export function runsOf(days: readonly CalendarDay[], { leave }: Row): CalendarRun[] {
  const runs: CalendarRun[] = [];
  for (const day of days) {
    const found = leave.find(
      ({ startDate, endDate }) => startDate <= day.date && day.date <= endDate,
    );
    const last = runs.at(-1);
    if (found && last?.leave === found) last.length += 1;
    else runs.push({ day, length: 1, leave: found });
  }
  return runs;
}
