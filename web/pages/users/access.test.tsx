import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import { aSession } from '../../testing/factor-samples.ts';
import { aUser } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { openedForm, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
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

const waits = {
  waiting: true,
  approvalId: 6,
  message: 'Waits for the approval of another person who manages users.',
};

test('says that the reset of a second factor waits for another person', async () => {
  server.resetSecondFactor = () => waits;
  await choose('Reset second factor');
  const asked = within(await screen.findByRole('alertdialog'));
  await userEvent.click(asked.getByRole('button', { name: 'Reset second factor' }));
  expect(await screen.findByText('Asked for approval')).toBeVisible();
  expect(screen.getByText(waits.message)).toBeVisible();
  expect(screen.queryByText('Second Factor Reset')).toBeNull();
});

test('shows the password of a reset that waits, and that the present one stays in use', async () => {
  server.resetUserPassword = () => ({ ...waits, temporaryPassword: 'xYz45678abcdef' });
  await choose('Reset password');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Reset password' }));
  const text = `${waits.message} Until then the present password stays in use.`;
  expect(await dialog.findByText(text)).toBeVisible();
  expect(dialog.getByLabelText('Temporary password')).toHaveValue('xYz45678abcdef');
});

test('says that an account waits to be reactivated', async () => {
  server.listUsers = () => ({ rows: [{ ...account, isActive: false }], total: 1 });
  server.suspendUser = () => waits;
  renderAs('super_admin', <UsersPage />, '/user-management?view=management');
  await userEvent.click(await screen.findByRole('button', { name: /^Reactivate/ }));
  expect(await screen.findByText('Asked for approval')).toBeVisible();
  expect(screen.queryByText('User Status Updated')).toBeNull();
});

test('shows the generated password of a new account that waits', async () => {
  const user = userEvent.setup();
  server.userStats = () => ({ total: 1, active: 1, pendingChanges: 0, administrators: 1 });
  server.createUser = ({ body }) => ({
    ...waits,
    temporaryPassword: (body as { password: string }).password,
  });
  renderAs('developer', <UsersPage />, '/user-management');
  await user.click(screen.getByRole('button', { name: 'Create User' }));
  const form = await openedForm('Create New User');
  await user.type(form.getByLabelText(/^Full name/), 'Achol Deng');
  await user.type(form.getByLabelText(/^Username/), 'achol');
  await user.type(form.getByLabelText(/^E-mail/), 'achol@example.net');
  await user.click(form.getByRole('button', { name: 'Generate password' }));
  await user.click(form.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('Asked for approval')).toBeVisible();
  expect(await screen.findByRole('dialog', { name: 'Password of Achol Deng' })).toBeVisible();
  expect(screen.queryByText('User Created')).toBeNull();
});
