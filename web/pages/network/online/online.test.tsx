import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../../testing/choose-filter.ts';
import {
  aClosedSession,
  accessSettingsSample,
  anAccessAccount,
  aRefusal,
  aRouter,
  aSession,
  someSessionSums,
} from '../../../testing/network-samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { NetworkPage } from '../network-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let settings: Record<string, unknown>;
let asked: unknown[];
const noCustomer = { customerId: null, customerNumber: '', customerName: '' };
const none = () => ({ rows: [], total: 0 });

beforeEach(() => {
  settings = { ...accessSettingsSample, enforced: true };
  asked = [];
  const listed =
    (...rows: object[]) =>
    ({ query }: { query?: unknown }) => {
      asked.push(query);
      return { rows, total: rows.length };
    };
  server = {
    getAccessSettings: () => settings,
    listRouters: () => ({ rows: [aRouter()], total: 1 }),
    sumSessions: () => someSessionSums,
    listSessions: listed(
      aSession(),
      aSession({ id: 32, username: 'sc004', isAsDecided: false }),
      aSession({ id: 33, username: 'sc005', access: 'garden', reason: 'suspended' }),
      aSession({
        id: 34,
        username: 'vb-2026-000007/3',
        kind: 'code',
        isAsDecided: false,
        ...noCustomer,
      }),
    ),
    listClosedSessions: listed(aClosedSession()),
    listRefusals: listed(
      aRefusal(),
      aRefusal({
        ...{ id: 42, accountId: null, username: 'nobody', customerId: null, customerNumber: '' },
        ...{ customerName: '', reason: 'unknown', count: 1 },
      }),
      aRefusal({ id: 43, username: 'wf-2026-000002/1', reason: 'usedUp', ...noCustomer }),
    ),
    listUnusableReports: () => [
      { day: '2026-11-20', routerId: 3, routerName: 'Bor', reason: 'account', count: 1204 },
    ],
    listNotEnforced: listed({
      ...{ customerId: 9, customerNumber: 'SC009', customerName: 'Nile Hotel' },
      ipAddress: '10.9.9.9',
    }),
  };
});

const open = (view: string, role: Parameters<typeof renderAs>[0] = 'technical_manager') =>
  renderAs(role, <NetworkPage />, `/dashboard?tab=network&view=${view}`);

test('who is online, with the sums and the state in words', async () => {
  open('online');
  const figures = within(await screen.findByRole('region', { name: 'Online in figures' }));
  expect(await figures.findByText('1,204 sessions')).toBeVisible();
  expect(figures.getByText('1,202 as decided; 2 waiting for router Bor')).toBeVisible();
  expect(figures.getByText('24.1 Gbps')).toBeVisible();
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
  expect(await screen.findByText('As decided')).toBeVisible();
  expect(row('sc003')).toHaveTextContent('3 h 05 min');
  expect(row('sc003')).toHaveTextContent('1.5 GB');
  expect(row('sc004')).toHaveTextContent('Waiting for the router');
  expect(row('sc005')).toHaveTextContent('As decided: payment page');
  expect(screen.getByRole('link', { name: 'VB-2026-000007' })).toHaveAttribute(
    'href',
    '/voucher-management?view=all&vouchers-q=VB-2026-000007',
  );
});

test("with 'observe only' it is said what would be done; the same where everybody is let on", async () => {
  settings = accessSettingsSample;
  const view = open('online');
  expect(await screen.findByText('Would be suspended')).toBeVisible();
  expect(screen.getByText('Observe only:')).toBeVisible();
  view.unmount();
  settings = { ...accessSettingsSample, enforced: true };
  const until = new Date(Date.UTC(2100, 0, 1)).toISOString();
  server.listRouters = () => ({ rows: [aRouter({ everybodyUntil: until })], total: 1 });
  open('online');
  expect(await screen.findByText('Would be suspended')).toBeVisible();
  expect(screen.getByText(/at Bor: nobody is refused there/)).toBeVisible();
});

test('a session is ended after a question; who may not sees why', async () => {
  const user = userEvent.setup();
  server.endSession = () => aSession();
  const view = open('online');
  await user.click(await screen.findByRole('button', { name: 'End session sc003' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/signs in again within seconds/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'End session' }));
  expect(await screen.findByText('Router told')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/access/sessions/31/end')).toHaveLength(1);
  view.unmount();
  open('online', 'support');
  expect(await screen.findByRole('button', { name: 'End session sc003' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('filters by router and access are sent, and exported', async () => {
  const user = userEvent.setup();
  server.exportSessions = ({ query }) => {
    asked.push(query);
    return { filename: 'sessions.csv' };
  };
  open('online');
  await chooseFilter('Router', 'Bor');
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ routerId: 2 })));
  await chooseFilter('Access', 'Payment page only');
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ access: 'garden' })));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: /csv/ }));
  await waitFor(() => expect(served.saved).toEqual(['sessions.csv']));
});

