import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { aTicket } from '../../testing/ticket-samples.ts';
import { OverviewPage } from './overview-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);

/** Observers of the page, of which the test says when something comes into view. */
let seen: (() => void)[];
beforeEach(() => {
  seen = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        seen.push(() => this.tell([{ isIntersecting: true }]));
        this.tell([{ isIntersecting: false }]);
      }
      disconnect() {}
    },
  );
  server = {
    dashboardAttention: () => [
      {
        ...{ kind: 'approvals', title: '2 requests wait for your decision.', count: 2 },
        ...{ amountUsd: null, severity: 'info', link: { to: 'approvals', query: {} } },
      },
    ],
    dashboardStats: () => refuse('unavailable', 'The database does not answer.'),
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (role: Parameters<typeof renderAs>[0] = 'technician') =>
  renderAs(role, <OverviewPage />, '/dashboard');
const asksStats = () => callsOf(served.seen, 'GET /api/dashboard/stats').length;
const part = async (name: string) => within(await screen.findByRole('region', { name }));

test('a technician begins with the visits, and asks for no revenue before scrolling', async () => {
  const visit = aTicket({ id: 1, ticketId: 'TKT-001', visitDate: '2026-01-02' });
  server.ownWork = () => ({
    order: ['visits', 'tickets'],
    visits: { total: 1, rows: [visit] },
    tickets: { total: 0, rows: [] },
  });
  open();
  const visits = await part('Today’s visits');
  expect(visits.getByRole('link', { name: /^Call Juba Tea House/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^tel:/),
  );
  expect(visits.getByRole('link', { name: 'Airport Road, Juba Central' })).toHaveAttribute(
    'href',
    expect.stringContaining('maps'),
  );
  expect(visits.getByText('Since 2 Jan 2026')).toBeVisible();
  const tickets = await part('Your open tickets');
  expect(tickets.getByText('No open ticket is assigned to you.')).toBeVisible();
  const regions = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));
  expect(regions.slice(0, 2)).toEqual(['Today’s visits', 'Your open tickets']);
  await waitFor(() => expect(seen).toHaveLength(1));
  expect(asksStats()).toBe(0);
  act(() => seen[0]!());
  expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
  expect(asksStats()).toBe(1);
});

test('the figures can be asked for without scrolling', async () => {
  server.ownWork = () => ({ order: [] });
  open();
  await userEvent.click(
    await screen.findByRole('button', { name: 'Show the figures of the company' }),
  );
  expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
});

