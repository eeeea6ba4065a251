import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { aLoad, aNode, anAlarm } from '../../../testing/network-samples.ts';
import { renderAs, type StubServer, serveCalls } from '../../../testing/stub-server.tsx';
import { NodeDrawer } from './node-drawer.tsx';

let server: StubServer;
serveCalls(() => server);
let asked: unknown[];

function anInterface(id: number, isCounted: boolean) {
  return {
    id,
    name: `eth${id}`,
    alias: '',
    speedMbps: 1000,
    isUp: true,
    isCounted,
    inMbps: 310.5,
    outMbps: 40,
    readAt: '2026-11-21T08:00:00.000Z',
  };
}

beforeEach(() => {
  asked = [];
  server = {
    getNode: () => aNode({ openAlarms: 1 }),
    networkLoads: () => [aLoad()],
    listAlarms: ({ query }) => {
      asked.push(query);
      return { rows: [anAlarm()], total: 1 };
    },
    listTickets: ({ query }) => {
      asked.push(query);
      return { rows: [], total: 0 };
    },
    listNodes: ({ query }) => {
      asked.push(query);
      return { rows: [], total: 0 };
    },
    listInterfaces: () => [anInterface(1, true), anInterface(2, false)],
    nodeSeries: ({ query }) => {
      asked.push(query);
      return {
        span: 'day',
        seconds: 300,
        points: [0, 1].map((index) => ({
          at: `2026-11-21T08:0${index * 5}:00.000Z`,
          upPercent: 100,
          latencyMs: 10 + index,
          lossPercent: 0,
          inMbps: index === 0 ? null : 310.5,
          outMbps: index === 0 ? null : 40,
          inMaxMbps: null,
          outMaxMbps: null,
        })),
      };
    },
  };
});

const open = (part = '', role: Parameters<typeof renderAs>[0] = 'technician') =>
  renderAs(
    role,
    <NodeDrawer id={4} onClose={() => undefined} />,
    `/dashboard?tab=network&node=4${part}`,
  );

test('shows state, load, open alarms and thresholds', async () => {
  open();
  const state = within(await screen.findByRole('region', { name: 'State and load' }));
  expect(state.getByText('12.4 ms')).toBeVisible();
  expect(await state.findByRole('link', { name: '12 customers' })).toHaveAttribute(
    'href',
    '/dashboard?tab=customers&nodeId=4',
  );
  expect(state.getByText('1.6 : 1')).toBeVisible();
  expect(await screen.findByText('240 ms of at most 150 ms')).toBeInTheDocument();
  expect(screen.getByText('v2c, port 161, credentials stored')).toBeVisible();
  expect(screen.getByText('150 ms')).toBeVisible();
});

test('an interface is counted as usage, beside those that are', async () => {
  const user = userEvent.setup();
  let sent: unknown;
  server.countInterfaces = ({ body }) => {
    sent = body;
    return [anInterface(1, true), anInterface(2, true)];
  };
  open('&of-part=interfaces');
  await user.click(await screen.findByRole('checkbox', { name: 'eth2 counts as usage' }));
  expect(await screen.findByText('eth2 counts as usage.')).toBeVisible();
  expect(sent).toEqual({ counted: [1, 2] });
});

test('the numbers of a chart are in a table, in the time of Juba', async () => {
  const user = userEvent.setup();
  open('&of-part=charts');
  expect(
    await screen.findByRole('img', { name: /Traffic over time\. In 310\.5 to 310\.5 Mbps/ }),
  ).toBeInTheDocument();
  await user.click(screen.getAllByText('Numbers as a table')[0] as HTMLElement);
  const table = within(await screen.findByRole('table', { name: 'Traffic, numbers' }));
  expect(table.getByText('21 Nov 2026, 10:05')).toBeInTheDocument();
  expect(table.getByText('310.5')).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  await waitFor(() => expect(asked).toContainEqual({ span: 'month' }));
});

test('lists the tickets of the node and the nodes below it', async () => {
  const user = userEvent.setup();
  open('&of-part=tickets');
  expect(await screen.findByText('No tickets')).toBeVisible();
  expect(asked).toContainEqual(expect.objectContaining({ nodeId: 4, sort: '-createdAt' }));
  await user.click(screen.getByRole('tab', { name: 'Nodes below' }));
  expect(await screen.findByText('No node is below this one')).toBeVisible();
  expect(asked).toContainEqual(expect.objectContaining({ parentId: 4 }));
});

test('a test shows what was found; support may not make one', async () => {
  const user = userEvent.setup();
  server.probeNode = () => ({
    isReachable: false,
    latencyMs: null,
    lossPercent: 100,
    snmp: 'unused',
    message: 'The node does not answer.',
    interfaces: [],
  });
  const { rerenderAs } = open();
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  expect(await screen.findByText('The node does not answer.')).toBeVisible();
  rerenderAs('support');
  expect(screen.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-disabled', 'true');
});