test('who had an address: by the form, and by a click on an address', async () => {
  const user = userEvent.setup();
  open('online&online-part=ended');
  expect(await screen.findByText('the line was lost')).toBeVisible();
  expect(screen.getByRole('link', { name: '10.20.0.7: who had this address' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&view=online&online-part=ended&ended-ip=10.20.0.7',
  );
  await user.click(screen.getByRole('button', { name: 'Who had an address' }));
  const form = await openedForm('Who Had an Address');
  await user.type(form.getByLabelText(/^IP address/), 'nowhere{Enter}');
  expect(await form.findByText(/Enter an IP address such as/)).toBeVisible();
  await user.clear(form.getByLabelText(/^IP address/));
  await user.type(form.getByLabelText(/^IP address/), '10.20.0.8{Enter}');
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ ip: '10.20.0.8' })));
  expect(
    await screen.findByRole('button', { name: 'Remove filter Address: 10.20.0.8' }),
  ).toBeVisible();
});

test('refused sign-ins say why, and lead to the customer', async () => {
  open('refusals', 'support');
  const row = within(await screen.findByRole('row', { name: /sc003/ }));
  expect(row.getByText('Wrong password')).toBeVisible();
  expect(row.getByText('4')).toBeVisible();
  expect(row.getByRole('link', { name: 'Juba Tea House' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&customer=SC003',
  );
  expect(screen.getByRole('row', { name: /nobody/ })).toHaveTextContent('Unknown name');
  const code = within(screen.getByRole('row', { name: /wf-2026-000002/ }));
  expect(code.getByText('Data of the code are used up')).toBeVisible();
  expect(code.getByRole('link', { name: 'WF-2026-000002' })).toHaveAttribute(
    'href',
    '/voucher-management?view=wifi&sessions-q=WF-2026-000002',
  );
  await chooseFilter('Why', 'Too many sessions');
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ reason: 'tooMany' })));
});

test('customers who are not enforced lead to the form of an account', async () => {
  open('online&online-part=not-enforced');
  const row = within(await screen.findByRole('row', { name: /Nile Hotel/ }));
  expect(row.getByText('10.9.9.9')).toBeVisible();
  expect(row.getByRole('link', { name: 'Add access account' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&customer=SC009&its-part=access&add=access-account',
  );
});

test('reports that could not be stored are below the refused sign-ins', async () => {
  const refused = open('refusals');
  const table = within(
    await screen.findByRole('table', { name: 'Reports that could not be stored' }),
  );
  expect(table.getByRole('row', { name: /Bor/ })).toHaveTextContent(
    '20 Nov 2026BorNo account of this name1,204',
  );
  refused.unmount();
  server.listUnusableReports = () => [];
  open('refusals');
  expect(await screen.findByText('nobody')).toBeVisible();
  expect(screen.queryByText('Reports that could not be stored')).not.toBeInTheDocument();
});

test('empty lists say what shows there; one that could not be read says why', async () => {
  server = { ...server, listSessions: none, listRefusals: none };
  const online = open('online');
  expect(await screen.findByText('Nobody is online')).toBeVisible();
  online.unmount();
  const refused = open('refusals');
  expect(await screen.findByText('No sign-in was refused')).toBeVisible();
  refused.unmount();
  server.listSessions = () => refuse('unavailable', 'The database does not answer. Try again.');
  open('online');
  expect(await screen.findByText('The database does not answer. Try again.')).toBeVisible();
});

test('who used most in a month, and all accounts with their export', async () => {
  const user = userEvent.setup();
  server.listTopUsers = () => ({
    rows: [
      {
        ...{ accountId: 5, username: 'sc003', customerNumber: 'SC003', customerName: 'Nile Hotel' },
        ...{ packageType: 'Basic Fiber', downloadKbps: 10_000 },
        ...{ uploadBytes: 2e9, downloadBytes: 8e9, totalBytes: 1e10 },
      },
    ],
    total: 1,
  });
  const top = open('online&online-part=top');
  const row = await screen.findByRole('row', { name: /Nile Hotel/ });
  expect(row).toHaveTextContent('Basic Fiber10 Mbps10 GB8 GB2 GB');
  const month = screen.getByLabelText('Month');
  await user.selectOptions(month, within(month).getAllByRole('option')[1]!);
  await waitFor(() => {
    const calls = callsOf(served.seen, 'GET /api/access/top-users');
    expect(calls.at(-1)?.url.searchParams.get('month')).toMatch(/^\d{4}-\d{2}$/);
    expect(calls[0]?.url.searchParams.has('month')).toBe(false);
  });
  top.unmount();
  server.listAccessAccounts = () => ({ rows: [anAccessAccount()], total: 1 });
  open('online&online-part=accounts');
  expect(await screen.findByRole('row', { name: /sc003/ })).toHaveTextContent('PPPoE');
  expect(screen.getByRole('button', { name: /Export/ })).toBeVisible();
});
