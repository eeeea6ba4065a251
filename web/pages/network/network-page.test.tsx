import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { chooseFilter } from '../../testing/choose-filter.ts';
import {
  aLoad,
  aNode,
  anAlarm,
  aRegion,
  networkSettingsSample,
  someNetworkStats,
} from '../../testing/network-samples.ts';
import { callsOf } from '../../testing/stub-fetch.ts';
import { refuse, renderAs, type StubServer, serveCalls } from '../../testing/stub-server.tsx';
import { NetworkPage } from './network-page.tsx';

let server: StubServer;
const served = serveCalls(() => server);
let nodes: ReturnType<typeof aNode>[];
let asked: unknown[];

beforeEach(() => {
  nodes = [
    aNode({ id: 1, name: 'Juba Core', type: 'core', parentId: null, parentName: '' }),
    aNode({ openAlarms: 1 }),
    aNode({ id: 5, name: 'Wau POP', location: 'Wau', status: 'maintenance', isMeasured: false }),
    aNode({ id: 6, name: 'Bor Tower', location: 'Bor', status: 'offline' }),
  ];
  asked = [];
  server = {
    networkStats: () => someNetworkStats(),
    networkCoverage: () => [aRegion()],
    networkBandwidth: () => [
      {
        packageType: 'Basic Fiber',
        customers: 12,
        mbps: 120,
        share: 12.5,
        priceUsd: 125,
        priceSsp: 50_000,
        isSample: false,
      },
      {
        packageType: 'Flexible Plan',
        customers: 2,
        mbps: 840,
        share: 87.5,
        priceUsd: null,
        priceSsp: null,
        isSample: true,
      },
    ],
    networkLoads: () => [aLoad()],
    listNodes: ({ query }) => {
      asked.push(query);
      return { rows: nodes, total: nodes.length };
    },
    listAlarms: ({ query }) => {
      asked.push(query);
      return { rows: [anAlarm()], total: 1 };
    },
    getNetworkSettings: () => networkSettingsSample,
    updateNode: ({ params, body }) => {
      const { id } = params as { id: number };
      nodes = nodes.map((node) => (node.id === id ? { ...node, ...(body as object) } : node));
      return nodes.find((node) => node.id === id);
    },
  };
});

const open = (role: Parameters<typeof renderAs>[0] = 'technical_manager', query = '') =>
  renderAs(role, <NetworkPage />, `/dashboard?tab=network${query}`);

test('shows the four figures, the performance, coverage and bandwidth by package', async () => {
  open();
  const figures = within(await screen.findByRole('region', { name: 'Network in figures' }));
  expect(await figures.findByText('10 Gbps')).toBeVisible();
  expect(figures.getByText('4.25 Gbps')).toBeVisible();
  expect(figures.getByText('99.2%')).toBeVisible();
  expect(figures.getByText('8 of 10')).toBeVisible();
  expect(
    figures.getByText('operational · 1 in maintenance · 1 offline · 2 open alarms'),
  ).toBeVisible();
  const meter = screen.getByRole('meter', { name: 'Utilisation' });
  expect(meter).toHaveAttribute('aria-valuenow', '43');
  const bandwidth = within(screen.getByRole('region', { name: 'Bandwidth Allocation by Package' }));
  const fixed = (await bandwidth.findByText('Basic Fiber')).closest('tr');
  expect(fixed).toHaveTextContent('12.5%');
  expect(fixed).toHaveTextContent('$125.00');
  expect(fixed).toHaveTextContent('SSP 50,000');
  expect(fixed).not.toHaveTextContent('sample');
  const flexible = bandwidth.getByText('Flexible Plan').closest('tr');
  expect(flexible).toHaveTextContent('sample');
  expect(flexible).toHaveTextContent('as agreed');
});

test('the toggle says what it does, and sends the status it leads to', async () => {
  const user = userEvent.setup();
  open();
  expect(await screen.findByRole('button', { name: 'End maintenance: Wau POP' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Set operational: Bor Tower' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Start maintenance: Juba Tower 1' }));
  expect(await screen.findByText('Node Updated')).toBeVisible();
  expect(screen.getByText('Juba Tower 1 is in maintenance.')).toBeVisible();
  expect(callsOf(served.seen, 'PUT /api/network/nodes/4')[0]?.body).toEqual({
    status: 'maintenance',
  });
  expect(
    await screen.findByRole('button', { name: 'End maintenance: Juba Tower 1' }),
  ).toBeVisible();
});

