import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { someOwnReports, someSchedules } from '../../../testing/report-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { ReportsPage } from '../reports-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
const saved = { ...someSchedules[0]!, lastDelivery: undefined };

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00+02:00'), toFake: ['Date'] });
  server = {
    listReportSchedules: () => someSchedules,
    listReportRecipients: () => [
      { name: 'Grace Lado', email: 'grace@example.com' },
      { name: 'Rose Akech', email: 'rose@example.com' },
    ],
    listOwnReports: () => someOwnReports,
    createReportSchedule: () => saved,
    updateReportSchedule: () => saved,
    deleteReportSchedule: () => ({ removed: true }),
    sendReportNow: () => ({ queued: 2, startDate: '2026-11-09', endDate: '2026-11-15' }),
  };
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (role: Parameters<typeof renderAs>[0] = 'ceo') =>
  renderAs(role, <ReportsPage />, '/reports?view=schedules');
const table = async () => within(await screen.findByRole('region', { name: 'Reports by e-mail' }));
const row = async (name: RegExp) => within(await (await table()).findByRole('row', { name }));
const bodies = (call: string) => callsOf(served.seen, call).map(({ body }) => body);
test('says when a report is sent next, what became of the last, and why one was stopped', async () => {
  open();
  const sent = await row(/Financial report/);
  expect(sent.getByText('next on 23 Nov 2026')).toBeInTheDocument();
  expect(sent.getByText('1 of 2 not sent')).toBeInTheDocument();
  expect(sent.getByText('The mail server refused the address.')).toBeInTheDocument();
  expect(sent.getByText('PDF, with the rights of Mary Deng')).toBeInTheDocument();
  expect(sent.getByText('of 9 Nov 2026 to 15 Nov 2026')).toBeInTheDocument();
  const stopped = await row(/Ageing of debts/);
  expect(stopped.getByText('Stopped')).toBeInTheDocument();
  expect(stopped.getByText(/The account of John Garang/)).toBeInTheDocument();
  expect(stopped.getByText('Not yet')).toBeInTheDocument();
  await userEvent.type((await table()).getByRole('searchbox'), 'john@');
  await waitFor(async () =>
    expect((await table()).queryByText('Financial report')).not.toBeInTheDocument(),
  );
});

test('schedules a report to typed addresses and colleagues; a wrong address is refused at its field', async () => {
  open();
  await (await table()).findByText('Financial report');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a Report' }));
  const report = dialog.getByLabelText(/^Report/);
  expect(within(report).queryByRole('option', { name: 'Cash by cashier' })).toBeNull();
  await userEvent.selectOptions(report, 'Revenue by location');
  await userEvent.click(dialog.getByRole('radio', { name: /^Each week/ }));
  const to = dialog.getByLabelText(/^Send to/);
  await userEvent.type(to, 'grace{Enter}');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(
    await dialog.findByText("'grace' is not an e-mail address such as name@example.com."),
  ).toBeInTheDocument();
  expect(bodies('POST /api/reports/schedules')).toEqual([]);
  await userEvent.type(to, '{Backspace}{Backspace}');
  await userEvent.type(to, 'grace@example.com, ');
  await userEvent.selectOptions(
    dialog.getByLabelText('Add a colleague'),
    'Rose Akech, rose@example.com',
  );
  expect(dialog.queryByLabelText('Add a colleague')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(bodies('POST /api/reports/schedules')).toEqual([
      {
        report: 'revenue-by-location',
        format: 'pdf',
        every: 'weekly',
        recipients: ['grace@example.com', 'rose@example.com'],
        lines: false,
        isActive: true,
      },
    ]),
  );
  expect(await screen.findByText('Report scheduled')).toBeInTheDocument();
});

test('a refusal of the server is shown, and the form stays', async () => {
  server.createReportSchedule = () => refuse('rule', 'There can be at most 200.');
  open();
  await (await table()).findByText('Financial report');
  await userEvent.click(screen.getByRole('button', { name: 'Schedule Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a Report' }));
  await userEvent.selectOptions(dialog.getByLabelText(/^Report/), 'Financial report');
  await userEvent.type(dialog.getByLabelText(/^Send to/), 'grace@example.com');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('There can be at most 200.')).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Schedule a Report' })).toBeInTheDocument();
});

test('sends now, stops, resumes and deletes', async () => {
  open();
  await (await table()).findByText('Financial report');
  const act = async (label: string, of: string) => {
    await userEvent.click(
      screen.getByRole('button', { name: new RegExp(`^More actions for ${of}`) }),
    );
    await userEvent.click(await screen.findByRole('menuitem', { name: label }));
  };
  await act('Send now', 'Financial report');
  expect(await screen.findByText(/grace@example.com, peter@example.com/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('2 e-mails of 9 Nov 2026 to 15 Nov 2026')).toBeInTheDocument();
  await act('Stop', 'Financial report');
  await waitFor(() =>
    expect(bodies('PUT /api/reports/schedules/1')).toMatchObject([{ isActive: false, version: 3 }]),
  );
  await act('Resume', 'Ageing of debts');
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
  await waitFor(() =>
    expect(bodies('PUT /api/reports/schedules/2')).toMatchObject([{ isActive: true, version: 1 }]),
  );
  await act('Delete', 'Ageing of debts');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(callsOf(served.seen, 'DELETE /api/reports/schedules/2')).toHaveLength(1),
  );
});

test('says what to do without schedules, after a failure, and to a role that may not', async () => {
  server.listReportSchedules = () => [];
  const first = open();
  expect(await screen.findByText('No reports by e-mail yet')).toBeInTheDocument();
  first.unmount();
  server.listReportSchedules = () => refuse('unavailable', 'The database is busy.');
  const second = open();
  expect(await screen.findByText('The database is busy.')).toBeInTheDocument();
  second.unmount();
  const before = served.seen.length;
  open('support');
  expect(
    await screen.findByText(/^Your role may not schedule reports by e-mail\. Ask/),
  ).toBeInTheDocument();
  expect(served.seen.slice(before).some(({ url }) => url.pathname.includes('schedules'))).toBe(
    false,
  );
});
