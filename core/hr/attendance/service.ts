import { type Ctx, transact } from '../../context.ts';
import { actorName } from '../../identity/actor.ts';
import { addDays, FIRST_DATE, formatDate, type IsoDate } from '../../kernel/dates.ts';
import { breaksRule, conflicts, invalidField, notFound } from '../../kernel/errors.ts';
import { assertVersion } from '../../kernel/versions.ts';
import { audit } from '../../records/audit.ts';
import { type EmployeeRecord, fullNameOf, isEmployedOn } from '../employees/rules.ts';
import { getEmployeeRecord, lockEmployee } from '../employees/service-record.ts';
import { leaveOn } from '../leave/service-days.ts';
import { findStaffOn } from '../queries-staff.ts';
import * as queries from './queries.ts';
import { attendance } from './queries.ts';
import {
  type AttendanceRecord,
  checkOutProblem,
  hoursOf,
  overlapProblem,
  timesProblem,
  toAttendance,
} from './rules.ts';
import {
  type Attendance,
  type AttendanceStatus,
  type BulkMarked,
  type BulkMarkInput,
  type CorrectionInput,
  type MarkInput,
  attendance as schema,
} from './schema.ts';

async function written(
  tx: Ctx,
  action: string,
  employee: EmployeeRecord,
  before: AttendanceRecord | undefined,
  after: AttendanceRecord,
): Promise<Attendance> {
  const name = fullNameOf(employee);
  await audit(tx, {
    action: `attendance.${action}`,
    entity: 'attendance',
    entityId: after.id,
    summary: `${name}, ${formatDate(after.date)}: ${after.status}`,
    schema,
    ...(before ? { before: toAttendance(before, name) } : {}),
    after: toAttendance(after, name),
  });
  return toAttendance(after, name);
}

/** @throws AppError invalid for a day to come or long past; rule for a day on which the employee is not employed. */
function assertDay(ctx: Ctx, employee: EmployeeRecord, date: IsoDate): void {
  assertPast(ctx, date);
  if (!isEmployedOn(employee, date))
    breaksRule(
      'attendance.notEmployed',
      `${fullNameOf(employee)} is not employed on ${formatDate(date)}.`,
      { date: 'Not employed on this day.' },
    );
}

function assertPast(ctx: Ctx, date: IsoDate): void {
  if (date > ctx.today) invalidField('date', 'Attendance is not kept for days to come.');
  if (date < FIRST_DATE) invalidField('date', 'The date must lie between 2000 and today.');
}

/** @throws AppError invalid for times that overlap those of the day before or after. The caller holds the employee's lock. */
async function assertApart(
  tx: Ctx,
  times: Pick<AttendanceRecord, 'employeeId' | 'date' | 'checkIn' | 'checkOut'>,
): Promise<void> {
  const { employeeId, date } = times;
  const near = await queries.findBetween(tx.db, addDays(date, -1), addDays(date, 1), employeeId);
  const problem = overlapProblem(times, near);
  if (problem) invalidField(problem.field, problem.message);
}

/** The check-in of a mark: now. An earlier day has only absences, since the time is not known. */
function checkInOf(ctx: Ctx, date: IsoDate, status: AttendanceStatus): Date | null {
  if (status === 'absent') return null;
  if (date < ctx.today)
    breaksRule(
      'attendance.past',
      'The time of the check-in on an earlier day is not known: type it as a correction.',
    );
  return ctx.now;
}

const uncorrected = { correctedAt: null, correctedBy: '', correctionReason: '' } as const;

/**
 * Marks an employee present or late with a check-in of now, or absent without one, in place of an earlier mark of the day
 * (seeds/001 4). Approved leave does not prevent it: the employee came.
 * @throws AppError notFound for the employee; invalid for a day to come; rule for an earlier day that has a mark or needs a
 *   time, and for who is not employed; conflict `attendance.checkedOut` over a day with a check-out, without `replace`.
 */
export async function markAttendance(ctx: Ctx, input: MarkInput): Promise<Attendance> {
  const { employeeId, date = ctx.today, status, notes, replace = false } = input;
  return transact(ctx, async (tx) => {
    const employee = await getEmployeeRecord(tx, employeeId);
    assertDay(tx, employee, date);
    if (employee.status === 'suspended' || employee.status === 'inactive')
      breaksRule('attendance.notActive', `${fullNameOf(employee)} is ${employee.status}.`);
    const mark = {
      status,
      checkIn: checkInOf(tx, date, status),
      checkOut: null,
      ...hoursOf(null, null),
      markedAt: tx.now,
      markedBy: actorName(tx.actor),
      ...uncorrected,
    };
    const row = { employeeId, date, notes: notes ?? '', ...mark };
    const made = await queries.insertDay(tx.db, row);
    if (made) return written(tx, 'mark', employee, undefined, made);
    const before = (await queries.lockDay(tx.db, employeeId, date))!;
    if (date < tx.today)
      breaksRule(
        'attendance.past',
        `${formatDate(date)} is marked: change it with a correction and its reason.`,
      );
    if (before.checkOut && !replace)
      conflicts(
        'attendance.checkedOut',
        `${fullNameOf(employee)} was already checked out on this day. A new mark removes the times of the day.`,
      );
    const changes = { ...mark, ...(notes === undefined ? {} : { notes }) };
    const after = await attendance.update(tx.db, before, changes);
    return written(tx, 'mark', employee, before, after);
  });
}

