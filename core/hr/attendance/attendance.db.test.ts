import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffActor } from '../../identity/actor.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { ownAttendance } from '../mine/service.ts';
import { bulkMarkAttendance, checkOut, correctAttendance, markAttendance } from './service.ts';
import { overtimeOf } from './service-hours.ts';
import { attendanceMonth, exportAttendanceMonth, listAttendance } from './service-list.ts';

let app: TestApp;
let manager: StaffActor;
const at = (text: string) => app.time.set(`${text}:00+02:00`);
const ctx = (actor: Parameters<typeof contextOf>[1] = manager) => contextOf(app, actor);
const today = isoDate('2026-11-23');

beforeAll(async () => {
  app = await createTestApp();
  await firstEmployees(ctx(), 6);
  manager = await makeWorker(app, 'manager', 'Grace Lado');
});
beforeEach(async () => {
  at('2026-11-23T08:00');
  await sql`truncate attendance, leave_requests, public_holidays`.execute(app.db);
  await sql`update employees set status = 'active', last_day = null, hire_date = '2023-01-01', user_id = null`.execute(
    app.db,
  );
});
afterAll(() => app.close());

const mark = (employeeId: number, status: 'present' | 'late' | 'absent' = 'present') =>
  markAttendance(ctx(), { employeeId, status });

function onLeave(employeeId: number, from: string, to: string, status = 'approved') {
  return sql`insert into leave_requests (employee_id, leave_type, start_date, end_date, days, reason, status, request_date,
      requested_by, decided_by, decided_at, approval_date, search_text, created_at, updated_at)
    values (${employeeId}, 'annual', ${from}, ${to}, 1, 'x', ${status}, '2026-11-01', 'a', 'b',
      case when ${status} = 'approved' then now() end, case when ${status} = 'approved' then '2026-11-01'::date end, 'x', now(), now())`.execute(
    app.db,
  );
}

