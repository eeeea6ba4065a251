import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  aLeaveRequest,
  anAttendance,
  anOwnEmployee,
  anOwnPayslip,
} from '../../testing/hr-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { MinePage } from './mine-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  server = {
    me: () => anOwnEmployee(),
    listOwnLeaveRequests: () => ({ rows: [aLeaveRequest({ actions: ['cancel'] })], total: 1 }),
    ownLeaveDays: () => ({
      ...{ daysRequested: 1, maximum: 21, balance: 16.25, warning: '', overlaps: '' },
    }),
    listOwnPayslips: () => ({ rows: [anOwnPayslip()], total: 1 }),
    ownPayslipPdf: () => ({ filename: 'payslip-PR-2026-0031.pdf' }),
    ownAttendance: () => ({
      month: '2026-11',
      days: [anAttendance({ checkOut: '2026-11-21T15:00:00.000Z', totalHours: 9, overtime: 1 })],
      totalHours: 9,
      overtime: 1,
    }),
  };
});

/** Role without any right in human resources. */
const open = (query = '') =>
  renderAs('technical_manager', <MinePage />, `/dashboard?view=mine${query}`);

test('shows the leave that is left and asks for leave', async () => {
  const user = userEvent.setup();
  server = { ...server, createOwnLeaveRequest: () => aLeaveRequest() };
  open();
  const balance = within(await screen.findByRole('region', { name: 'Annual leave of 2026' }));
  expect(balance.getByText('16.25 days')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask for leave' }));
  const form = await screen.findByRole('dialog', { name: 'Ask for Leave' }).then(within);
  expect(await form.findByText(/16.25 days that are left/)).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /^Reason/ }), 'Family');
  await user.click(form.getByRole('button', { name: 'Ask for leave' }));
  expect(await screen.findByText('Leave Requested')).toBeVisible();
  const sent = callsOf(served.seen, 'POST /api/hr/mine/leave-requests').at(-1)?.body;
  expect(sent).toMatchObject({ leaveType: 'annual', reason: 'Family' });
  expect(sent).not.toHaveProperty('employeeId');
});

test('cancels what the server allows, after a question, and shows its refusal', async () => {
  const user = userEvent.setup();
  const begun = 'Your leave has begun: another person must cancel it.';
  server = { ...server, cancelOwnLeaveRequest: () => refuse('rule', begun) };
  open();
  const cancel = { name: 'Cancel leave Annual Leave from 2 Nov 2026' };
  await user.click(await screen.findByRole('button', cancel));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Cancel leave' }));
  expect(await screen.findByText(begun)).toBeVisible();
  server = { ...server, cancelOwnLeaveRequest: () => aLeaveRequest({ status: 'cancelled' }) };
  await user.click(question.getByRole('button', { name: 'Cancel leave' }));
  expect(await screen.findByText('Leave Cancelled')).toBeVisible();
});

test('shows payslips and saves one as a PDF', async () => {
  const user = userEvent.setup();
  open('&part=payslips');
  expect(await screen.findByText('$654.50')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Download payslip October 2026' }));
  await waitFor(() => expect(served.saved).toEqual(['payslip-PR-2026-0031.pdf']));
});

test('shows the attendance of a month', async () => {
  open('&part=attendance');
  const table = within(await screen.findByRole('table', { name: /^Your attendance/ }));
  expect(table.getByText('17:00')).toBeVisible();
  expect(screen.getByText('of them 1 overtime')).toBeVisible();
});

test('a user without an employee is told whom to ask', async () => {
  server = { me: () => ({ employee: null, balance: null }) };
  open('&add=leave');
  expect(await screen.findByText('Your account is not linked to an employee')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask for leave' })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
