import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cents } from '../../kernel/money.ts';
import {
  allocationsOf,
  averageUptime,
  coverageOf,
  loadsOf,
  type NodeRow,
  statsOf,
} from './rules-figures.ts';

function aNode(id: number, more: Partial<NodeRow> = {}): NodeRow {
  return {
    id,
    name: `Node ${id}`,
    location: 'Wau',
    type: 'tower',
    technologies: [],
    status: 'operational',
    capacityKbps: 1_000_000,
    usageKbps: 250_000,
    typedUptime: null,
    parentId: null,
    isPolled: true,
    samples: 0,
    up: 0,
    ...more,
  };
}
const group = <K>(key: K, active: number, mbps: number) => ({
  key,
  customers: active + 2,
  connected: active + 1,
  active,
  mbps,
});

it('the cards count nodes by status and sum traffic in Gbps', () => {
  const nodes = [
    aNode(1, { typedUptime: 99_000 }),
    aNode(2, { status: 'offline', samples: 100, up: 100 }),
    aNode(3, { status: 'maintenance' }),
  ];
  expect(statsOf(nodes, { isPolling: false, openAlarms: 2 })).toEqual({
    totalCapacity: 3,
    currentUsage: 0.75,
    utilization: 25,
    averageUptime: 99.5,
    nodes: 3,
    operational: 1,
    maintenance: 1,
    offline: 1,
    openAlarms: 2,
    isPolling: false,
  });
  expect(statsOf([], { isPolling: false, openAlarms: 0 })).toMatchObject({
    utilization: 0,
    averageUptime: null,
  });
});

it('an average uptime is 100 only if all are', () => {
  const nodes = [aNode(1, { samples: 1, up: 1 }), aNode(2, { typedUptime: 99_999 })];
  expect(averageUptime(nodes)).toBe(99.999);
});

it('coverage lists ten locations, with samples only where there is nothing at all', () => {
  const empty = coverageOf([], []);
  expect(empty).toHaveLength(10);
  expect(empty.filter(({ isSample }) => isSample).map(({ location }) => location)).toEqual([
    'Juba Central',
    'Wau',
    'Malakal',
    'Bentiu',
  ]);
  const rows = coverageOf(
    [aNode(1), aNode(2, { type: 'core', status: 'offline' })],
    [group('Wau' as const, 3, 40)],
  );
  expect(rows).toHaveLength(10);
  expect(rows.some(({ isSample }) => isSample)).toBe(false);
  expect(rows.find(({ location }) => location === 'Wau')).toEqual({
    location: 'Wau',
    town: 'Wau',
    nodes: 2,
    operational: 1,
    towers: 1,
    customers: 5,
    activeCustomers: 3,
    soldMbps: 40,
    capacity: 2,
    currentUsage: 0.5,
    uptime: null,
    isSample: false,
  });
});

it('bandwidth is what Active customers bought, priced at the rate; else the sample of the specification', () => {
  const sample = allocationsOf([], null);
  expect(sample.map(({ priceSsp, isSample }) => [priceSsp, isSample])).toEqual([
    [5_000_000, true],
    [18_000_000, true],
    [34_000_000, true],
    [128_000_000, true],
  ]);
  const rows = allocationsOf(
    [group('Basic Fiber', 6, 60), group('Flexible Plan', 1, 20)],
    cents(50_000),
  );
  expect(rows).toHaveLength(5);
  expect(rows[0]).toEqual({
    packageType: 'Basic Fiber',
    customers: 6,
    mbps: 60,
    share: 75,
    priceUsd: 12_500,
    priceSsp: 6_250_000,
    isSample: false,
  });
  expect(rows[4]).toMatchObject({ share: 25, priceUsd: null, priceSsp: null });
});

it('a load holds the customers of all nodes below, each once, and ends in a circle', () => {
  const trees = fc.array(fc.option(fc.integer({ min: 1, max: 12 })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(trees, fc.boolean(), (parents, mayCircle) => {
      const nodes = parents.map((parentId, index) =>
        aNode(index + 1, {
          parentId: parentId !== null && (mayCircle || parentId <= index) ? parentId : null,
        }),
      );
      const customers = nodes.map(({ id }) => group<number | null>(id, id, id * 10));
      const loads = loadsOf(nodes, customers);
      if (mayCircle) return;
      const all = customers.reduce((sum, { connected }) => sum + connected, 0);
      const roots = loads.filter((_, index) => nodes[index]!.parentId === null);
      const total = roots.reduce((sum, load) => sum + load.customers + load.customersBelow, 0);
      expect(total).toBe(all);
    }),
  );
  const [top] = loadsOf(
    [aNode(1), aNode(2, { parentId: 1 }), aNode(3, { parentId: 2, capacityKbps: 0 })],
    [
      group<number | null>(1, 1, 100),
      group<number | null>(2, 2, 400),
      group<number | null>(3, 3, 1500),
    ],
  );
  expect(top).toEqual({
    nodeId: 1,
    customers: 2,
    activeCustomers: 1,
    soldMbps: 100,
    customersBelow: 7,
    oversubscription: 2,
  });
});
