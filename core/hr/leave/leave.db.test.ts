import { firstEmployees } from '@nimule/fixtures/testing/employees';
import { contextOf, createTestApp, type TestApp } from '@nimule/fixtures/testing/test-app';
import { makeWorker } from '@nimule/fixtures/testing/tickets';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StaffActor } from '../../identity/actor.ts';
import { isoDate, isoMonth } from '../../kernel/dates.ts';
import { updateEmployee } from '../employees/service.ts';
import {
  cancelOwnLeaveRequest,
  createOwnLeaveRequest,
  listOwnLeaveRequests,
  me,
  ownLeaveDays,
} from '../mine/service.ts';
import { updateHrSettings } from '../service-settings.ts';
import type { LeaveInput, LeaveType } from './schema.ts';
import { cancelLeave, createLeaveRequest, decideLeave, leaveDays } from './service.ts';
import { leaveBalanceOf, listLeaveBalances } from './service-balances.ts';
import { leaveCalendar } from './service-calendar.ts';
import { leaveOn } from './service-days.ts';
import { createHoliday, deleteHoliday, listHolidays, updateHoliday } from './service-holidays.ts';
import {
  countPendingLeave,
  exportLeaveRequests,
  getLeaveRequest,
  leaveWaiting,
  listLeaveRequests,
} from './service-list.ts';
import { closeLeaveYear, setCarryOver } from './service-year.ts';

let app: TestApp;
let manager: StaffActor;
let admin: StaffActor;
let technician: StaffActor;
const NOW = '2026-11-23T08:00:00Z';
const ctx = (actor: Parameters<typeof contextOf>[1] = manager) => contextOf(app, actor);
const standard = {
  countWeekends: true,
  countHolidays: true,
  carryOverDays: 0,
  monthHours: 176,
  overtimePercent: 100,
};

beforeAll(async () => {
  app = await createTestApp(NOW);
  await firstEmployees(ctx(), 5);
  manager = await makeWorker(app, 'manager', 'Grace Lado');
  admin = await makeWorker(app, 'admin', 'Ann Wani');
  technician = await makeWorker(app, 'technician', 'John Deng');
  await makeWorker(app, 'developer', 'Samuel Ladu');
});
beforeEach(async () => {
  app.time.set(NOW);
  await sql`update users set is_active = true`.execute(app.db);
  await sql`update employees set user_id = null, last_day = null, status = 'active'`.execute(
    app.db,
  );
  await sql`update employees set user_id = ${technician.userId} where id = 1`.execute(app.db);
  await sql`update employees set user_id = ${manager.userId} where id = 2`.execute(app.db);
  await sql`truncate leave_requests, leave_carry_overs, public_holidays`.execute(app.db);
  await updateHrSettings(ctx(), standard);
});
afterAll(() => app.close());

const asked = (
  from = '2026-12-01',
  to = '2026-12-03',
  employeeId = 3,
  leaveType: LeaveType = 'annual',
): LeaveInput => ({
  ...{ employeeId, leaveType, reason: 'Family' },
  ...{ startDate: isoDate(from), endDate: isoDate(to) },
});
const ask = (...of: Parameters<typeof asked>) => createLeaveRequest(ctx(), asked(...of));

