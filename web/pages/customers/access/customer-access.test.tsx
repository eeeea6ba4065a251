import { isoDate } from '@nimule/core/kernel/dates';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import {
  aClosedSession,
  accessSettingsSample,
  anAccessAccount,
  aRefusal,
  aSession,
} from '../../../testing/network-samples.ts';
import { aCustomer, anAccount } from '../../../testing/samples.ts';
import { callsOf } from '../../../testing/stub-fetch.ts';
import {
  customersServer,
  openedForm,
  refuse,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../../testing/stub-server.tsx';
import { CustomersPage } from '../customers-page.tsx';
import { everyDay } from './account-usage.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let accounts: ReturnType<typeof anAccessAccount>[];
const listed = (...rows: object[]) => ({ rows, total: rows.length });

beforeEach(() => {
  accounts = [anAccessAccount({ access: 'garden', reason: 'suspended' })];
  server = {
    ...customersServer(() => [aCustomer()]),
    lookupCustomer: () => aCustomer(),
    customerAccount: () => anAccount(),
    getAccessSettings: () => ({ ...accessSettingsSample, enforced: true }),
    listAccessAccounts: ({ query }) => {
      expect(query).toMatchObject({ customerId: 3 });
      return listed(...accounts);
    },
    getAccessAccount: () => accounts[0],
    listSessions: () => listed(),
    listClosedSessions: () => listed(aClosedSession()),
    listRefusals: () => listed(aRefusal()),
    accessUsage: () => [],
    showAccessPassword: () => ({ username: 'sc003', password: 'K7RTM2WXQA' }),
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'support') =>
  renderAs(role, <CustomersPage />, '/dashboard?tab=customers&customer=SC003&its-part=access');
const drawer = async () => within(await screen.findByRole('dialog', { name: 'Juba Tea House' }));

async function choose(action: string) {
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'More actions for sc003' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return user;
}

test('accounts have their state, speed and usage; it is said why the customer is offline', async () => {
  open();
  const detail = await drawer();
  const row = await detail.findByRole('row', { name: /sc003/ });
  expect(row).toHaveTextContent('Payment page only: suspended');
  expect(row).toHaveTextContent('50 Mbps');
  expect(row).toHaveTextContent('1.3 GB');
  const why = within(await detail.findByRole('region', { name: 'Why offline' }));
  expect(
    await why.findByText('The customer is suspended: a sign-in reaches the payment page only.'),
  ).toBeVisible();
  expect(why.getByText(/Router Bor refused sc003 .*the password was wrong/)).toBeVisible();
  expect(await detail.findByText('Nothing used yet')).toBeVisible();
});

test('who is online is shown with the router and the address, and that a suspension is not applied', async () => {
  accounts = [anAccessAccount({ sessions: 1, access: 'garden', reason: 'suspended' })];
  server.getAccessSettings = () => accessSettingsSample;
  server.listSessions = () => listed(aSession());
  open();
  const detail = await drawer();
  const online = within(await detail.findByRole('region', { name: 'Online' }));
  expect(await online.findByText(/at router Bor, reported for 3 h 05 min/)).toHaveTextContent(
    '10.20.0.7: 1.5 GB down, 20 MB up.',
  );
  expect(online.getByText(/shown below and not applied now/)).toBeVisible();
});

test('a new account has the number of the customer as its name, and its password is shown', async () => {
  accounts = [];
  server.createAccessAccount = ({ body }) => anAccessAccount(body as Record<string, unknown>);
  const user = userEvent.setup();
  open();
  const detail = await drawer();
  expect(await detail.findByText('No access account yet')).toBeVisible();
  await user.click(detail.getByRole('button', { name: 'Add access account' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Access Account' }));
  expect(form.getByLabelText(/^User name/)).toHaveValue('sc003');
  await user.click(form.getByRole('button', { name: 'Add account' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Password of sc003' }));
  expect(shown.getByLabelText('Password')).toHaveValue('K7RTM2WXQA');
  const [call] = callsOf(served.seen, 'POST /api/access/accounts');
  expect(call?.body).toMatchObject({ customerId: 3, kind: 'pppoe', username: 'sc003' });
  expect(call?.body).not.toHaveProperty('password');
});

test('a device has a MAC address and no password', async () => {
  server.createAccessAccount = ({ body }) => anAccessAccount(body as Record<string, unknown>);
  const user = userEvent.setup();
  open();
  await user.click(await screen.findByRole('button', { name: 'Add access account' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Access Account' }));
  await user.type(form.getByLabelText(/^Password/), 'typed-before');
  await user.selectOptions(form.getByLabelText(/^Kind/), 'Device by its MAC address');
  expect(form.queryByLabelText(/^Password/)).toBeNull();
  await user.type(form.getByLabelText(/^MAC address/), 'AA-BB-CC-DD-EE-FF');
  await user.click(form.getByRole('button', { name: 'Add account' }));
  expect(await screen.findByText('Access account added')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/access/accounts')[0]?.body).not.toHaveProperty('password');
  expect(callsOf(served.seen, 'POST /api/access/accounts/5/password/show')).toEqual([]);
});

test('an account is edited and blocked with its version', async () => {
  const bodies: unknown[] = [];
  server.updateAccessAccount = ({ body }) => {
    bodies.push(body);
    accounts = [{ ...accounts[0]!, ...(body as object) }];
    return accounts[0];
  };
  const user = await choose('Edit');
  const form = await openedForm('Edit Access Account');
  await user.type(form.getByLabelText(/^Fixed IP address/), '10.20.0.9');
  await user.click(form.getByRole('button', { name: 'Save account' }));
  expect(await screen.findByText('Access account saved')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Block sc003' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Every sign-in is refused/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Block account' }));
  expect(await screen.findByRole('button', { name: 'Unblock sc003' })).toBeVisible();
  expect(bodies).toEqual([
    expect.objectContaining({ fixedIp: '10.20.0.9', sessionsAtOnce: 1, version: 2 }),
    { isBlocked: true, version: 2 },
  ]);
});

test('a password is shown and renewed', async () => {
  server.renewAccessPassword = () => ({ username: 'sc003', password: 'NEW2WXQAK7' });
  const user = await choose('Show password');
  const shown = within(await screen.findByRole('dialog', { name: 'Password of sc003' }));
  expect(shown.getByLabelText('Password')).toHaveValue('K7RTM2WXQA');
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'More actions for sc003' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renew password' }));
  const form = await openedForm('Renew Password');
  await user.click(form.getByRole('button', { name: 'Renew password' }));
  expect(await screen.findByDisplayValue('NEW2WXQAK7')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/access/accounts/5/password')[0]?.body).toEqual({});
});

test('the usage of 31 days is a chart with its numbers', async () => {
  server.accessUsage = ({ query }) => {
    expect(query).toEqual({ days: 31 });
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Juba' }).format(new Date());
    return [{ day, uploadBytes: 5_000_000, downloadBytes: 1_000_000_000 }];
  };
  open();
  const chart = await screen.findByRole('img', { name: /^Bar chart/ });
  expect(chart).toHaveAccessibleName(expect.stringMatching(/ 1 GB\.$/));
  const days = everyDay(
    [{ day: isoDate('2026-11-02'), uploadBytes: 1, downloadBytes: 2 }],
    isoDate('2026-11-21'),
  );
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([31, '2026-10-22', '2026-11-21']);
  expect(days.filter(({ downloadBytes }) => downloadBytes > 0)).toEqual([
    { day: '2026-11-02', uploadBytes: 1, downloadBytes: 2 },
  ]);
});

test('a role that may only look sees why; an error can be tried again', async () => {
  const view = open('billing');
  expect(await screen.findByRole('button', { name: 'Block sc003' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Add access account' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  view.unmount();
  server.listAccessAccounts = () => refuse('unavailable', 'The database does not answer.');
  open('billing');
  expect(await screen.findByText('The database does not answer.')).toBeVisible();
});
