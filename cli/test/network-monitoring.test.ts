import { createContext } from '@nimule/core/context';
import {
  getNetworkSettings,
  updateNetworkSettings,
} from '@nimule/core/network/monitoring/service-settings';
import { createNode } from '@nimule/core/network/nodes/service';
import { pingFailed } from '@nimule/core/ports/network';
import { createTestNetwork } from '@nimule/fixtures/testing/servers/test-network';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTreeOrder } from '../commands/network/network-monitoring.ts';
import { openShell, type Shell } from './harness.ts';

let shell: Shell;
const network = createTestNetwork();

beforeAll(async () => {
  shell = await openShell();
  shell.app.ports.network = network;
  const ctx = createContext(shell.app, { kind: 'shell', osUser: 'test' });
  const base = { location: 'Wau', type: 'tower', capacity: 2, currentUsage: 1 } as const;
  const { id: parentId } = await createNode(ctx, {
    ...base,
    name: 'Wau Core',
    address: '10.0.0.1',
  });
  await createNode(ctx, { ...base, name: 'Abyei Tower', address: '10.0.0.2', parentId });
});
afterAll(() => shell.close());

/** A finding that has failed makes the command fail. */
async function finding(): Promise<unknown> {
  const { stdout } = await shell.isp('doctor --format json');
  return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === 'network');
}

it('measures the network when polling is on, and shows the tree of nodes', async () => {
  expect(await finding()).toMatchObject({ state: 'ok', detail: 'polling is off' });
  expect((await shell.isp('network poll')).code).toBe(7);
  expect((await shell.isp('network poll --on --off')).code).toBe(2);
  expect(await shell.json('network poll --on')).toMatchObject({ isPolling: true });
  expect(await finding()).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('nothing was measured yet'),
  });
  network.down.add('10.0.0.2');
  expect(await shell.json('network poll')).toMatchObject({
    nodes: 2,
    reachable: 1,
    unreachable: 1,
  });
  expect(await finding()).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('last measured 0 min ago'),
  });
  const { stdout } = await shell.isp('network status');
  expect(stdout).toMatch(/^Wau Core +Wau +operational +yes +20 +0 +2 +1 +50 +100 /m);
  expect(stdout).toMatch(/^ {2}Abyei Tower +Wau +offline +no +100 /m);
  expect(await shell.json('network status')).toMatchObject([
    { name: 'Wau Core' },
    { name: 'Abyei Tower', load: 50 },
  ]);
  expect((await shell.isp('network status --format csv')).stdout).toContain(
    '\nAbyei Tower,Wau,offline,',
  );
  network.verify = () => Promise.reject(pingFailed('The program fping was not found.'));
  expect(await finding()).toEqual({
    check: 'network',
    state: 'failed',
    detail: 'The program fping was not found.',
  });
});

it('lists alarms', async () => {
  const ctx = createContext(shell.app, { kind: 'shell', osUser: 'test' });
  await updateNetworkSettings(ctx, { ...(await getNetworkSettings(ctx)), badSamples: 1 });
  const clock = shell.app.clock;
  shell.app.clock = () => new Date(clock().getTime() + 60_000);
  await shell.json('network poll');
  expect(await shell.json('network alarms --state open')).toMatchObject([
    { nodeName: 'Abyei Tower', kind: 'down' },
  ]);
  expect((await shell.isp('network alarms')).stdout).toMatch(/^Abyei Tower +Wau +down /m);
  expect(await shell.json('network poll --off')).toMatchObject({ isPolling: false });
  expect(await shell.json('network alarms')).toMatchObject([{ endReason: 'unpolled' }]);
  expect((await shell.isp('network status')).stderr).toContain('Polling is off');
});

it('puts nodes below the one they hang on, whatever is missing', () => {
  const node = (id: number, parentId: number | null) => ({ id, parentId });
  const ordered = inTreeOrder([node(3, 2), node(1, null), node(4, 9), node(2, 1)]);
  expect(ordered.map(({ node: { id }, depth }) => [id, depth])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ]);
});
