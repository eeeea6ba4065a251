import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  aDepartment,
  aLeaveBalance,
  aLeaveRequest,
  anEmployee,
  someHrSettings,
} from '../../../testing/hr-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { HrPage } from '../hr-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
const warning = 'This is more than the maximum of 21 days for Annual Leave.';

beforeEach(() => {
  server = {
    listDepartments: () => [aDepartment()],
    getHrSettings: () => someHrSettings,
    listEmployees: () => ({ rows: [anEmployee()], total: 1 }),
    getEmployee: () => anEmployee(),
    listLeaveRequests: () => ({ rows: [aLeaveRequest()], total: 1 }),
    getLeaveRequest: () => aLeaveRequest(),
    leaveDays: () => ({
      daysRequested: 25,
      maximum: 21,
      balance: 16.25,
      warning,
      overlaps: '',
    }),
    listLeaveBalances: () => ({ rows: [aLeaveBalance()], total: 1 }),
    listHolidays: () => [],
  };
});

const open = (query = '', role: Parameters<typeof renderAs>[0] = 'manager') =>
  renderAs(role, <HrPage />, `/hr?view=leave${query}`);

test('an empty list has the text of the specification', async () => {
  server = { ...server, listLeaveRequests: () => ({ rows: [], total: 0 }) };
  open();
  expect(await screen.findByText('No leave requests yet')).toBeVisible();
});

test('beyond the maximum it warns and does not block', async () => {
  const user = userEvent.setup();
  server = { ...server, createLeaveRequest: () => aLeaveRequest({ daysRequested: 25, warning }) };
  open('&add=leave&for=4');
  const form = await openedForm('New Leave Request');
  expect(form.getByRole('combobox', { name: /^Employee/ })).toHaveValue('Mary Akech');
  const first = form.getByRole('textbox', { name: /^First day/ });
  await user.clear(first);
  await user.type(first, '2/11/2026');
  await user.tab();
  const last = form.getByRole('textbox', { name: /^Last day/ });
  // One day is proposed.
  await waitFor(() => expect(last).toHaveValue('2 Nov 2026'));
  await user.clear(last);
  await user.type(last, '26/11/2026');
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Family');
  expect(await form.findByText(new RegExp(warning))).toBeVisible();
  expect(form.getByText('25 days')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Request leave' }));
  expect(await screen.findByText('Leave Requested')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/leave-requests').at(-1)?.body).toEqual({
    employeeId: '4',
    leaveType: 'annual',
    startDate: '2026-11-02',
    endDate: '2026-11-26',
    reason: 'Family',
    notes: '',
  });
});

test('leave without an employee is refused at the field', async () => {
  const user = userEvent.setup();
  open('&add=leave');
  const form = await openedForm('New Leave Request');
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Family');
  await user.click(form.getByRole('button', { name: 'Request leave' }));
  expect(await form.findByText('Choose an employee.')).toBeVisible();
});

test('offers what the server says may be done, and shows its refusal', async () => {
  const user = userEvent.setup();
  const own = 'You asked for this leave yourself: another person must decide on it.';
  server = {
    ...server,
    listLeaveRequests: () => ({
      rows: [aLeaveRequest({ actions: ['approve', 'reject'], warning })],
      total: 1,
    }),
    approveLeaveRequest: () => refuse('rule', own),
    rejectLeaveRequest: () => aLeaveRequest({ status: 'rejected' }),
  };
  open();
  const name = 'Annual Leave of Mary Akech';
  await user.click(await screen.findByRole('button', { name: `Approve ${name}` }));
  let form = within(await screen.findByRole('dialog', { name: `Approve ${name}?` }));
  expect(form.getByText(new RegExp(warning))).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Approve leave' }));
  expect(await screen.findByText(own)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: `Reject ${name}` }));
  form = within(await screen.findByRole('dialog', { name: `Reject ${name}?` }));
  await user.type(form.getByRole('textbox', { name: /^Note/ }), 'Too many are away');
  await user.click(form.getByRole('button', { name: 'Reject leave' }));
  expect(await screen.findByText('Leave Rejected')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/hr/leave-requests/9/reject').at(-1)?.body).toEqual({
    notes: 'Too many are away',
    version: 1,
  });
});

test('the team calendar shows leave by day and opens the request', async () => {
  const user = userEvent.setup();
  server = {
    ...server,
    leaveCalendar: () => ({
      month: '2026-11',
      holidays: [{ date: '2026-11-12', name: 'A holiday' }],
      employees: [
        {
          employeeId: 4,
          employeeName: 'Mary Akech',
          department: 'Network Operations',
          leave: [
            {
              id: 9,
              leaveType: 'sick',
              startDate: '2026-11-02',
              endDate: '2026-11-04',
              status: 'pending',
            },
          ],
        },
      ],
    }),
  };
  open('&leave-part=calendar&calendar-month=2026-11');
  const table = within(await screen.findByRole('table', { name: 'Leave in November 2026' }));
  expect(table.getByRole('columnheader', { name: /A holiday/ })).toBeVisible();
  const link = table.getByRole('link', { name: /^Sick Leave of Mary Akech, pending/ });
  expect(link.closest('td')).toHaveAttribute('colspan', '3');
  await user.click(link);
  expect(await screen.findByRole('dialog', { name: 'Annual Leave of Mary Akech' })).toBeVisible();
});

test('the carry-over of an employee is set with a reason', async () => {
  const user = userEvent.setup();
  server = { ...server, setCarryOver: () => aLeaveBalance({ carriedOver: 4.5, balance: 18.75 }) };
  open('&leave-part=balances');
  await user.click(await screen.findByRole('button', { name: 'Set carry-over Mary Akech' }));
  const form = await openedForm('Carry-over of Mary Akech');
  const days = form.getByRole('textbox', { name: /^Days/ });
  await user.clear(days);
  await user.type(days, '4.5');
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'From the old list');
  await user.click(form.getByRole('button', { name: 'Set carry-over' }));
  expect(await screen.findByText('Carry-over Set')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/hr/employees/4/carry-over').at(-1)?.body).toEqual({
    year: '2026',
    days: 4.5,
    note: 'From the old list',
  });
});

test('roles that may not change human resources see leave without its buttons', async () => {
  open('', 'billing');
  await screen.findByRole('table', { name: /^Leave requests/ });
  const button = screen.getByRole('button', { name: 'New Leave Request' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
});
