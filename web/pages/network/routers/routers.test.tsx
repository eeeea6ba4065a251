import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { accessSettingsSample, aRouter } from '../../../testing/network-samples.ts';
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
let routers: ReturnType<typeof aRouter>[];
let settings: Record<string, unknown>;

beforeEach(() => {
  routers = [aRouter(), aRouter({ id: 3, name: 'Wau', nodeId: null, nodeName: '', sessions: 0 })];
  settings = { ...accessSettingsSample, enforced: true };
  server = {
    getAccessSettings: () => settings,
    listRouters: () => ({ rows: routers, total: routers.length }),
    getRouter: () => routers[0],
    listNodes: () => ({ rows: [], total: 0 }),
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'technical_manager', query = '') =>
  renderAs(role, <NetworkPage />, `/dashboard?tab=network&view=routers${query}`);

async function choose(action: string, role?: Parameters<typeof renderAs>[0]) {
  const user = userEvent.setup();
  open(role);
  await user.click(await screen.findByRole('button', { name: 'More actions for Bor' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return user;
}

test('routers are listed with their node and who is online', async () => {
  open();
  const row = within(await screen.findByRole('row', { name: /Bor/ }));
  expect(row.getByRole('link', { name: 'Juba Tower 1' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&node=4',
  );
  expect(row.getByRole('link', { name: '3 online at Bor: list of sessions' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&view=online&online-routerId=2',
  );
  expect(screen.queryByText('Observe only:')).toBeNull();
});

test('the secret of a new router is shown once, with what follows', async () => {
  const user = userEvent.setup();
  server.createRouter = ({ body }) => ({
    ...aRouter(body as Record<string, unknown>),
    secret: 'k7-new-secret',
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Add Router' }));
  const form = await openedForm('Add Router');
  await user.type(form.getByLabelText(/^Name/), 'Bor 2');
  await user.type(form.getByLabelText('Address'), 'nowhere');
  await user.click(form.getByRole('button', { name: 'Add router' }));
  expect(await form.findByText(/Enter an IP address such as/)).toBeVisible();
  await user.clear(form.getByLabelText('Address'));
  await user.type(form.getByLabelText('Address'), '10.1.1.2');
  await user.click(form.getByRole('button', { name: 'Add router' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of Bor 2' }));
  expect(shown.getByLabelText('Secret')).toHaveValue('k7-new-secret');
  expect(shown.getByText('isp radius config')).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/access/routers')[0]?.body).toMatchObject({
    name: 'Bor 2',
    kind: 'mikrotik',
    address: '10.1.1.2',
    nodeId: null,
    coaPort: 3799,
  });
  await user.click(shown.getByRole('button', { name: 'Done' }));
  expect(screen.queryByDisplayValue('k7-new-secret')).toBeNull();
});

test('a router is edited with its version; an emptied port is the usual one', async () => {
  const user = userEvent.setup();
  server.updateRouter = ({ body }) => ({ ...aRouter(), ...(body as object) });
  open();
  await user.click(await screen.findByRole('button', { name: 'Edit Bor' }));
  const form = await openedForm('Edit Router');
  await user.clear(form.getByLabelText(/^Port for orders/));
  await user.click(form.getByRole('button', { name: 'Save router' }));
  expect(await screen.findByText('Router saved')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/access/routers/2')[0]?.body).toMatchObject({
    ...{ name: 'Bor', nodeId: 4, coaPort: 3799, version: 1 },
  });
});

test('a renewed secret is confirmed first, and shown', async () => {
  server.renewRouterSecret = () => ({ ...aRouter(), secret: 'k8-renewed' });
  const user = await choose('Renew secret');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Sign-ins at this router fail until/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Renew secret' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of Bor' }));
  expect(shown.getByLabelText('Secret')).toHaveValue('k8-renewed');
});

test('the script asks for the address of FreeRADIUS, and can be copied', async () => {
  server.showRouterScript = () => ({ script: '# Bor\n/radius add\n' });
  const user = await choose('Terminal script');
  const form = await openedForm('Script for Bor');
  await user.type(form.getByLabelText(/^Address of FreeRADIUS/), '10.0.0.2');
  await user.click(form.getByRole('button', { name: 'Show script' }));
  const script = await screen.findByLabelText('Script');
  expect(script).toHaveValue('# Bor\n/radius add\n');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('# Bor\n/radius add\n');
  expect(callsOf(served.seen, 'POST /api/access/routers/2/script')[0]?.body).toEqual({
    server: '10.0.0.2',
  });
});

test('everybody is let on at a router for some hours, and that can be ended', async () => {
  server.letEverybodyOnAt = ({ body }) => {
    const { until } = body as { until: Date | null };
    routers = [aRouter({ everybodyUntil: until?.toISOString() ?? null }), ...routers.slice(1)];
    return routers[0];
  };
  const user = await choose('Let everybody on');
  const form = within(await screen.findByRole('dialog', { name: 'Let Everybody On at Bor' }));
  await user.click(form.getByRole('button', { name: 'Let everybody on' }));
  expect(await form.findByText('The reason is required.')).toBeVisible();
  await user.selectOptions(form.getByLabelText(/^For/), '2 days');
  await user.type(form.getByLabelText(/^Reason/), 'Fault of billing');
  await user.click(form.getByRole('button', { name: 'Let everybody on' }));
  expect(await screen.findByText(/at Bor: nobody is refused there/)).toBeVisible();
  expect(callsOf(served.seen, 'POST /api/access/routers/2/everybody')[0]?.body).toMatchObject({
    reason: 'Fault of billing',
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Bor' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Apply suspensions again' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'Apply suspensions' }));
  expect(await screen.findByText('Suspensions apply again')).toBeVisible();
  expect(screen.queryByText(/nobody is refused there/)).toBeNull();
});

test('a router is deleted after a question that says what goes with it', async () => {
  server.deleteRouter = () => aRouter();
  const user = await choose('Delete');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/3 sessions that are open/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete router' }));
  expect(await screen.findByText('Router deleted')).toBeVisible();
});

test('a role that may not change the network sees why; empty and failed lists say what to do', async () => {
  const view = open('billing');
  expect(await screen.findByRole('button', { name: 'Edit Bor' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Add Router' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  view.unmount();
  routers = [];
  settings = accessSettingsSample;
  const empty = open('billing');
  expect(await screen.findByText('No routers yet')).toBeVisible();
  expect(screen.getByText('Your role may not change the network.')).toBeVisible();
  expect(await screen.findByText('Observe only:')).toBeVisible();
  empty.unmount();
  server.listRouters = () => refuse('unavailable', 'The database does not answer. Try again.');
  open('billing');
  expect(await screen.findByText('The database does not answer. Try again.')).toBeVisible();
});
