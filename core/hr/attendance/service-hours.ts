import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { sumOvertime } from './queries-hours.ts';

/**
 * Overtime of employees by their attendance, in hundredths of an hour, on the days from `from` to `to`, both included.
 * Overtime counts on the day of the check-in. Employees without any are not in the answer.
 */
export async function overtimeOf(
  ctx: Ctx,
  employeeIds: readonly number[],
  from: IsoDate,
  to: IsoDate,
): Promise<Map<number, number>> {
  const rows = await sumOvertime(ctx.db, [...new Set(employeeIds)], from, to);
  return new Map(rows.map(({ employeeId, hundredths }) => [employeeId, hundredths]));
}
