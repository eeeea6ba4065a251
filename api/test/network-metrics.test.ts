import { createContext } from '@nimule/core/context';
import { defaultSettings } from '@nimule/core/network/monitoring/rules';
import { pollNetwork } from '@nimule/core/network/monitoring/service-poll';
import { updateNetworkSettings } from '@nimule/core/network/monitoring/service-settings';
import { createNode } from '@nimule/core/network/nodes/service';
import { createTestNetwork } from '@nimule/fixtures/testing/servers/test-network';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

it('has the last measurement of each node, and nothing while polling is off', async () => {
  const network = createTestNetwork();
  harness.app.ports.network = network;
  const ctx = createContext(harness.app, { kind: 'shell', osUser: 'test' });
  const base = { location: 'Wau', type: 'tower', capacity: 1 } as const;
  await createNode(ctx, { ...base, name: 'Wau "Core"', address: '10.0.0.1' });
  await createNode(ctx, { ...base, name: 'Tower', address: '10.0.0.2' });
  network.down.add('10.0.0.2');
  await updateNetworkSettings(ctx, { ...defaultSettings, isPolling: true, badSamples: 1 });
  await pollNetwork(ctx);
  const lines = async () =>
    [...(await harness.server.inject('/metrics')).body.matchAll(/^nimule_node_(.+)$/gm)].map(
      ([, line]) => line,
    );
  expect(await lines()).toEqual([
    'up{node="Wau \\"Core\\""} 1',
    'up{node="Tower"} 0',
    'latency_seconds{node="Wau \\"Core\\""} 0.02',
    'loss_ratio{node="Wau \\"Core\\""} 0',
    'loss_ratio{node="Tower"} 1',
    'open_alarms{node="Wau \\"Core\\""} 0',
    'open_alarms{node="Tower"} 1',
  ]);
  await updateNetworkSettings(ctx, { ...defaultSettings, isPolling: false });
  expect(await lines()).toEqual([]);
});