describe('a request', () => {
  test('is pending with its days, whatever the client says, and warns without blocking', async () => {
    const claims = { status: 'approved', daysRequested: 1, approvedBy: 'Me', requestDate: 'x' };
    const made = await createLeaveRequest(ctx(), {
      ...asked('2026-12-01', '2026-12-31'),
      ...claims,
    });
    expect(made).toMatchObject({
      ...{ status: 'pending', daysRequested: 31, leaveTypeName: 'Annual Leave' },
      ...{ employeeName: 'Deng Akol 3', requestDate: '2026-11-23', requestedBy: 'Grace Lado' },
      ...{ approvedBy: '', approvalDate: null, actions: ['cancel'] },
      warning:
        'This is more than the maximum of 21 days for Annual Leave. This is more than the 21 days that are left of 2026.',
    });
    expect((await getLeaveRequest(ctx(admin), made.id)).actions).toEqual([
      'approve',
      'reject',
      'cancel',
    ]);
    expect((await getLeaveRequest(ctx(technician), made.id)).actions).toEqual([]);
    expect(await ask('2026-12-01', '2026-12-15', 4, 'sick')).toMatchObject({
      warning: 'This is more than the maximum of 14 days for Sick Leave.',
    });
    expect(await countPendingLeave(ctx())).toBe(2);
  });

  test('is refused for impossible dates and outside the employment', async () => {
    const refused = (input: LeaveInput) => expect(createLeaveRequest(ctx(), input)).rejects;
    await refused(asked('2026-12-03', '2026-12-02')).toThrow('cannot be before the first day');
    await refused(asked('2026-01-01', '2027-01-02')).toThrow('at most 366 days');
    await refused(asked('1999-12-31', '2000-01-02')).toThrow('between 2000 and a year');
    await refused(asked('2022-12-31', '2023-01-02')).toThrow('was hired on 1 Jan 2023');
    await refused(asked(undefined, undefined, 99)).toMatchObject({ kind: 'notFound' });
    await sql`update employees set last_day = '2026-12-02' where id = 3`.execute(app.db);
    await refused(asked()).toMatchObject({ code: 'leave.notEmployed', kind: 'rule' });
  });

  test('that overlaps is refused by the database, also of ten at once', async () => {
    const days = Array.from({ length: 10 }, (_, n) => `2026-12-0${(n % 3) + 1}`);
    const tried = await Promise.allSettled(days.map((day) => ask(day, '2026-12-05')));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tried)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'leave.overlaps' });
    // Without the service, too.
    const insert = (status: string) =>
      sql`insert into leave_requests (employee_id, leave_type, start_date, end_date, days, reason, status, request_date,
        requested_by, decided_at, search_text, created_at, updated_at)
        values (3, 'sick', '2026-12-05', '2026-12-06', 2, 'x', ${status}, '2026-11-23', 'x',
          ${status === 'rejected' ? app.clock() : null}, 'x', ${app.clock()}, ${app.clock()})`.execute(
        app.db,
      );
    await expect(insert('pending')).rejects.toThrow('leave_requests_overlap');
    await insert('rejected');
    await ask('2026-12-01', '2026-12-05', 4);
  });

  test('is counted without week-ends and holidays if the company wants so', async () => {
    await createHoliday(ctx(), { date: isoDate('2026-12-25'), name: 'Christmas' });
    const period = ['2026-12-21', '2027-01-03', 3] as const;
    expect((await ask(...period)).daysRequested).toBe(14);
    await updateHrSettings(ctx(), { ...standard, countWeekends: false, countHolidays: false });
    // 26 and 27 December 2026 are a Saturday and a Sunday.
    await expect(ask('2026-12-26', '2026-12-27')).rejects.toThrow(
      'None of these days counts as leave',
    );
    const query = { ...asked(...period), leaveType: 'annual' as const };
    expect(await leaveDays(ctx(), query)).toEqual({
      ...{ daysRequested: 9, maximum: 21 },
      warning: '1 of its days is in 2027, more than the 0 days that are left of 2027.',
      ...{ balance: -3, overlaps: 'Annual Leave from 21 Dec 2026 to 3 Jan 2027 (pending)' },
    });
  });
});

describe('a decision', () => {
  test('is taken once, by somebody whom it does not concern', async () => {
    const { id } = await ask();
    await expect(decideLeave(ctx(), id, 'approve', {})).rejects.toThrow(
      'You asked for this leave yourself: another person must decide on it.',
    );
    await expect(decideLeave(ctx(technician), id, 'approve', {})).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(decideLeave(ctx(admin), id, 'approve', { version: 9 })).rejects.toMatchObject({
      kind: 'conflict',
    });
    const tried = await Promise.allSettled(
      Array.from({ length: 8 }, () => decideLeave(ctx(admin), id, 'approve', { notes: 'Go' })),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await getLeaveRequest(ctx(admin), id)).toMatchObject({
      ...{ status: 'approved', approvedBy: 'Ann Wani', approvalDate: '2026-11-23', isSole: false },
      ...{ decisionNotes: 'Go', warning: '', actions: ['cancel'] },
    });
    expect(await leaveOn(ctx(), isoDate('2026-12-03'), isoDate('2026-12-09'))).toMatchObject([
      { employeeId: 3, leaveType: 'annual' },
    ]);
    expect(await leaveOn(ctx(), isoDate('2026-12-04'), isoDate('2026-12-09'))).toEqual([]);
    const own = await createLeaveRequest(ctx(admin), asked(undefined, undefined, 2));
    await expect(decideLeave(ctx(), own.id, 'approve', {})).rejects.toThrow('your own leave');
    expect(await decideLeave(contextOf(app), own.id, 'reject', {})).toMatchObject({
      status: 'rejected',
    });
    const approvals = await sql<{ n: number }>`select count(*) n from audit_log
      where action = 'leave.approve' and entity_id = ${String(id)}`.execute(app.db);
    expect(approvals.rows[0]!.n).toBe(1);
  });

  test('is taken by the person concerned where no other active user could, and says so', async () => {
    const own = await createLeaveRequest(ctx(admin), asked(undefined, undefined, 2));
    // Of the two who could, one asked and the other takes the leave.
    await sql`update users set is_active = id in (${admin.userId}, ${manager.userId})`.execute(
      app.db,
    );
    expect(await decideLeave(ctx(), own.id, 'approve', {})).toMatchObject({ isSole: true });
    await sql`update users set is_active = (id = ${manager.userId})`.execute(app.db);
    const { id } = await ask('2026-12-10', '2026-12-11');
    expect(await decideLeave(ctx(), id, 'approve', {})).toMatchObject({
      ...{ isSole: true, status: 'approved' },
    });
  });

  test('that the database would not allow is refused there', async () => {
    const { id } = await ask();
    const approve = sql`update leave_requests set status = 'approved', decided_by = 'x', decided_by_id = requested_by_id,
      decided_at = now(), approval_date = '2026-11-23' where id = ${id}`;
    await expect(approve.execute(app.db)).rejects.toThrow('leave_requests_second_person');
  });

  test('is cancelled; own leave that has begun by another person', async () => {
    const made = await ask('2026-11-23', '2026-11-25', 2);
    await decideLeave(ctx(admin), made.id, 'approve', {});
    await expect(cancelLeave(ctx(), made.id)).rejects.toMatchObject({ code: 'leave.begun' });
    expect(await cancelLeave(ctx(admin), made.id)).toMatchObject({ status: 'cancelled' });
    await expect(cancelLeave(ctx(admin), made.id)).rejects.toThrow('it cannot be cancelled');
    await ask('2026-11-24', '2026-11-24', 2);
  });
});

