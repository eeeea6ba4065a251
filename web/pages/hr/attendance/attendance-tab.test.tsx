import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import {
  aDayOfAttendance,
  aDayRow,
  aDepartment,
  anAttendance,
  anAttendanceMonth,
} from '../../../testing/hr-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { HrPage } from '../hr-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-21T10:00:00Z'));
  server = {
    listDepartments: () => [aDepartment()],
    listAttendance: () => aDayOfAttendance([aDayRow()]),
    attendanceMonth: () => anAttendanceMonth(),
  };
  return () => void vi.useRealTimers();
});

const open = (query = '', role: Parameters<typeof renderAs>[0] = 'manager') =>
  renderAs(role, <HrPage />, `/hr?view=attendance${query}`);
const posted = (path: string) => callsOf(served.seen, `POST /api/hr/attendance${path}`);
const row = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') as HTMLElement);

test('a mark is one press, and the same mark again sends nothing', async () => {
  const user = userEvent.setup();
  const marked = anAttendance({ status: 'late' });
  let record: object | null = null;
  server = {
    ...server,
    listAttendance: () => aDayOfAttendance([aDayRow({ record })]),
    markAttendance: () => {
      record = marked;
      return marked;
    },
  };
  open();
  const late = await screen.findByRole('button', { name: 'Late: Mary Akech' });
  await user.click(late);
  await waitFor(() => expect(late).toHaveAttribute('aria-pressed', 'true'));
  await user.click(late);
  expect(posted('').map(({ body }) => body)).toEqual([
    { employeeId: 4, date: '2026-11-21', status: 'late' },
  ]);
});

test('a mark over a checked-out day asks before it replaces the times', async () => {
  const user = userEvent.setup();
  const record = anAttendance({ checkOut: '2026-11-21T09:30:00.000Z', totalHours: 3.5 });
  server = {
    ...server,
    listAttendance: () => aDayOfAttendance([aDayRow({ record })]),
    markAttendance: () => anAttendance({ status: 'absent' }),
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Absent: Mary Akech' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/removes the times from 08:00 to 11:30/)).toBeVisible();
  expect(posted('')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Replace the day' }));
  await waitFor(() =>
    expect(posted('').at(-1)?.body).toEqual({
      ...{ employeeId: 4, date: '2026-11-21', status: 'absent', replace: 'true' },
    }),
  );
});

test('a shift of the day before is checked out past midnight', async () => {
  const user = userEvent.setup();
  const openFrom = anAttendance({
    id: 70,
    date: '2026-11-20',
    checkIn: '2026-11-20T16:05:00.000Z',
  });
  server = {
    ...server,
    listAttendance: () => aDayOfAttendance([aDayRow({ openFrom })]),
    checkOut: () =>
      anAttendance({
        id: 70,
        checkOut: '2026-11-21T00:35:00.000Z',
        totalHours: 8.5,
        overtime: 0.5,
      }),
  };
  open();
  expect(await screen.findByText(/in since 20 Nov 2026, 18:05/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Check out of 20 Nov 2026 Mary Akech' }));
  expect(await screen.findByText(/at 02:35, 8.5 hours, of them 0.5 overtime/)).toBeVisible();
  expect(posted('/70/check-out')).toHaveLength(1);
});

test('the unmarked are marked together, with the count of those on leave', async () => {
  const user = userEvent.setup();
  const away = aDayRow({ employeeId: 5, employeeName: 'Deng Akol', leaveType: 'sick' });
  server = {
    ...server,
    listAttendance: () => aDayOfAttendance([aDayRow(), away]),
    bulkMarkAttendance: () => ({ marked: 1, alreadyMarked: 0, onLeave: 1 }),
  };
  open();
  expect((await row('Deng Akol')).getByText('Sick Leave')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark the unmarked' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Present' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Mark 1 employee present?' }),
  );
  expect(question.getByText(/1 employee on approved leave is passed by/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Mark present' }));
  expect(
    await screen.findByText('1 employee present, 1 on approved leave passed by'),
  ).toBeVisible();
  expect(posted('/bulk').at(-1)?.body).toEqual({ date: '2026-11-21', status: 'present' });
});

test('an earlier day is corrected with times and a reason; a check-out before the check-in is of the next day', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    listAttendance: () => aDayOfAttendance([aDayRow()], { date: '2026-11-20' }),
    correctAttendance: () => anAttendance({ date: '2026-11-20' }),
  };
  open('&day=2026-11-20');
  await user.click(await screen.findByRole('button', { name: 'Late: Mary Akech' }));
  const form = within(
    await screen.findByRole('dialog', { name: 'Attendance of Mary Akech, 20 Nov 2026' }),
  );
  expect(form.getByRole('combobox', { name: /^Attendance/ })).toHaveValue('late');
  const reason = form.getByRole('textbox', { name: /^Reason/ });
  expect(reason).toHaveValue('Not marked on the day');
  await user.clear(reason);
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await form.findByText('The reason is required.')).toBeVisible();
  fireEvent.change(form.getByLabelText(/^Check-in/), { target: { value: '18:30' } });
  fireEvent.change(form.getByLabelText(/^Check-out/), { target: { value: '02:15' } });
  expect(form.getByText('On 21 Nov 2026, past midnight.')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Night shift');
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByText('Attendance Corrected')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/hr/attendance/correction').at(-1)?.body).toEqual({
    employeeId: 4,
    date: '2026-11-20',
    status: 'late',
    notes: '',
    reason: 'Night shift',
    checkIn: '2026-11-20T16:30:00.000Z',
    checkOut: '2026-11-21T00:15:00.000Z',
  });
});

test('times that are not changed are not sent, so that they keep their seconds', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    listAttendance: () => aDayOfAttendance([aDayRow({ record: anAttendance() })]),
    correctAttendance: () => anAttendance({ status: 'late' }),
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Correct Mary Akech' }));
  const form = await screen.findByRole('dialog').then(within);
  await user.selectOptions(form.getByRole('combobox', { name: /^Attendance/ }), 'late');
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Came at ten');
  await user.click(form.getByRole('button', { name: 'Save correction' }));
  expect(await screen.findByText('Attendance Corrected')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/hr/attendance/correction').at(-1)?.body).toEqual({
    ...{ employeeId: 4, date: '2026-11-21', status: 'late', notes: '', reason: 'Came at ten' },
    version: 1,
  });
});

