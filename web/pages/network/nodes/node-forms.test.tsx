import type { Role } from '@nimule/core/identity/roles';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aLoad, aNode, aRegion, someNetworkStats } from '../../../testing/network-samples.ts';
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
let node: ReturnType<typeof aNode>;
const none = () => ({ rows: [], total: 0 });

beforeEach(() => {
  node = aNode();
  server = {
    networkStats: () => someNetworkStats(),
    networkCoverage: () => [aRegion()],
    networkBandwidth: () => [],
    networkLoads: () => [aLoad()],
    listNodes: ({ query }) =>
      (query as { parentId?: number }).parentId ? none() : { rows: [node], total: 1 },
    listAlarms: none,
    listTickets: none,
    listCustomers: ({ query }) => ({
      rows: [],
      total: (query as { nodeId?: number }).nodeId === 4 ? 12 : 0,
    }),
    createNode: ({ body }) => ({ ...node, ...(body as object) }),
    updateNode: ({ body }) => ({ ...node, ...(body as object) }),
  };
});

async function choose(action: string, role: Role = 'technical_manager') {
  const user = userEvent.setup();
  renderAs(role, <NetworkPage />, '/dashboard?tab=network');
  await user.click(await screen.findByRole('button', { name: 'More actions for Juba Tower 1' }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return user;
}

test('a new node is sent with its technologies, numbers and credentials', async () => {
  const user = userEvent.setup();
  renderAs('technical_manager', <NetworkPage />, '/dashboard?tab=network');
  await user.click(await screen.findByRole('button', { name: 'New Node' }));
  const form = await openedForm('New Node');
  await user.type(form.getByLabelText(/^Name/), 'Yei Tower');
  await user.type(form.getByLabelText(/^Capacity/), '0,5');
  await user.type(form.getByLabelText(/^Uptime/), '99.5');
  await user.click(form.getByRole('checkbox', { name: 'Microwave' }));
  await user.type(form.getByLabelText(/^Address/), '10.0.0.9');
  await user.selectOptions(form.getByLabelText('SNMP'), 'SNMP v2c');
  const save = form.getByRole('button', { name: 'Add node' });
  await user.click(save);
  expect(await form.findByText('The community is required.')).toBeVisible();
  await user.type(form.getByLabelText('Community'), 'secret');
  await user.type(form.getByLabelText(/^Latency/), '150');
  await user.click(save);
  expect(await screen.findByText('Node Added')).toBeVisible();
  const [call] = callsOf(served.seen, 'POST /api/network/nodes');
  expect(call?.body).toMatchObject({
    name: 'Yei Tower',
    type: 'tower',
    capacity: '0,5',
    uptime: '99.5',
    technologies: ['microwave'],
    address: '10.0.0.9',
    isPolled: true,
    parentId: null,
    maxLatencyMs: '150',
    maxLoss: null,
    currentUsage: 0,
    snmp: { version: 'v2c', community: 'secret' },
  });
});

test('stored credentials stay, and measured values are not sent', async () => {
  const user = await choose('Edit');
  const form = await openedForm('Edit Node');
  expect(form.getByLabelText('SNMP')).toHaveDisplayValue('Stored (SNMP v2c)');
  expect(form.getByLabelText(/^Current usage/)).toBeDisabled();
  await user.clear(form.getByLabelText(/^Latency/));
  await user.click(form.getByRole('button', { name: 'Save node' }));
  expect(await screen.findByText('Node Updated')).toBeVisible();
  const body = callsOf(served.seen, 'PUT /api/network/nodes/4')[0]?.body as object;
  expect(body).toMatchObject({ maxLatencyMs: null, version: 3, parentId: 1 });
  expect(Object.keys(body)).not.toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^(snmp|currentUsage|uptime|community|status)$/),
    ]),
  );
});

test('typed credentials are tested before they are saved', async () => {
  let tested: unknown;
  server.probeNode = ({ body }) => {
    tested = body;
    return {
      isReachable: true,
      latencyMs: 9,
      lossPercent: 0,
      snmp: 'failed',
      message: 'The node answers, but SNMP does not.',
      interfaces: [],
    };
  };
  const user = await choose('Edit');
  const form = await openedForm('Edit Node');
  await user.selectOptions(form.getByLabelText('SNMP'), 'SNMP v2c');
  await user.type(form.getByLabelText('Community'), 'wrong');
  await user.click(form.getByRole('button', { name: 'Test' }));
  expect(await form.findByText('The node answers, but SNMP does not.')).toBeVisible();
  expect(tested).toEqual({ snmp: { version: 'v2c', community: 'wrong' } });
  await user.type(form.getByLabelText(/^Address/), '0');
  expect(form.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-disabled', 'true');
});

test('a node that customers name is retired; the dialog says so before', async () => {
  server.deleteNode = () => ({ removed: false, message: 'Juba Tower 1 is now retired.' });
  const user = await choose('Retire or delete');
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText(/named by 12 customers, so it is retired/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Retire node' }));
  expect(await screen.findByText('Node Retired')).toBeVisible();
});

test('a node that nothing names is deleted', async () => {
  server.listCustomers = none;
  server.deleteNode = () => ({ removed: true, message: 'Juba Tower 1 was deleted.' });
  const user = await choose('Retire or delete');
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText(/This cannot be undone/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete node' }));
  expect(await screen.findByText('Node Deleted')).toBeVisible();
});

test('if it cannot be looked up what names a node, the server decides', async () => {
  server.listTickets = () => refuse('unavailable', 'The database does not answer.');
  server.deleteNode = () => ({ removed: false, message: 'Juba Tower 1 is now retired.' });
  const user = await choose('Retire or delete');
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText(/It could not be looked up/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete node' }));
  expect(await screen.findByText('Node Retired')).toBeVisible();
});

test('the customers of a location are assigned', async () => {
  let sent: unknown;
  server.assignNode = ({ body }) => {
    sent = body;
    return { customers: 3 };
  };
  const user = await choose('Assign customers', 'operations_manager');
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Assign customers to Juba Tower 1' }),
  );
  await user.selectOptions(dialog.getByLabelText(/^Customers of/), 'Wau');
  await user.click(dialog.getByRole('button', { name: 'Assign customers' }));
  expect(
    await screen.findByText('3 customers of Wau are connected to Juba Tower 1.'),
  ).toBeVisible();
  expect(sent).toMatchObject({ nodeId: 4, location: 'Wau' });
});

test('a retired node can be brought back and has no toggle', async () => {
  node = aNode({ isRetired: true, isMeasured: false });
  await choose('Bring back');
  expect(await screen.findByText('Juba Tower 1 is in use again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /maintenance: Juba Tower 1/ })).toBeNull();
  await waitFor(() =>
    expect(callsOf(served.seen, 'PUT /api/network/nodes/4')[0]?.body).toEqual({
      isRetired: false,
      version: 3,
    }),
  );
});