describe('the balances', () => {
  test('are listed by name and by balance, and warn of what is pending', async () => {
    const { id } = await ask('2026-03-01', '2026-03-20', 4);
    await decideLeave(ctx(admin), id, 'approve', {});
    const rows = (await listLeaveBalances(ctx(), { total: true })).rows;
    expect(rows.map(({ employeeId }) => employeeId)).toEqual([1, 2, 3, 4, 5]);
    expect(rows[3]).toMatchObject({ accrued: 17.5, taken: 20, balance: -2.5 });
    const sorted = await listLeaveBalances(ctx(), { sort: 'balance', pageSize: 2, total: true });
    expect(sorted.total).toBe(5);
    expect(sorted.rows.map(({ employeeId }) => employeeId)).toEqual([4, 1]);
    expect((await listLeaveBalances(ctx(), { year: 2022 })).rows).toEqual([]);
    expect((await ask('2026-12-01', '2026-12-02', 4)).warning).toBe(
      'This is more than the 0 days that are left of 2026.',
    );
  });

  test('of a past year are taken over once, within what the company allows', async () => {
    await expect(closeLeaveYear(ctx(), 2026)).rejects.toMatchObject({ code: 'leave.yearOpen' });
    await updateHrSettings(ctx(), { ...standard, carryOverDays: 5 });
    await sql`update employees set last_day = '2025-12-31', status = 'terminated' where id = 5`.execute(
      app.db,
    );
    expect(
      await setCarryOver(ctx(), 4, { year: 2026, days: -1.5, note: 'In advance' }),
    ).toMatchObject({ year: 2026, carriedOver: -1.5, balance: 16 });
    const closed = await Promise.all([1, 2, 3].map(() => closeLeaveYear(ctx(), 2025)));
    expect(closed.reduce((sum, { carriedOver }) => sum + carriedOver, 0)).toBe(3);
    expect(await closeLeaveYear(ctx(), 2025)).toEqual({ year: 2025, carriedOver: 0, kept: 4 });
    expect(await leaveBalanceOf(ctx(), 3)).toMatchObject({ carriedOver: 5, balance: 22.5 });
    expect((await leaveBalanceOf(ctx(), 5)).carriedOver).toBe(0);
    await setCarryOver(ctx(), 4, { year: 2026, days: 2, note: 'Agreed' });
    expect((await leaveBalanceOf(ctx(), 4)).carriedOver).toBe(2);
  });
});