test('those who may not change attendance see it without buttons', async () => {
  server = {
    ...server,
    listAttendance: () =>
      aDayOfAttendance([
        aDayRow({ record: anAttendance() }),
        aDayRow({ employeeId: 5, employeeName: 'Deng Akol' }),
      ]),
  };
  open('', 'billing');
  expect((await row('Mary Akech')).getByText('Present')).toBeVisible();
  expect((await row('Deng Akol')).getByText('Not marked')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Present|Late|Absent|Correct|Check)/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Mark the unmarked' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('search and filter leave those that match', async () => {
  const user = userEvent.setup();
  const rows = [
    aDayRow(),
    aDayRow({
      employeeId: 5,
      employeeName: 'Deng Akol',
      employeeNumber: 'EMP-005',
      leaveType: 'sick',
    }),
  ];
  server = { ...server, listAttendance: () => aDayOfAttendance(rows) };
  open();
  await screen.findByText('Deng Akol');
  await chooseFilter('Attendance', 'On leave');
  await waitFor(() => expect(screen.queryByText('Mary Akech')).toBeNull());
  await user.type(screen.getByRole('searchbox'), 'mary');
  expect(await screen.findByText('No employees found')).toBeVisible();
});

test('the month is a grid with totals, moved through by keys, exported as shown', async () => {
  const user = userEvent.setup();
  server = { ...server, exportAttendanceMonth: () => ({ filename: 'attendance-2026-11.xlsx' }) };
  open('&attendance-part=month');
  const grid = within(await screen.findByRole('grid', { name: 'Attendance in November 2026' }));
  const cells = grid.getAllByRole('gridcell');
  expect(cells).toHaveLength(2 * (30 + 6));
  const foot = within(grid.getByRole('row', { name: /^At work/ }));
  expect(
    foot
      .getAllByRole('cell')
      .slice(0, 3)
      .map((cell) => cell.textContent),
  ).toEqual(['', '2', '1']);
  expect(
    foot
      .getAllByRole('cell')
      .slice(-6)
      .map((cell) => cell.textContent),
  ).toEqual([...['2', '1', '1', '2', '24.5', '0.5']]);
  cells[0]!.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(cells[36 + 1]).toHaveFocus();
  expect(cells[36 + 1]).toHaveAttribute('tabindex', '0');
  expect(cells[0]).toHaveAttribute('tabindex', '-1');
  await user.keyboard('{End}');
  expect(cells[36 + 35]).toHaveFocus();
  await user.keyboard('{Control>}{Home}{/Control}{ArrowLeft}{ArrowUp}');
  expect(cells[0]).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /xlsx/ }));
  await waitFor(() => expect(served.saved).toEqual(['attendance-2026-11.xlsx']));
  const url = callsOf(served.seen, 'GET /api/hr/attendance/month/export').at(-1)!.url;
  expect(url.search).toBe('?month=2026-11&format=xlsx');
});

test('Enter on a day of the month opens its correction', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    listAttendance: ({ query }) =>
      aDayOfAttendance([aDayRow({ record: anAttendance({ date: '2026-11-02' }) })], {
        date: (query as { date: string }).date,
      }),
  };
  open('&attendance-part=month');
  const grid = within(await screen.findByRole('grid'));
  grid.getAllByRole('gridcell')[1]!.focus();
  await user.keyboard('{Enter}');
  const form = await screen.findByRole('dialog', { name: 'Attendance of Mary Akech, 2 Nov 2026' });
  expect(within(form).getByLabelText(/^Check-in/)).toHaveValue('08:00');
});
