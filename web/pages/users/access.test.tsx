import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import { aSession } from '../../testing/factor-samples.ts';
import { aUser } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { UsersPage } from './users-page.tsx';

const account = {
  id: 9,
  fullName: 'Deng Majok',
  username: 'deng',
  email: 'deng@example.net',
  role: 'support',
  grants: [],
  isActive: true,
  version: 1,
};
let server: StubServer;
const served = serveCalls(() => server);

beforeEach(() => {
  storeUser(aUser({ role: 'super_admin' }));
  server = {
    listUsers: () => ({ rows: [account], total: 1 }),
    resetSecondFactor: () => ({ message: 'The second factors of Deng Majok were removed.' }),
    listUserSessions: () => [aSession({ isCurrent: false })],
    endUserSessions: () => ({ ended: 1 }),
    getSecuritySettings: () => ({ requiredRoles: ['ceo', 'billing'], minPasswordLength: 6 }),
  };
});

async function choose(action: string) {
  renderAs('super_admin', <UsersPage />, '/user-management?view=management');
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Deng Majok' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
}

test('resets the second factor of a user after a question that names the user', async () => {
  await choose('Reset second factor');
  const asked = within(
    await screen.findByRole('alertdialog', { name: 'Reset the second factor of Deng Majok?' }),
  );
  await userEvent.click(asked.getByRole('button', { name: 'Reset second factor' }));
  expect(await screen.findByText('The second factors of Deng Majok were removed.')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/users/9/reset-second-factor')).toHaveLength(1);
});

test('shows the sessions of a user and ends all of them', async () => {
  await choose('Sessions');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Sessions of Deng Majok' }));
  expect(await dialog.findByText('Firefox on Linux')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'End all' }));
  expect(await screen.findByText('1 session of Deng Majok ended.')).toBeVisible();
});

test('says that a user is not signed in, and then ends nothing', async () => {
  server.listUserSessions = () => [];
  await choose('Sessions');
  expect(await screen.findByText('Deng Majok is not signed in')).toBeVisible();
  expect(screen.getByRole('button', { name: 'End all' })).toHaveAttribute('aria-disabled', 'true');
});

test('saves which roles need a second factor, and the shortest password', async () => {
  server.updateSecuritySettings = ({ body }) => body;
  renderAs('super_admin', <UsersPage />, '/user-management?view=security');
  const ceo = await screen.findByRole('checkbox', { name: 'CEO' });
  expect(ceo).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Technician' })).not.toBeChecked();
  await userEvent.click(ceo);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Technician' }));
  const length = screen.getByRole('textbox', { name: /^Shortest password/ });
  await userEvent.clear(length);
  await userEvent.type(length, '5{Enter}');
  expect(await screen.findByText(/must be a whole number from 6 to 64/)).toBeVisible();
  await userEvent.clear(length);
  await userEvent.type(length, '10{Enter}');
  expect(await screen.findByText('Settings saved')).toBeVisible();
  await waitFor(() =>
    expect(callsOf(served.seen, 'PUT /api/users/security-settings')[0]?.body).toEqual({
      ...{ requiredRoles: ['technician', 'billing'], minPasswordLength: '10' },
    }),
  );
});
