import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import { aUser } from '../../testing/samples.ts';
import {
  openedForm,
  refuse,
  refuseStale,
  renderAs,
  type StubServer,
  serveCalls,
} from '../../testing/stub-server.tsx';
import { UsersPage } from './users-page.tsx';

let server: StubServer;
serveCalls(() => server);

beforeEach(() => {
  storeUser(aUser({ role: 'super_admin' }));
  server = {
    userStats: () => ({ total: 1, active: 1, pendingChanges: 0, administrators: 1 }),
    listUsers: () => ({ rows: [] }),
  };
});

test('those who may not come here read so in the title too', () => {
  document.title = 'Nimule Networks';
  renderAs('billing', <UsersPage />, '/user-management');
  expect(screen.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  expect(document.title).toBe('Access Denied');
});

async function createUser() {
  const user = userEvent.setup();
  renderAs('super_admin', <UsersPage />, '/user-management');
  await user.click(screen.getByRole('button', { name: 'Create User' }));
  const form = await openedForm('Create New User');
  await user.type(form.getByLabelText(/^Full name/), 'Deng Majok');
  await user.type(form.getByLabelText(/^Username/), 'achol');
  await user.type(form.getByLabelText(/^E-mail/), 'deng@example.net');
  await user.type(form.getByLabelText(/^Temporary password/), 'Quiet river 27');
  await user.click(form.getByRole('button', { name: 'Create user' }));
  return form;
}

test('what the server refuses of a new account stands at its field and in a toast', async () => {
  const taken = 'This username is taken.';
  server.createUser = () => refuse('conflict', 'The account was not created.', { username: taken });
  const form = await createUser();
  expect(await form.findByText(taken)).toBeVisible();
  expect(form.getByLabelText(/^Username/)).toHaveFocus();
  expect(await screen.findByText('The account was not created.')).toBeVisible();
});

test('a fault in creating an account is told in the words of the specification', async () => {
  server.createUser = () => {
    throw new Error('a bug');
  };
  await createUser();
  expect(await screen.findByText('Failed to create user. Please try again.')).toBeVisible();
});

test('a role that may no longer be given to the account is given up, and its name can be saved', async () => {
  const user = userEvent.setup();
  let account = {
    id: 9,
    fullName: 'Deng Majok',
    username: 'deng',
    email: 'deng@example.net',
    role: 'support',
    grants: [],
    isActive: true,
    version: 1,
  };
  const bodies: unknown[] = [];
  server.listUsers = () => ({ rows: [account], total: 1 });
  server.updateUser = ({ body }) => {
    bodies.push(body);
    if (bodies.length > 1) return account;
    account = { ...account, role: 'developer', version: 2 };
    return refuseStale();
  };
  renderAs('super_admin', <UsersPage />, '/user-management?view=management');
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  const form = await openedForm('Edit User');
  const name = form.getByLabelText(/^Full name/);
  await user.clear(name);
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await form.findByText('The full name is required.')).toBeVisible();
  await user.type(name, 'Deng Majok Kuol');
  await user.selectOptions(form.getByLabelText(/^Role/), 'billing');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  await user.click(await form.findByRole('button', { name: 'Load the current version' }));
  expect(await form.findByText('This is the current version')).toBeVisible();
  const role = form.getByLabelText(/^Role/);
  expect(role).toHaveValue('developer');
  expect(role).toBeDisabled();
  expect(role).toHaveAccessibleDescription(/what you typed \(Billing\) no longer applies/);
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('User Updated')).toBeInTheDocument();
  expect(bodies[1]).toMatchObject({ fullName: 'Deng Majok Kuol', version: 2 });
  expect(bodies[1]).not.toHaveProperty('role');
});
