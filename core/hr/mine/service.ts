import type { Ctx } from '../../context.ts';
import type { IsoMonth } from '../../kernel/dates.ts';
import { breaksRule, notFound } from '../../kernel/errors.ts';
import type { Page } from '../../kernel/paging.ts';
import { attendanceOf } from '../attendance/service-list.ts';
import { type EmployeeRecord, fullNameOf } from '../employees/rules.ts';
import { employeeOfUser } from '../employees/service-record.ts';
import type { LeaveDays, LeaveRequest, OwnLeaveDaysQuery, OwnLeaveInput } from '../leave/schema.ts';
import { cancelLeave, createLeaveRequest, leaveDays } from '../leave/service.ts';
import { leaveBalanceOf } from '../leave/service-balances.ts';
import { getLeaveRequest, listLeaveRequests } from '../leave/service-list.ts';
import { findStaffNames } from '../queries-staff.ts';
import type { Me, OwnAttendance, OwnLeaveFilter } from './schema.ts';

/** The employee that the caller's account is linked to; undefined without one, and for the shell and jobs. */
export function ownEmployee(ctx: Ctx): Promise<EmployeeRecord | undefined> {
  const { actor } = ctx;
  return actor.kind === 'staff' ? employeeOfUser(ctx, actor.userId) : Promise.resolve(undefined);
}

/** @throws AppError rule for an account that is linked to no employee. */
async function assertLinked(ctx: Ctx): Promise<EmployeeRecord> {
  return (
    (await ownEmployee(ctx)) ??
    breaksRule(
      'mine.notLinked',
      'Your account is not linked to an employee. Ask whoever manages human resources to link it.',
    )
  );
}

/** The employee behind the caller's account with the annual leave of this year; nulls without one. */
export async function me(ctx: Ctx): Promise<Me> {
  const own = await ownEmployee(ctx);
  if (!own) return { employee: null, balance: null };
  const ids = own.managerId === null ? [own.id] : [own.id, own.managerId];
  const names = await findStaffNames(ctx.db, ids);
  const nameOf = (id: number | null) => names.find(({ employeeId }) => employeeId === id);
  const { id, employeeNumber, position, hireDate } = own;
  return {
    employee: {
      ...{ id, employeeNumber, position, hireDate },
      fullName: fullNameOf(own),
      department: nameOf(id)!.department,
      manager: nameOf(own.managerId)?.employeeName ?? '',
    },
    balance: await leaveBalanceOf(ctx, id),
  };
}

/** Own leave requests, the latest first day first. */
export async function listOwnLeaveRequests(
  ctx: Ctx,
  filter: OwnLeaveFilter,
): Promise<Page<LeaveRequest>> {
  const own = await ownEmployee(ctx);
  return own
    ? listLeaveRequests(ctx, { ...filter, employeeId: own.id })
    : { rows: [], ...(filter.total ? { total: 0 } : {}) };
}

/** As `leaveDays`, for oneself. @throws AppError rule for an account without an employee. */
export async function ownLeaveDays(ctx: Ctx, query: OwnLeaveDaysQuery): Promise<LeaveDays> {
  return leaveDays(ctx, { ...query, employeeId: (await assertLinked(ctx)).id });
}

/** As `createLeaveRequest`, for oneself. @throws AppError rule for an account without an employee. */
export async function createOwnLeaveRequest(ctx: Ctx, input: OwnLeaveInput): Promise<LeaveRequest> {
  return createLeaveRequest(ctx, { ...input, employeeId: (await assertLinked(ctx)).id });
}

/**
 * Cancels own leave that is pending or has not begun.
 * @throws AppError notFound, also for somebody else's; rule for leave that is rejected, cancelled or begun.
 */
export async function cancelOwnLeaveRequest(ctx: Ctx, id: number): Promise<LeaveRequest> {
  const own = await ownEmployee(ctx);
  const request = own && (await getLeaveRequest(ctx, id));
  if (!request || request.employeeId !== own.id) notFound('Leave request', id);
  return cancelLeave(ctx, id);
}

/** Own marks of a month, this month by default. */
export async function ownAttendance(ctx: Ctx, month?: IsoMonth): Promise<OwnAttendance> {
  const own = await ownEmployee(ctx);
  return attendanceOf(ctx, own && { id: own.id, name: fullNameOf(own) }, month);
}