test('lists, searches, exports and shows the month of the team', async () => {
  await ask('2026-11-30', '2026-12-02', 3);
  await ask('2026-12-10', '2026-12-11', 4, 'sick');
  await ask('2025-12-20', '2026-12-01', 5, 'maternity');
  const found = async (filter: Parameters<typeof listLeaveRequests>[1]) =>
    (await listLeaveRequests(ctx(), filter)).rows.map(({ employeeId }) => employeeId);
  expect(await found({})).toEqual([4, 3, 5]);
  expect(await found({ month: isoMonth('2026-11'), sort: 'employeeName' })).toEqual([3, 5]);
  expect(await found({ q: 'akol 4' })).toEqual([4]);
  expect(await found({ leaveType: 'maternity', status: 'pending' })).toEqual([5]);
  expect(await found({ departmentId: 99 })).toEqual([]);
  expect((await listLeaveRequests(ctx(), { pageSize: 1, total: true })).total).toBe(3);
  const calendar = await leaveCalendar(ctx(), { month: isoMonth('2026-11') });
  expect(calendar.employees.map(({ employeeId }) => employeeId)).toEqual([3, 5]);
  expect(calendar.employees[0]!.leave).toMatchObject([
    { startDate: '2026-11-30', status: 'pending' },
  ]);
  const { body } = await exportLeaveRequests(ctx(), { format: 'csv', sort: 'startDate' });
  const parts: Buffer[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).toString().split('\r\n')[1]).toMatch(/^EMP-005,Deng Akol 5,/);
  await updateEmployee(ctx(), 4, { lastName: 'Majok' });
  expect(await found({ q: 'majok' })).toEqual([4]);
  const waiting = await leaveWaiting(ctx(), 10);
  expect(waiting.map(({ refusal }) => refusal !== '')).toEqual([true, true, true]);
  expect((await leaveWaiting(ctx(admin), 10)).every(({ refusal }) => refusal === '')).toBe(true);
});

test('public holidays are one a day', async () => {
  const made = await createHoliday(ctx(), {
    date: isoDate('2026-07-09'),
    name: 'Independence Day',
  });
  await expect(
    createHoliday(ctx(), { date: isoDate('2026-07-09'), name: 'x' }),
  ).rejects.toMatchObject({
    code: 'holiday.dateTaken',
  });
  await expect(createHoliday(ctx(), { date: isoDate('1999-07-09'), name: 'x' })).rejects.toThrow(
    'between 2000 and 2200',
  );
  const changed = await updateHoliday(ctx(), made.id, { name: 'Independence', version: 1 });
  expect(changed).toMatchObject({ name: 'Independence', date: '2026-07-09', version: 2 });
  await expect(updateHoliday(ctx(), made.id, { name: 'x', version: 1 })).rejects.toMatchObject({
    kind: 'conflict',
  });
  expect(await listHolidays(ctx())).toHaveLength(1);
  expect(await listHolidays(ctx(), 2025)).toEqual([]);
  await deleteHoliday(ctx(), made.id);
  await expect(deleteHoliday(ctx(), made.id)).rejects.toMatchObject({ kind: 'notFound' });
});

describe('an employee', () => {
  test('asks for their own leave and cancels it until it begins', async () => {
    const { employeeId, ...own } = asked();
    expect(await ownLeaveDays(ctx(technician), own)).toMatchObject({
      daysRequested: 3,
      balance: 19.25,
    });
    const made = await createOwnLeaveRequest(ctx(technician), own);
    expect(made).toMatchObject({ employeeId: 1, status: 'pending', actions: ['cancel'] });
    const other = await ask();
    const list = await listOwnLeaveRequests(ctx(technician), { total: true });
    expect([list.rows.map(({ id }) => id), list.total]).toEqual([[made.id], 1]);
    await expect(cancelOwnLeaveRequest(ctx(technician), other.id)).rejects.toMatchObject({
      kind: 'notFound',
    });
    await decideLeave(ctx(), made.id, 'approve', {});
    app.time.set('2026-12-01T08:00:00Z');
    await expect(cancelOwnLeaveRequest(ctx(technician), made.id)).rejects.toThrow('has begun');
    app.time.set('2026-11-30T08:00:00Z');
    expect((await cancelOwnLeaveRequest(ctx(technician), made.id)).status).toBe('cancelled');
  });

  test('sees who they are; other accounts see nobody', async () => {
    await sql`update employees set manager_id = 2 where id = 1`.execute(app.db);
    expect(await me(ctx(technician))).toMatchObject({
      employee: { id: 1, fullName: 'Deng Akol 1', manager: 'Deng Akol 2' },
      balance: { balance: 17.5 },
    });
    expect(await me(ctx(admin))).toEqual({ employee: null, balance: null });
    expect(await me(contextOf(app))).toEqual({ employee: null, balance: null });
    const { employeeId, ...own } = asked();
    await expect(createOwnLeaveRequest(ctx(admin), own)).rejects.toMatchObject({
      code: 'mine.notLinked',
    });
    expect(await listOwnLeaveRequests(ctx(admin), {})).toEqual({ rows: [] });
    await expect(cancelOwnLeaveRequest(ctx(admin), 1)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

test('months outside of the records are refused', async () => {
  const reads = ['1900-01', '9999-12'].flatMap((text) => {
    const month = isoMonth(text);
    return [
      leaveCalendar(ctx(), { month }),
      listLeaveRequests(ctx(), { month }),
      exportLeaveRequests(ctx(), { month }),
    ];
  });
  for (const read of await Promise.allSettled(reads))
    expect(read).toMatchObject({ reason: { kind: 'invalid' } });
});