describe('a mark', () => {
  test('records a check-in of now, absences none, and replaces an earlier one', async () => {
    expect(await mark(1)).toMatchObject({
      ...{ status: 'present', date: today, checkIn: app.clock(), checkOut: null, totalHours: 0 },
      ...{ employeeName: 'Deng Akol 1', markedBy: 'Grace Lado' },
    });
    at('2026-11-23T09:00');
    expect(await mark(1, 'late')).toMatchObject({
      status: 'late',
      checkIn: app.clock(),
      version: 2,
    });
    expect(await mark(1, 'absent')).toMatchObject({ status: 'absent', checkIn: null });
    const { rows } = await sql`select from attendance`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  test('over a day with a check-out asks first', async () => {
    const { id } = await mark(1);
    at('2026-11-23T16:30');
    await checkOut(ctx(), id);
    await expect(mark(1, 'absent')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'attendance.checkedOut',
    });
    const replaced = await markAttendance(ctx(), { employeeId: 1, status: 'late', replace: true });
    expect(replaced).toMatchObject({ status: 'late', checkOut: null, totalHours: 0, overtime: 0 });
  });

  test('of ten people at once is one record', async () => {
    const marks = await Promise.all(Array.from({ length: 10 }, () => mark(1)));
    expect(new Set(marks.map(({ id }) => id)).size).toBe(1);
  });

  test('of another day is an absence that is not yet marked; all else is a correction', async () => {
    const on = (date: string, status: 'present' | 'absent') =>
      markAttendance(ctx(), { employeeId: 1, date: isoDate(date), status });
    await expect(on('2026-11-24', 'present')).rejects.toThrow('days to come');
    await expect(on('1999-11-24', 'absent')).rejects.toThrow('between 2000 and today');
    await expect(on('2026-11-20', 'present')).rejects.toMatchObject({ code: 'attendance.past' });
    expect((await on('2026-11-20', 'absent')).checkIn).toBeNull();
    await expect(on('2026-11-20', 'absent')).rejects.toMatchObject({ code: 'attendance.past' });
    await expect(on('2022-12-31', 'absent')).rejects.toMatchObject({
      code: 'attendance.notEmployed',
    });
    await sql`update employees set status = 'suspended' where id = 1`.execute(app.db);
    await expect(mark(1)).rejects.toThrow('is suspended');
    await expect(mark(99)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a check-out', () => {
  test('counts hours and overtime, once', async () => {
    const { id } = await mark(1);
    at('2026-11-23T17:20');
    const tried = await Promise.allSettled(Array.from({ length: 5 }, () => checkOut(ctx(), id)));
    const done = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(done).toMatchObject([{ totalHours: 9.33, overtime: 1.33, checkOut: app.clock() }]);
    await expect(checkOut(ctx(), id)).rejects.toMatchObject({ code: 'attendance.alreadyOut' });
    const absent = await mark(2, 'absent');
    await expect(checkOut(ctx(), absent.id)).rejects.toMatchObject({ code: 'attendance.absent' });
    await expect(checkOut(ctx(), 999)).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('past midnight belongs to the day of the check-in', async () => {
    at('2026-11-23T18:00');
    const { id } = await mark(1);
    at('2026-11-24T04:15');
    const [row] = (await listAttendance(ctx(), {})).rows;
    expect(row).toMatchObject({ record: null, openFrom: { id, date: today } });
    expect(await checkOut(ctx(), id)).toMatchObject({
      ...{ date: today, totalHours: 10.25, overtime: 2.25 },
    });
    expect((await listAttendance(ctx(), {})).rows[0]!.openFrom).toBeNull();
    const sums = await overtimeOf(ctx(), [1, 2], today, today);
    expect([...sums]).toEqual([[1, 225]]);
    expect((await overtimeOf(ctx(), [1], isoDate('2026-11-24'), isoDate('2026-11-30'))).size).toBe(
      0,
    );
    at('2026-11-24T18:00');
    const forgotten = await mark(1);
    at('2026-11-25T18:01');
    await expect(checkOut(ctx(), forgotten.id)).rejects.toMatchObject({
      code: 'attendance.tooLong',
    });
  });
});

describe('marks of all', () => {
  test('pass by marks and approved leave, and count them', async () => {
    await mark(1, 'late');
    await onLeave(2, '2026-11-20', '2026-11-25');
    await onLeave(3, '2026-11-20', '2026-11-25', 'pending');
    await sql`update employees set status = 'inactive' where id = 5`.execute(app.db);
    await sql`update employees set hire_date = '2026-11-24' where id = 6`.execute(app.db);
    const before = await listAttendance(ctx(), {});
    expect(before).toMatchObject({ late: 1, onLeave: 1, unmarked: 2 });
    expect(before.rows.map(({ leaveType }) => leaveType)).toEqual([null, 'annual', null, null]);
    expect(await bulkMarkAttendance(ctx(), { status: 'present' })).toEqual({
      ...{ marked: 2, alreadyMarked: 1, onLeave: 1 },
    });
    expect(await bulkMarkAttendance(ctx(), { status: 'absent' })).toEqual({
      ...{ marked: 0, alreadyMarked: 3, onLeave: 1 },
    });
    expect(await listAttendance(ctx(), {})).toMatchObject({ present: 2, late: 1, absent: 0 });
    const { rows } = await sql`select from audit_log where action = 'attendance.bulk'`.execute(
      app.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('at once mark everybody once', async () => {
    const counts = await Promise.all(
      (['present', 'late', 'absent'] as const).map((status) =>
        bulkMarkAttendance(ctx(), { status }),
      ),
    );
    expect(counts.reduce((sum, { marked }) => sum + marked, 0)).toBe(6);
    for (const count of counts) expect(count.marked + count.alreadyMarked).toBe(6);
  });

  test('of an earlier day are absences; of no other department', async () => {
    const date = isoDate('2026-11-20');
    await expect(bulkMarkAttendance(ctx(), { date, status: 'late' })).rejects.toMatchObject({
      code: 'attendance.past',
    });
    expect((await bulkMarkAttendance(ctx(), { date, status: 'absent' })).marked).toBe(6);
    const other = { status: 'present', departmentId: 2 } as const;
    expect((await bulkMarkAttendance(ctx(), other)).marked).toBe(0);
  });
});

describe('a correction', () => {
  const date = isoDate('2026-11-20');
  const time = (text: string) => new Date(`2026-11-20T${text}:00+02:00`);

  test('keeps typed times with the reason, for a day with or without a mark', async () => {
    const typed = { employeeId: 1, date, status: 'present' as const, reason: 'Forgot the card' };
    const times = { checkIn: time('08:00'), checkOut: time('17:00') };
    const made = await correctAttendance(ctx(), { ...typed, ...times });
    expect(made).toMatchObject({
      ...{ totalHours: 9, overtime: 1, correctedBy: 'Grace Lado', correctionReason: typed.reason },
      ...{ correctedAt: app.clock() },
    });
    const again = await correctAttendance(ctx(), { ...typed, checkOut: time('16:00'), version: 1 });
    expect(again).toMatchObject({ totalHours: 8, overtime: 0, checkIn: time('08:00'), version: 2 });
    await expect(
      correctAttendance(ctx(), { ...typed, ...times, version: 1 }),
    ).rejects.toMatchObject({
      code: 'attendance.stale',
    });
    const absent = await correctAttendance(ctx(), { ...typed, status: 'absent' });
    expect(absent).toMatchObject({ checkIn: null, checkOut: null, totalHours: 0 });
    const { rows } = await sql<{ before: { totalHours: number } }>`select before from audit_log
      where action = 'attendance.correct' order by id`.execute(app.db);
    expect(rows.map((row) => row.before?.totalHours)).toEqual([undefined, 9, 8]);
  });

  test('does not count an hour on two days', async () => {
    const on = (day: string, from: string, to: string) =>
      correctAttendance(ctx(), {
        ...{ employeeId: 1, date: isoDate(day), status: 'present', reason: 'Night shift' },
        ...{ checkIn: new Date(`${from}:00+02:00`), checkOut: new Date(`${to}:00+02:00`) },
      });
    await on('2026-11-20', '2026-11-20T18:00', '2026-11-21T03:00');
    await expect(on('2026-11-21', '2026-11-21T02:00', '2026-11-21T10:00')).rejects.toMatchObject({
      fields: { checkIn: expect.stringContaining('overlap those of 20 Nov 2026') },
    });
    await on('2026-11-21', '2026-11-21T03:00', '2026-11-21T10:00');
    await expect(on('2026-11-20', '2026-11-20T18:00', '2026-11-21T03:01')).rejects.toMatchObject({
      fields: { checkOut: expect.stringContaining('overlap those of 21 Nov 2026') },
    });
    // Of two at once, one is written.
    const both = await Promise.allSettled([
      on('2026-11-18', '2026-11-18T18:00', '2026-11-19T04:00'),
      on('2026-11-19', '2026-11-19T03:00', '2026-11-19T11:00'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('the check-out of a night that reaches into the next day is typed as a correction', async () => {
    at('2026-11-22T18:00');
    const { id } = await mark(2);
    at('2026-11-23T08:00');
    await mark(2);
    at('2026-11-23T09:00');
    await expect(checkOut(ctx(), id)).rejects.toMatchObject({
      fields: { checkOut: expect.stringContaining('overlap those of 23 Nov 2026') },
    });
  });

  test('with impossible times is refused', async () => {
    const typed = { employeeId: 1, date, status: 'present' as const, reason: 'x' };
    await expect(correctAttendance(ctx(), typed)).rejects.toThrow('time of the check-in');
    const late = { ...typed, checkIn: new Date('2026-11-21T08:00:00+02:00') };
    await expect(correctAttendance(ctx(), late)).rejects.toThrow('must lie on 20 Nov 2026');
    const to = { ...typed, checkIn: time('08:00'), checkOut: time('07:00') };
    await expect(correctAttendance(ctx(), to)).rejects.toThrow('before the check-in');
    const early = { ...typed, date: isoDate('2022-01-01'), status: 'absent' as const };
    await expect(correctAttendance(ctx(), early)).rejects.toMatchObject({
      code: 'attendance.notEmployed',
    });
  });
});

test('a month shows everybody who worked in it, with totals, and is exported', async () => {
  const { id } = await mark(1);
  at('2026-11-23T18:00');
  await checkOut(ctx(), id);
  await onLeave(2, '2026-11-28', '2026-12-02');
  await sql`insert into public_holidays (holiday_date, name, created_at, created_by) values ('2026-11-11', 'Day', now(), 'x')`.execute(
    app.db,
  );
  await mark(3, 'late');
  await sql`update employees set status = 'suspended' where id in (3, 4)`.execute(app.db);
  await sql`update employees set status = 'terminated', last_day = '2026-11-02' where id = 5`.execute(
    app.db,
  );
  await sql`update employees set status = 'terminated', last_day = '2026-10-31' where id = 6`.execute(
    app.db,
  );
  const { employees, holidays } = await attendanceMonth(ctx(), {});
  expect(holidays).toEqual([{ date: '2026-11-11', name: 'Day' }]);
  expect(employees.map(({ employeeId }) => employeeId)).toEqual([1, 2, 3, 5]);
  expect(employees[0]).toMatchObject({ present: 1, totalHours: 10, overtime: 2 });
  expect(employees[1]).toMatchObject({ leave: 3 });
  expect(employees[1]!.days.slice(-4)).toEqual(['none', 'leave', 'leave', 'leave']);
  const { body } = await exportAttendanceMonth(ctx(), { format: 'csv' });
  const parts: Buffer[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(Buffer.from(part));
  const lines = Buffer.concat(parts).toString().split('\r\n');
  expect(lines[0]).toContain('01,02,03');
  expect(lines[1]).toContain(',P,');
  expect(lines[1]).toMatch(/,1,0,0,0,10,2$/);
  await sql`update employees set user_id = ${manager.userId} where id = 1`.execute(app.db);
  expect(await ownAttendance(ctx())).toMatchObject({
    month: '2026-11',
    totalHours: 10,
    overtime: 2,
  });
  expect((await ownAttendance(ctx(), isoMonth('2026-10'))).days).toEqual([]);
  expect((await ownAttendance(contextOf(app))).days).toEqual([]);
});

test('days and months outside of the records are refused', async () => {
  const reads = [
    ...['1900-01-01', '9999-12-31'].map((date) => listAttendance(ctx(), { date: isoDate(date) })),
    ...['1900-01', '9999-12'].flatMap((text) => {
      const month = isoMonth(text);
      return [attendanceMonth(ctx(), { month }), exportAttendanceMonth(ctx(), { month })];
    }),
  ];
  for (const read of await Promise.allSettled(reads))
    expect(read).toMatchObject({ reason: { kind: 'invalid' } });
});