test('a failed toggle is told in the words of the specification', async () => {
  const user = userEvent.setup();
  server.updateNode = () => {
    throw new Error('down');
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Set operational: Bor Tower' }));
  expect(await screen.findByText('Failed to update network node.')).toBeVisible();
});

test('a role that may not change the network sees why', async () => {
  const user = userEvent.setup();
  open('support');
  const toggle = await screen.findByRole('button', { name: 'Start maintenance: Juba Core' });
  expect(toggle).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'New Node' })).toHaveAttribute('aria-disabled', 'true');
  await user.hover(toggle);
  expect(await screen.findByText('Your role may not change the network.')).toBeInTheDocument();
  await user.click(toggle);
  expect(callsOf(served.seen, 'PUT /api/network/nodes/1')).toEqual([]);
});

test('suggestions are shown by urgency, with links to their nodes and a copy button', async () => {
  const user = userEvent.setup();
  server.optimizeNetwork = () => ({
    suggestions: 'Now:\n- Bor Tower is full.',
    advice: [
      { kind: 'spread', urgency: 'later', nodeId: null, text: 'Spread the customers of Juba.' },
      { kind: 'capacity', urgency: 'now', nodeId: 6, text: 'Bor Tower is full.' },
    ],
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Generate Optimization' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Optimization suggestions' }));
  expect(dialog.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    'Now',
    'Later',
  ]);
  expect(dialog.queryByRole('textbox')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Now:\n- Bor Tower is full.');
  server.getNode = () => nodes[3];
  await user.click(dialog.getByRole('link', { name: /Bor Tower is full/ }));
  expect(screen.getByLabelText('Address')).toHaveTextContent('/dashboard?tab=network&node=6');
});

test('a failed optimisation opens no dialog', async () => {
  const user = userEvent.setup();
  server.optimizeNetwork = () => {
    throw new Error('down');
  };
  open();
  await user.click(await screen.findByRole('button', { name: 'Generate Optimization' }));
  expect(await screen.findByText('Failed to generate optimization suggestions.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('filters are sent to the server, and an empty list says what to do', async () => {
  const user = userEvent.setup();
  nodes = [];
  open();
  expect(await screen.findByText('No nodes yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add the first node' }));
  expect(await screen.findByRole('dialog', { name: 'New Node' })).toBeVisible();
  await user.keyboard('{Escape}');
  await chooseFilter('Type', 'Point of presence');
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ type: 'pop' })));
  expect(await screen.findByText('No nodes found')).toBeVisible();
});

test('the tree shows nodes below their parents, and folds by keyboard', async () => {
  const user = userEvent.setup();
  open('support', '&view=tree');
  const fold = await screen.findByRole('button', { name: '3 nodes below Juba Core' });
  expect(fold).toHaveAttribute('aria-expanded', 'true');
  expect(await screen.findByText(/40% used · 12 customers · 640 Mbps sold/)).toBeVisible();
  fold.focus();
  await user.keyboard('{Enter}');
  expect(fold).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bor Tower' })).toBeNull());
  await user.click(screen.getByRole('button', { name: '3 nodes below Juba Core' }));
  expect(await screen.findByRole('link', { name: 'Bor Tower' })).toHaveAttribute(
    'href',
    '/dashboard?tab=network&view=tree&node=6',
  );
});

test('open alarms are shown first; others by the filter', async () => {
  open('support', '&view=alarms');
  expect(await screen.findByText('240 ms of at most 150 ms')).toBeInTheDocument();
  expect(asked).toContainEqual(expect.objectContaining({ state: 'open', sort: '-raisedAt' }));
  await chooseFilter('State', 'Open and ended');
  await waitFor(() =>
    expect(asked).toContainEqual(expect.not.objectContaining({ state: expect.anything() })),
  );
});

test('settings are saved; without the permission they are shown with the reason', async () => {
  const user = userEvent.setup();
  let saved: unknown;
  server.updateNetworkSettings = ({ body }) => {
    saved = body;
    return body;
  };
  const { unmount } = open('technician', '&view=settings');
  await user.click(await screen.findByRole('checkbox', { name: 'Measure the nodes every minute' }));
  await user.clear(screen.getByLabelText(/^Latency/));
  await user.type(screen.getByLabelText(/^Latency/), '150');
  await user.click(screen.getByRole('button', { name: 'Save settings' }));
  expect(await screen.findByText('Settings saved')).toBeVisible();
  expect(saved).toEqual({ ...networkSettingsSample, isPolling: true, maxLatencyMs: 150 });
  unmount();
  open('billing', '&view=settings');
  expect(await screen.findByText('Your role may not change the network.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save settings' })).toBeDisabled();
});

test('the list that could not be read can be tried again', async () => {
  server.listNodes = () => refuse('unavailable', 'The database does not answer. Try again.');
  open();
  expect(await screen.findByText('The database does not answer. Try again.')).toBeVisible();
});