test('a clerk sees the till and what was taken, a closed till says so', async () => {
  const payments = { recorded: 2, amountUsd: 145, receivedUsd: 125, receivedSsp: 8000 };
  const till = {
    ...{ id: 3, tillNumber: 'TILL-2026-0003', status: 'open', openedOn: '2026-11-21' },
    ...{ openedAt: '2026-11-21T06:00:00.000Z', cashUsd: 175, cashSsp: 8000 },
    ...{ countedUsd: null, countedSsp: null },
  };
  server.ownWork = () => ({
    ...{ order: ['payments', 'till'], payments: { ...payments, clerk: 'Abuk Thon' }, till },
  });
  const { unmount } = open('billing');
  expect((await part('Payments')).getByText('2 payments')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Taken today' })).toHaveAttribute(
    'href',
    expect.stringContaining('payments-clerk=Abuk+Thon'),
  );
  expect(screen.getByRole('button', { name: 'Record Payment' })).toBeVisible();
  const shown = await part('Your till');
  expect(shown.getByText(/\$175\.00/)).toHaveTextContent('SSP 8,000');
  unmount();
  server.ownWork = () => ({ order: ['till'], till: null });
  open('billing');
  expect((await part('Your till')).getByText(/It is closed/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open a till' })).toBeVisible();
});

test('an owner sees who owes most and who can decide on what waits', async () => {
  const waiting = (changes: object) => ({
    ...{ kind: 'payroll_batch', approvalId: null, entityId: 3, record: 'PB-2026-0003' },
    ...{ summary: 'Payroll of November 2026, 9 payslips', amountUsd: 10_745.5, refusal: 'x' },
    ...{ requestedBy: 'Mary Keji', requestedAt: '2026-11-20T08:00:00.000Z', mayDecide: false },
    ...{ deciders: ['Ann Wani', 'Peter Lado'], ...changes },
  });
  server.ownWork = () => ({
    order: ['figures', 'approvals'],
    figures: {
      billing: {
        ...{ outstandingUsd: 900, overdueUsd: 300, overdueInvoices: 2, paidThisMonthUsd: 50 },
        month: '2026-11',
      },
      over60Usd: 250,
      debtors: [
        {
          customerId: 'SC003',
          name: 'Juba Tea House',
          status: 'Active',
          totalUsd: 600,
          lateUsd: 0,
        },
      ],
    },
    approvals: {
      ...{ mine: 1, others: 2 },
      rows: [
        waiting({ mayDecide: true, entityId: 1, record: 'PB-2026-0001', amountUsd: null }),
        waiting({}),
        waiting({ entityId: 4, record: 'PB-2026-0004', deciders: [] }),
      ],
    },
  });
  open('ceo');
  const owed = await part('What is owed');
  expect(owed.getByRole('link', { name: 'Juba Tea House' })).toHaveAttribute(
    'href',
    expect.stringContaining('SC003'),
  );
  expect(owed.getByRole('link', { name: 'Over 60 days' })).toHaveAttribute(
    'href',
    '/reports?view=own&report=ageing&olderThan=60',
  );
  const approvals = await part('Waits for a decision');
  expect(approvals.getByText('1 for you, 2 for others')).toBeVisible();
  const [mine, others, nobody] = approvals.getAllByRole('listitem');
  expect(mine).toHaveTextContent('you can decide');
  expect(others).toHaveTextContent('Ann Wani or Peter Lado can decide.');
  expect(others).toHaveTextContent('$10,745.50');
  expect(nobody).toHaveTextContent('No active user can decide.');
  // The same matter is not told twice.
  await waitFor(() => expect(callsOf(served.seen, 'GET /api/dashboard/attention')).toHaveLength(1));
  expect(screen.queryByText('2 requests wait for your decision.')).toBeNull();
});

test('the books and the installation say what is open, and that nothing is', async () => {
  server.ownWork = () => ({
    order: ['books', 'system'],
    books: {
      ...{ openMonths: ['2026-09', '2026-10'], openCount: 2, entriesDue: 1, entriesDueUsd: 20 },
      expensesDue: 3,
    },
    system: {
      ...{ failedJobs: ['Monthly billing'], lastBackup: null, backupAlert: null },
      warnings: ['No mail server is connected: e-mails are not sent.'],
    },
  });
  const { unmount } = open('super_admin');
  const books = await part('The books');
  expect(books.getByRole('link', { name: 'September 2026' })).toHaveAttribute(
    'href',
    '/accounting?month=9&year=2026',
  );
  expect(books.getByRole('link', { name: '3 recurring expenses' })).toBeVisible();
  const system = await part('The installation');
  expect(system.getByText(/The job Monthly billing failed/)).toBeVisible();
  expect(system.getByText('none yet')).toBeVisible();
  unmount();
  server.ownWork = () => ({
    order: ['books'],
    books: { openMonths: [], openCount: 0, entriesDue: 0, entriesDueUsd: 0, expensesDue: 0 },
  });
  open('admin');
  expect((await part('The books')).getByText(/Every past month is locked/)).toBeVisible();
});

test('work that cannot be loaded can be asked for again, while the rest is shown', async () => {
  server.ownWork = () => refuse('unavailable', 'The database is busy.');
  open('billing');
  const failed = await part('Your work');
  expect(failed.getByText('The database is busy.')).toBeVisible();
  expect(await screen.findByText('2 requests wait for your decision.')).toBeVisible();
  server.ownWork = () => ({ order: ['till'], till: null });
  await userEvent.click(failed.getByRole('button', { name: 'Try again' }));
  expect(await part('Your till')).toBeDefined();
});
