import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ModuleScreen } from '../../app/modules/module-screen.tsx';
import { storeUser } from '../../client/session.ts';
import { chooseFilter } from '../../testing/choose-filter.ts';
import { aUser } from '../../testing/samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
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
const served = serveCalls(() => server);

beforeEach(() => {
  storeUser(aUser({ role: 'super_admin' }));
  server = {
    userStats: () => ({ total: 1, active: 1, pendingChanges: 0, administrators: 1 }),
    listUsers: () => ({ rows: [] }),
  };
});

test('without the permission, title and page show Access Denied, and nothing is requested', () => {
  document.title = 'Nimule Networks';
  renderAs('billing', <ModuleScreen module="users" />, '/user-management');
  expect(screen.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
  expect(screen.getByText("You don't have permission to access user management.")).toBeVisible();
  expect(document.title).toBe('Access Denied');
  expect(served.seen).toEqual([]);
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

test('errors of a new account are shown at their fields and in a toast', async () => {
  const taken = 'This username is taken.';
  server.createUser = () => refuse('conflict', 'The account was not created.', { username: taken });
  const form = await createUser();
  expect(await form.findByText(taken)).toBeVisible();
  expect(form.getByLabelText(/^Username/)).toHaveFocus();
  expect(await screen.findByText('The account was not created.')).toBeVisible();
});

test('an internal error shows the text of the specification', async () => {
  server.createUser = () => {
    throw new Error('a bug');
  };
  await createUser();
  expect(await screen.findByText('Failed to create user. Please try again.')).toBeVisible();
});

test('a generated password is sent and shown once with a copy button', async () => {
  const user = userEvent.setup();
  const bodies: { password?: string }[] = [];
  server.createUser = ({ body }) => {
    bodies.push(body as { password: string });
    return { id: 9, fullName: 'Deng Majok' };
  };
  renderAs('super_admin', <UsersPage />, '/user-management');
  await user.click(screen.getByRole('button', { name: 'Create User' }));
  const form = await openedForm('Create New User');
  await user.type(form.getByLabelText(/^Full name/), 'Deng Majok');
  await user.type(form.getByLabelText(/^Username/), 'deng');
  await user.type(form.getByLabelText(/^E-mail/), 'deng@example.net');
  await user.click(form.getByRole('button', { name: 'Generate password' }));
  await user.click(form.getByRole('button', { name: 'Create user' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Password of Deng Majok' }));
  const password = bodies[0]?.password ?? '';
  expect(password).toMatch(/^[a-zA-Z2-9]{14}$/);
  expect(shown.getByLabelText('Temporary password')).toHaveValue(password);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await shown.findByText('Copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(password);
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue(password)).toBeNull());
});

test('a typed password is not shown again', async () => {
  server.createUser = () => ({ id: 9, fullName: 'Deng Majok' });
  await createUser();
  expect(await screen.findByText('User Created')).toBeVisible();
  expect(screen.queryByText(/shown only now/)).toBeNull();
});

const deng = {
  id: 9,
  fullName: 'Deng Majok',
  username: 'deng',
  email: 'deng@example.net',
  role: 'support',
  grants: [] as string[],
  isActive: true,
  version: 1,
};

test('a reset generates a password and shows it once', async () => {
  const user = userEvent.setup();
  server.listUsers = () => ({ rows: [deng], total: 1 });
  server.resetUserPassword = () => ({ temporaryPassword: 'xYz45678abcdef' });
  renderAs('super_admin', <UsersPage />, '/user-management?view=management');
  await user.click(await screen.findByRole('button', { name: /^More/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reset password' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Reset the password of Deng Majok' }),
  );
  await user.click(dialog.getByRole('button', { name: 'Reset password' }));
  expect(await dialog.findByLabelText('Temporary password')).toHaveValue('xYz45678abcdef');
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('xYz45678abcdef');
});

test('suspending needs a confirmation', async () => {
  const user = userEvent.setup();
  const bodies: unknown[] = [];
  server.listUsers = () => ({ rows: [deng], total: 1 });
  server.suspendUser = ({ body }) => {
    bodies.push(body);
    return { ...deng, isActive: false };
  };
  renderAs('super_admin', <UsersPage />, '/user-management?view=management');
  const question = async () => {
    await user.click(await screen.findByRole('button', { name: /^Suspend/ }));
    return within(await screen.findByRole('alertdialog', { name: 'Suspend User' }));
  };
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(bodies).toEqual([]);
  await user.click((await question()).getByRole('button', { name: 'Suspend user' }));
  expect(await screen.findByText('User Status Updated')).toBeVisible();
  expect(bodies).toEqual([{ isActive: false }]);
});

test('changing the own e-mail address needs the password', async () => {
  const user = userEvent.setup();
  const own = { ...deng, ...aUser({ role: 'master_admin' }) };
  storeUser(aUser({ role: 'master_admin' }));
  const bodies: unknown[] = [];
  server.listUsers = () => ({ rows: [own], total: 1 });
  server.updateUser = ({ body }) => {
    bodies.push(body);
    const { currentPassword } = body as { currentPassword?: string };
    if (currentPassword) return { ...own, version: 2 };
    const message = 'Enter your current password to change your own e-mail address.';
    return refuse('rule', message, { currentPassword: message });
  };
  renderAs('master_admin', <UsersPage />, '/user-management?view=management');
  await user.click(await screen.findByRole('button', { name: /^Edit/ }));
  const form = await openedForm('Edit User');
  expect(form.queryByLabelText(/^Your current password/)).toBeNull();
  await user.clear(form.getByLabelText(/^E-mail/));
  await user.type(form.getByLabelText(/^E-mail/), 'achol@example.net');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await form.findByText(/^Enter your current password/)).toBeVisible();
  await user.type(form.getByLabelText(/^Your current password/), 'Quiet river 27');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('User Updated')).toBeInTheDocument();
  expect(bodies).toMatchObject([
    { email: 'achol@example.net' },
    { email: 'achol@example.net', currentPassword: 'Quiet river 27' },
  ]);
});

test('a role that may no longer be assigned is discarded, and the name can be saved', async () => {
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

const auditLine = {
  ...{ id: 9, at: '2026-11-20T08:00:00.000Z', actorKind: 'staff', actorId: 4 },
  ...{ actorName: 'Grace Akol', actorUsername: 'grace', origin: '10.0.0.7' },
  ...{ action: 'payment.record', entity: 'payment', entityId: '12' },
  ...{ summary: 'RCT-2026-000012', before: null, after: null, format: 2 },
};

test('the audit log is filtered by user, kind, record and days', async () => {
  const user = userEvent.setup();
  server.listUsers = () => ({ rows: [aUser({ username: 'grace', fullName: 'Grace Akol' })] });
  server.listAuditLog = () => ({
    rows: [auditLine, { ...auditLine, id: 8, entity: 'disconnectRun', summary: '3 customers' }],
  });
  renderAs('super_admin', <UsersPage />, '/user-management?view=audit&audit-since=2026-11-01');
  const line = within(await screen.findByRole('row', { name: /RCT-2026-000012/ }));
  expect(line.getByText('Payment recorded')).toBeVisible();
  expect(line.getByText('Grace Akol')).toBeVisible();
  const run = within(screen.getByRole('row', { name: /3 customers/ }));
  expect(run.getByText('Disconnect run')).toBeVisible();
  await chooseFilter('User', 'Grace Akol');
  await chooseFilter('Kind of record', 'Payment');
  await user.type(
    screen.getByRole('textbox', { name: 'Number of a record' }),
    'rct-2026-000012{Enter}',
  );
  await waitFor(() =>
    expect(
      Object.fromEntries(callsOf(served.seen, 'GET /api/audit-log').at(-1)!.url.searchParams),
    ).toMatchObject({
      ...{ user: 'grace', entity: 'payment', entityId: 'rct-2026-000012', since: '2026-11-01' },
    }),
  );
});
