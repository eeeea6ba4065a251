import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { storeUser } from '../../client/session.ts';
import { aUser } from '../../testing/samples.ts';
import {
  openedForm,
  refuse,
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
