import type { Ctx } from '../../context.ts';
import { assertDateAllowed, firstDay, lastDay, monthOf } from '../../kernel/dates.ts';
import { groupedBy } from '../../kernel/groups.ts';
import { findStaffNames } from '../queries-staff.ts';
import { findLeaveBetween } from './queries-days.ts';
import type { CalendarQuery, LeaveCalendar } from './schema.ts';
import { holidayNames } from './service-holidays.ts';

/**
 * Who is away, or has asked to be, in a month, this month by default: employees with leave, by name.
 * @throws AppError invalid for a month before 2000 or more than a year ahead.
 */
export async function leaveCalendar(ctx: Ctx, query: CalendarQuery): Promise<LeaveCalendar> {
  const { month = monthOf(ctx.today), departmentId } = query;
  const [from, to] = [firstDay(month), lastDay(month)];
  assertDateAllowed('month', from, ctx.today);
  const stays = groupedBy(
    await findLeaveBetween(ctx.db, from, to, ['pending', 'approved']),
    ({ employeeId }) => employeeId,
  );
  const employees = await findStaffNames(ctx.db, [...stays.keys()], departmentId);
  const holidays = await holidayNames(ctx, from, to);
  return {
    month,
    holidays: [...holidays].map(([date, name]) => ({ date, name })),
    employees: employees.map(({ employeeId, employeeName, department }) => ({
      employeeId,
      employeeName,
      department,
      leave: stays.get(employeeId)!.map(({ id, leaveType, startDate, endDate, status }) => ({
        ...{ id, leaveType, startDate, endDate, status },
      })),
    })),
  };
}