/**
 * Marks the unmarked staff of a day, today by default, and passes by who is on approved leave (seeds/001 4). One
 * statement marks all; a mark that somebody else makes at the same time stays.
 * @throws AppError invalid for a day to come; rule for present or late on an earlier day, whose times are not known.
 */
export async function bulkMarkAttendance(ctx: Ctx, input: BulkMarkInput): Promise<BulkMarked> {
  const { date = ctx.today, status, departmentId } = input;
  assertPast(ctx, date);
  return transact(ctx, async (tx) => {
    const checkIn = checkInOf(tx, date, status);
    const staff = await findStaffOn(tx.db, date, date, departmentId);
    const known = new Set(
      (await queries.findBetween(tx.db, date, date)).map(({ employeeId }) => employeeId),
    );
    const away = new Set((await leaveOn(tx, date, date)).map(({ employeeId }) => employeeId));
    const unmarked = staff.map(({ employeeId }) => employeeId).filter((id) => !known.has(id));
    const wanted = unmarked.filter((id) => !away.has(id));
    const by = actorName(tx.actor);
    const marked = await queries.insertMarks(tx.db, wanted, {
      ...{ date, status, checkIn, by },
      at: tx.now,
    });
    const counts = {
      marked,
      alreadyMarked: staff.length - unmarked.length + (wanted.length - marked),
      onLeave: unmarked.length - wanted.length,
    };
    if (marked > 0)
      await audit(tx, {
        action: 'attendance.bulk',
        entity: 'attendance',
        entityId: date,
        summary: `${marked} employees, ${formatDate(date)}: ${status}`,
        facts: { date, status, departmentId: departmentId ?? null, ...counts },
      });
    return counts;
  });
}

/**
 * Checks an employee out now, once; also past midnight, within 24 hours of the check-in. The hours count on the day of the
 * check-in, those beyond 8 as overtime (seeds/001 4).
 * @throws AppError notFound; rule for who is absent, is already checked out, or checked in more than 24 hours ago; invalid for
 *   hours that overlap those of the next day.
 */
export async function checkOut(ctx: Ctx, id: number): Promise<Attendance> {
  return transact(ctx, async (tx) => {
    const { employeeId } = (await attendance.get(tx.db, id)) ?? notFound('Attendance', id);
    const employee = await lockEmployee(tx, employeeId);
    const before = (await attendance.lock(tx.db, id)) ?? notFound('Attendance', id);
    const problem = checkOutProblem(before, tx.now);
    if (problem) breaksRule(problem.code, problem.message);
    await assertApart(tx, { ...before, checkOut: tx.now });
    const hours = hoursOf(before.checkIn, tx.now);
    const after = await attendance.update(tx.db, before, { checkOut: tx.now, ...hours });
    return written(tx, 'checkOut', employee, before, after);
  });
}

/**
 * Writes typed times of a day with the reason, in place of its mark or for a day without one. A time that is left out stays;
 * null removes it.
 * @throws AppError notFound for the employee; invalid for impossible times, and those that overlap another day's; rule for who is not employed on the day; conflict
 *   for an outdated version.
 */
export async function correctAttendance(ctx: Ctx, input: CorrectionInput): Promise<Attendance> {
  const { employeeId, date, status, notes, reason, version } = input;
  return transact(ctx, async (tx) => {
    const employee = await lockEmployee(tx, employeeId);
    assertDay(tx, employee, date);
    const before = await queries.lockDay(tx.db, employeeId, date);
    if (before || version !== undefined) assertVersion('attendance', before?.version ?? 0, version);
    const isAbsent = status === 'absent';
    const kept = isAbsent ? undefined : before;
    const checkIn = input.checkIn === undefined ? (kept?.checkIn ?? null) : input.checkIn;
    const out = input.checkOut === undefined ? (kept?.checkOut ?? null) : input.checkOut;
    const times = { date, status, checkIn, checkOut: out };
    const problem = timesProblem(times, tx.now);
    if (problem) invalidField(problem.field, problem.message);
    await assertApart(tx, { employeeId, ...times });
    const by = actorName(tx.actor);
    const corrected = {
      ...times,
      ...hoursOf(checkIn, out),
      ...{ correctedAt: tx.now, correctedBy: by, correctionReason: reason },
    };
    if (before) {
      const changes = { ...corrected, ...(notes === undefined ? {} : { notes }) };
      const after = await attendance.update(tx.db, before, changes);
      return written(tx, 'correct', employee, before, after);
    }
    const row = { employeeId, notes: notes ?? '', markedAt: tx.now, markedBy: by, ...corrected };
    const after =
      (await queries.insertDay(tx.db, row)) ??
      conflicts(
        'attendance.stale',
        'Somebody else marked this day in the meantime. Reload it and try again.',
      );
    return written(tx, 'correct', employee, undefined, after);
  });
}
