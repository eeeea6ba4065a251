import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { findLeaveBetween } from './queries-days.ts';
import type { LeaveStay } from './rules.ts';

/**
 * Approved leave with a day between `from` and `to`, both included, in the order of employees and first days: of all
 * employees, or of these.
 */
export function leaveOn(
  ctx: Ctx,
  from: IsoDate,
  to: IsoDate,
  employeeIds?: readonly number[],
): Promise<LeaveStay[]> {
  return findLeaveBetween(ctx.db, from, to, ['approved'], employeeIds);
}
