import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { assertDateAllowed, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { breaksRule, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { type EmployeeRecord, fullNameOf } from '../employees/rules.ts';
import { getEmployeeRecord, lockEmployee } from '../employees/service-record.ts';
import { hrSettings } from '../service-settings.ts';
import * as queries from './queries.ts';
import { leaveRequests } from './queries.ts';
import { findLeaveBetween } from './queries-days.ts';
import {
  countDays,
  type LeaveRecord,
  type LeaveRow,
  leaveSearchText,
  NO_DAYS,
  periodProblem,
  toLeaveRequest,
  warningOf,
  yearOf,
} from './rules.ts';
import { assertLeaveAction, isConcerned } from './rules-actions.ts';
import {
  type LeaveDays,
  type LeaveDaysQuery,
  type LeaveDecision,
  type LeaveInput,
  type LeaveRequest,
  leaveMaximum,
  leaveTypeNames,
  leaveRequest as schema,
} from './schema.ts';
import { leaveOfEmployees, leftFor } from './service-balances.ts';
import { callerOf, othersOf } from './service-caller.ts';
import { holidayNames } from './service-holidays.ts';
import { getLeaveRequest } from './service-list.ts';

function summaryOf({ leaveType, startDate, endDate, employeeName }: LeaveRow): string {
  return `${leaveTypeNames[leaveType]} of ${employeeName}, ${formatDate(startDate)} to ${formatDate(endDate)}`;
}

function auditLeave(
  tx: Ctx,
  action: string,
  before: LeaveRow | undefined,
  after: LeaveRow,
  note = '',
): Promise<void> {
  // What the caller may do and the warning are not part of the record.
  const logged = (row: LeaveRow): Partial<LeaveRequest> => {
    const { actions, warning, ...fields } = toLeaveRequest(row, '', []);
    return fields;
  };
  return audit(tx, {
    action: `leave.${action}`,
    entity: 'leaveRequest',
    entityId: after.id,
    summary: note === '' ? summaryOf(after) : `${summaryOf(after)}: ${note}`,
    schema,
    ...(before ? { before: logged(before) } : {}),
    after: logged(after),
  });
}

/** @throws AppError invalid for impossible dates; rule for days on which the employee is not employed. */
function assertPeriod(ctx: Ctx, employee: EmployeeRecord, start: IsoDate, end: IsoDate): void {
  assertDateAllowed('startDate', start, ctx.today);
  assertDateAllowed('endDate', end, ctx.today);
  const problem = periodProblem(start, end);
  if (problem) invalidField(problem.field, problem.message);
  const { hireDate, lastDay } = employee;
  const name = fullNameOf(employee);
  if (start < hireDate) {
    const message = `${name} was hired on ${formatDate(hireDate)}: leave cannot begin before.`;
    breaksRule('leave.notEmployed', message, { startDate: message });
  }
  if (lastDay !== null && end > lastDay) {
    const message = `The last day of ${name} is ${formatDate(lastDay)}: leave cannot end later.`;
    breaksRule('leave.notEmployed', message, { endDate: message });
  }
}

/** @throws AppError invalid for a request without a day that counts as leave. */
async function daysOf(
  ctx: Ctx,
  start: IsoDate,
  end: IsoDate,
): Promise<Pick<LeaveRecord, 'days' | 'daysNextYear'>> {
  const holidays = await holidayNames(ctx, start, end);
  const counted = countDays(start, end, await hrSettings(ctx), new Set(holidays.keys()));
  if (counted.days === 0) invalidField('endDate', NO_DAYS);
  return { days: counted.days, daysNextYear: counted.nextYear };
}

/**
 * The days of a request before it is sent, with its warning and the leave that it overlaps.
 * @throws AppError notFound for the employee; invalid and rule for dates that would be refused.
 */
export async function leaveDays(ctx: Ctx, query: LeaveDaysQuery): Promise<LeaveDays> {
  const { employeeId, leaveType, startDate, endDate } = query;
  const employee = await getEmployeeRecord(ctx, employeeId);
  assertPeriod(ctx, employee, startDate, endDate);
  const counted = await daysOf(ctx, startDate, endDate);
  const years = [yearOf(startDate), yearOf(endDate)] as const;
  const found = (await leaveOfEmployees(ctx, [employeeId], ...years)).get(employeeId)!;
  const left = leftFor(found, { leaveType, startDate, endDate, ...counted });
  const stays = await findLeaveBetween(
    ctx.db,
    startDate,
    endDate,
    ['pending', 'approved'],
    [employeeId],
  );
  const overlaps = stays.map(
    (stay) =>
      `${leaveTypeNames[stay.leaveType]} from ${formatDate(stay.startDate)} to ${formatDate(stay.endDate)} (${stay.status})`,
  );
  return {
    daysRequested: counted.days,
    maximum: leaveMaximum[leaveType],
    balance: left.length === 0 ? null : left.at(-1)!.left / 100,
    warning: warningOf(leaveType, counted.days, left),
    overlaps: overlaps.join(', '),
  };
}

/**
 * Asks for leave for an employee. The days are counted by the rules of the company; more than the maximum or the balance
 * warns and does not block (seeds/001 5). What the client says of days, status and approval is ignored (decision 28).
 * @throws AppError notFound for the employee; invalid for impossible dates; rule for days outside the employment;
 *   conflict for leave that overlaps, which the database refuses.
 */
export async function createLeaveRequest(ctx: Ctx, input: LeaveInput): Promise<LeaveRequest> {
  const { employeeId, leaveType, startDate, endDate, reason, notes = '' } = input;
  return transact(ctx, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    assertPeriod(tx, employee, startDate, endDate);
    const caller = callerOf(tx);
    const employeeName = fullNameOf(employee);
    const { employeeNumber } = employee;
    const made = await leaveRequests.insert(
      tx.db,
      {
        ...{ employeeId, leaveType, startDate, endDate, reason, notes },
        ...(await daysOf(tx, startDate, endDate)),
        requestDate: tx.today,
        requestedBy: caller.name,
        requestedById: caller.userId,
        createdAt: tx.now,
      },
      {
        search_text: ['text', () => leaveSearchText({ employeeName, employeeNumber, reason })],
        updated_at: ['timestamptz', () => tx.now],
      },
    );
    await auditLeave(tx, 'create', undefined, (await queries.getLeave(tx.db, made.id))!);
    return getLeaveRequest(tx, made.id);
  });
}

/** Locks a request. @throws AppError notFound; conflict for an outdated version. */
async function lockLeave(tx: Ctx, id: number, version: number | undefined): Promise<LeaveRow> {
  const locked = (await leaveRequests.lock(tx.db, id)) ?? notFound('Leave request', id);
  assertVersion('leave request', locked.version, version);
  return (await queries.getLeave(tx.db, id))!;
}

async function change(
  tx: Ctx,
  action: string,
  before: LeaveRow,
  changes: Partial<LeaveRecord>,
  note?: string,
): Promise<LeaveRequest> {
  const written = await leaveRequests.update(tx.db, before, changes, { updated_at: tx.now });
  await auditLeave(tx, action, before, { ...before, ...written }, note);
  return getLeaveRequest(tx, before.id);
}

/**
 * Approves or rejects a pending request. Nobody decides on leave that they asked for or would take, unless no other
 * active user could: then the approval says so (decision 34).
 * @throws AppError notFound; forbidden without the permission; rule for the people concerned and for a request that is not
 *   pending; conflict for an outdated version.
 */
export async function decideLeave(
  ctx: Ctx,
  id: number,
  action: 'approve' | 'reject',
  { notes = '', version }: LeaveDecision,
): Promise<LeaveRequest> {
  return transact(ctx, async (tx) => {
    const before = await lockLeave(tx, id, version);
    const caller = callerOf(tx);
    assertLeaveAction(action, before, caller, await othersOf(tx, caller)(before), tx.today);
    const isSole = isConcerned(caller, before);
    return change(
      tx,
      action,
      before,
      {
        status: action === 'approve' ? 'approved' : 'rejected',
        decidedBy: caller.name,
        decidedById: caller.userId,
        decidedAt: tx.now,
        decisionNotes: notes,
        ...(action === 'approve' ? { approvalDate: tx.today, isSole } : {}),
      },
      isSole ? 'decided by a person whom it concerns, as no other active user may' : '',
    );
  });
}

/**
 * Cancels pending or approved leave: whoever writes human resources any, an employee their own that is pending or has
 * not begun. Own leave that has begun is cancelled by another person, since that gives its days back.
 * @throws AppError notFound; forbidden; rule for leave that is rejected, cancelled or begun; conflict for an outdated version.
 */
export async function cancelLeave(
  ctx: Ctx,
  id: number,
  { notes = '', version }: LeaveDecision = {},
): Promise<LeaveRequest> {
  return transact(ctx, async (tx) => {
    const before = await lockLeave(tx, id, version);
    const caller = callerOf(tx);
    assertLeaveAction('cancel', before, caller, await othersOf(tx, caller)(before), tx.today);
    const cancelled = { cancelledBy: actorName(tx.actor), cancelledAt: tx.now };
    // The audit log keeps the notes of the decision.
    const decisionNotes = notes === '' ? before.decisionNotes : notes;
    return change(tx, 'cancel', before, { status: 'cancelled', decisionNotes, ...cancelled });
  });
}
